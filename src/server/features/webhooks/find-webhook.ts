import type { MemberRole, Right } from '../../../shared/rights.ts'
import {
  hasAccess,
  isOpenedByToken,
  maySee,
  requireAccountAccess,
  requireRight,
} from '../../http/auth/application-access.ts'
import type { Caller } from '../../http/auth/authenticate.ts'
import { Problem } from '../../http/problem.ts'
import type { StoreSet } from '../../store/index.ts'
import type { Webhook } from '../../store/webhooks/webhooks.ts'

type WebhookStores = Pick<StoreSet, 'webhooks' | 'members'>
type Place = Pick<Webhook, 'accountId' | 'applicationId'>

/**
 * The webhook, if it exists and the caller has this right to its application. Of an account-wide one, members see that
 * it is there; its deliveries may tell of other applications, so they are its owner's alone, as every change of it.
 */
export async function findWebhook(
  stores: WebhookStores,
  caller: Caller,
  id: number,
  right: Extract<Right, 'look' | 'manage'>,
  part: 'itself' | 'deliveries' = 'itself',
): Promise<Webhook> {
  const found = await stores.webhooks.find(id)
  if (!found) throw new Problem('webhook_not_found')
  if (found.applicationId === null) {
    const access = right === 'manage' ? 'change' : part === 'deliveries' ? 'read' : 'look'
    await requireAccountAccess(stores, caller, found.accountId, access, 'webhook_not_found')
    return found
  }
  const memberRole = await stores.members.roleIn(found.applicationId, caller.accountId)
  requireRight(caller, applicationOf(found, memberRole), right, 'webhook_not_found')
  return found
}

/** How the audit log names a webhook, or with `rest` something of it. */
export const webhookSubject = ({ id, applicationId }: Pick<Webhook, 'id' | 'applicationId'>, rest = '') => ({
  applicationId,
  text: `webhook ${id}${rest}`,
})

/** The roles of the caller by application, for `maySeeUrl`. */
export type Roles = ReadonlyMap<number, MemberRole>

/** Whether the caller sees the full URL: requires the right to change the webhook, and for tokens the right action. */
export function maySeeUrl(caller: Caller, webhook: Place, roles: Roles): boolean {
  const application = applicationOf(webhook, roles.get(webhook.applicationId ?? 0))
  if (application) return maySee(caller, application, 'webhookUrl')
  const isWithin = !caller.token?.applicationIds
  return isWithin && isOpenedByToken(caller, 'webhookUrl') && hasAccess(caller, webhook.accountId, 'change')
}

/** A webhook belongs to the account that owns its application. */
function applicationOf({ accountId: ownerId, applicationId: id }: Place, memberRole: MemberRole | undefined) {
  return id === null ? undefined : { id, ownerId, memberRole: memberRole ?? null }
}
