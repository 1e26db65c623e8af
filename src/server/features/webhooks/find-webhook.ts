import { hasPermission, type Permission } from '../../../shared/permissions.ts'
import { isOpenedByToken, isWithinToken } from '../../http/auth/application-access.ts'
import { type Caller, permissionMissing } from '../../http/auth/authenticate.ts'
import { Problem } from '../../http/problem.ts'
import type { StoreSet } from '../../store/index.ts'
import type { Webhook } from '../../store/webhooks/webhooks.ts'

/** What the caller wants to do, with the permission that allows it on other accounts' webhooks. */
const permissionFor = {
  read: 'view_all_data',
  change: 'manage_applications',
} as const satisfies Record<string, Permission>

type Access = keyof typeof permissionFor

/**
 * The webhook, if it is there and the caller may do this with it. Who may look at it and not change it is told which
 * permission is missing; for everybody else it is missing, so that nobody learns which ids exist.
 */
export async function findWebhook(
  stores: Pick<StoreSet, 'webhooks'>,
  caller: Caller,
  id: number,
  access: Access,
): Promise<Webhook> {
  const webhook = await stores.webhooks.find(id)
  if (webhook && may(caller, webhook, access)) return webhook
  if (webhook && may(caller, webhook, 'read')) throw permissionMissing(permissionFor[access])
  throw new Problem('webhook_not_found')
}

/** Whether the caller sees the whole address: who may change the webhook, with a token whose actions say so. */
export function maySeeUrl(caller: Caller, webhook: Pick<Webhook, 'accountId' | 'applicationId'>): boolean {
  const { applicationId } = webhook
  const isWithin = applicationId === null ? !caller.token?.applicationIds : isWithinToken(caller, applicationId)
  return isWithin && isOpenedByToken(caller, 'webhookUrl') && may(caller, webhook, 'change')
}

const may = (caller: Caller, webhook: Pick<Webhook, 'accountId'>, access: Access) =>
  webhook.accountId === caller.accountId || hasPermission(caller, permissionFor[access])
