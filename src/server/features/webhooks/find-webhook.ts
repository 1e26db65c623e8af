import {
  type Access,
  hasAccess,
  isOpenedByToken,
  isWithinToken,
  requireAccess,
} from '../../http/auth/application-access.ts'
import type { Caller } from '../../http/auth/authenticate.ts'
import type { StoreSet } from '../../store/index.ts'
import type { Webhook } from '../../store/webhooks/webhooks.ts'

/** The webhook, if it exists and the caller has this access; otherwise as `requireAccess` says. */
export async function findWebhook(
  stores: Pick<StoreSet, 'webhooks'>,
  caller: Caller,
  id: number,
  access: Exclude<Access, 'delete'>,
): Promise<Webhook> {
  const found = await stores.webhooks.find(id)
  return requireAccess(found, access, (webhook, to) => hasAccess(caller, webhook.accountId, to), 'webhook_not_found')
}

/** Whether the caller sees the full URL: requires change access, and for tokens the right action. */
export function maySeeUrl(caller: Caller, webhook: Pick<Webhook, 'accountId' | 'applicationId'>): boolean {
  const { applicationId } = webhook
  const isWithin = applicationId === null ? !caller.token?.applicationIds : isWithinToken(caller, applicationId)
  return isWithin && isOpenedByToken(caller, 'webhookUrl') && hasAccess(caller, webhook.accountId, 'change')
}
