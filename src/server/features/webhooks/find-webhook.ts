import { hasPermission, type Permission } from '../../../shared/permissions.ts'
import { isOpenedByToken, isWithinToken } from '../../http/auth/application-access.ts'
import { type Caller, permissionMissing } from '../../http/auth/authenticate.ts'
import { Problem } from '../../http/problem.ts'
import type { StoreSet } from '../../store/index.ts'
import type { Webhook } from '../../store/webhooks/webhooks.ts'

/** The permission for each kind of access to other accounts' webhooks. */
const permissionFor = {
  read: 'view_all_data',
  change: 'manage_applications',
} as const satisfies Record<string, Permission>

type Access = keyof typeof permissionFor

/**
 * The webhook, if it exists and the caller has this access. Callers that may read but not change it learn which
 * permission is missing; for all others it does not exist, so that ids cannot be probed.
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

/** Whether the caller sees the full URL: requires change access, and for tokens the right action. */
export function maySeeUrl(caller: Caller, webhook: Pick<Webhook, 'accountId' | 'applicationId'>): boolean {
  const { applicationId } = webhook
  const isWithin = applicationId === null ? !caller.token?.applicationIds : isWithinToken(caller, applicationId)
  return isWithin && isOpenedByToken(caller, 'webhookUrl') && may(caller, webhook, 'change')
}

const may = (caller: Caller, webhook: Pick<Webhook, 'accountId'>, access: Access) =>
  webhook.accountId === caller.accountId || hasPermission(caller, permissionFor[access])
