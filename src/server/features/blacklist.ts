import type { blacklistRoutes } from '../../shared/contract/blacklist.ts'
import { hasPermission } from '../../shared/permissions.ts'
import { findApplication } from '../http/application-access.ts'
import { audit, type Dashboard } from '../http/dashboard.ts'
import { Problem } from '../http/problem.ts'
import type { Handlers } from '../http/routes.ts'
import { wrongField } from '../http/wrong-field.ts'
import { canonical, parseNetwork } from '../lib/canonical.ts'
import type { BlacklistType } from '../store/blacklist.ts'

export function blacklistHandlers({ stores, clock, onChanged }: Dashboard): Handlers<typeof blacklistRoutes> {
  return {
    'GET /api/blacklist': async ({ caller, query }) => {
      if (query.applicationId === undefined) return stores.blacklist.list(caller.accountId)
      const { id, ownerId } = await findApplication(stores, caller, query.applicationId, 'read')
      return stores.blacklist.forApplication(id, ownerId)
    },

    /** An entry belongs to the account whose application it protects, whoever makes it. */
    'POST /api/blacklist': async ({ caller, request, body }) => {
      const { applicationId, type, value, reason = '' } = body
      const now = clock.now()
      const entry = await stores.transaction(async (tx) => {
        const accountId =
          applicationId === undefined
            ? caller.accountId
            : (await findApplication(tx, caller, applicationId, 'change')).ownerId
        const place = { accountId, applicationId: applicationId ?? null }
        const made = await tx.blacklist.insert({ ...place, type, ...comparedAs(type, value), reason }, now)
        if (!made) throw new Problem('blacklist_entry_exists')
        await audit(tx, { caller, request }, 'blacklist.create', `blacklist entry ${made.id}`, now)
        return made
      })
      onChanged(whatOf(entry))
      return entry
    },

    'DELETE /api/blacklist/:id': async ({ caller, request, params }) => {
      const entry = await stores.transaction(async (tx) => {
        const found = await tx.blacklist.find(params.id)
        const isOwn = found?.accountId === caller.accountId
        if (!found || !(isOwn || hasPermission(caller, 'manage_applications'))) {
          throw new Problem('blacklist_entry_not_found')
        }
        await tx.blacklist.remove(found.accountId, found.id)
        await audit(tx, { caller, request }, 'blacklist.delete', `blacklist entry ${found.id}`, clock.now())
        return found
      })
      onChanged(whatOf(entry))
      return { message: 'Blacklist entry deleted' }
    },
  }
}

/** The value as it is shown, and in the form in which it is compared. */
function comparedAs(type: BlacklistType, value: string): { value: string; valueKey: string } {
  if (type !== 'ip') {
    const valueKey = canonical(value)
    if (valueKey === '') throw wrongField('value', 'Please enter a value to block.')
    return { value, valueKey }
  }
  const network = parseNetwork(value)
  if (!network) {
    throw wrongField('value', 'Please enter an IP address, or a network such as 203.0.113.0/24.')
  }
  return { value: network.text, valueKey: network.text }
}

function whatOf({ accountId, applicationId }: { accountId: number; applicationId: number | null }) {
  return applicationId === null ? { accountId } : { applicationId }
}
