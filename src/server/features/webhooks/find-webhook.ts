import { hasPermission } from '../../../shared/permissions.ts'
import type { Caller } from '../../http/authenticate.ts'
import { Problem } from '../../http/problem.ts'
import type { StoreSet } from '../../store/index.ts'
import type { Webhook } from '../../store/webhooks.ts'

/**
 * The webhook, if it is there and the caller may do this with it. Otherwise the same refusal for both: nobody learns
 * which ids exist.
 */
export async function findWebhook(
  stores: Pick<StoreSet, 'webhooks'>,
  caller: Caller,
  id: number,
  access: 'read' | 'change',
): Promise<Webhook> {
  const webhook = await stores.webhooks.find(id)
  const isAllowed = access === 'read' ? mayRead(caller, webhook) : mayChange(caller, webhook)
  if (!webhook || !isAllowed) throw new Problem('webhook_not_found')
  return webhook
}

type Owned = Pick<Webhook, 'accountId'> | undefined

const mayRead = (caller: Caller, webhook: Owned) =>
  webhook?.accountId === caller.accountId || hasPermission(caller, 'view_all_data')

/** Who may not is shown no more of an address than where it leads. */
export const mayChange = (caller: Caller, webhook: Owned) =>
  webhook?.accountId === caller.accountId || hasPermission(caller, 'manage_applications')
