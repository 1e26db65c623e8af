import { matchOf } from '../../../shared/search-match.ts'
import { membershipsOf } from '../../http/auth/application-access.ts'
import type { Caller } from '../../http/auth/authenticate.ts'
import type { Stores } from '../../store/index.ts'
import type { WebhookScope } from '../../store/webhooks/webhooks.ts'
import { maskedUrl } from './webhook-view.ts'

/** The newest are searched: each URL is decrypted. */
const mostSearched = 500

/**
 * Finds webhooks of the caller and of one more application by ID or by what the caller sees of their URL: nobody finds
 * out the rest of it by searching.
 */
export function webhookFinder(stores: Pick<Stores, 'webhooks' | 'members'>) {
  return async (caller: Caller, typed: string, here: { readonly id: number; readonly ownerId: number } | undefined) => {
    const text = typed.toLowerCase()
    const memberOf = await membershipsOf(stores, caller)
    const roles = await stores.members.rolesOf(caller.accountId)
    const isElsewhere = here && here.ownerId !== caller.accountId && !memberOf.includes(here.id)
    const scopes: WebhookScope[] = [
      { accountId: caller.accountId, memberOf },
      ...(isElsewhere ? [{ accountId: here.ownerId, applicationId: here.id }] : []),
    ]
    const slices = await Promise.all(
      scopes.map((scope) => stores.webhooks.list(scope, {}, true, undefined, mostSearched)),
    )
    const rows = slices
      .flatMap((slice) => slice.rows)
      .flatMap((webhook) => {
        const { id, applicationId, isActive } = webhook
        const { url } = maskedUrl(webhook, caller, roles)
        const shown = url.toLowerCase()
        const match = matchOf([String(id), shown, shown.replace(/^https?:\/\//, '')], text)
        return match ? [{ id, applicationId, isActive, url, match }] : []
      })
    return { rows, isWhole: slices.every(({ next }) => next === undefined) }
  }
}
