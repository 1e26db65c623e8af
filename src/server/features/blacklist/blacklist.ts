import type { blacklistRoutes } from '../../../shared/contract/blacklist.ts'
import { hasPermission } from '../../../shared/permissions.ts'
import { findApplication } from '../../http/auth/application-access.ts'
import { type Caller, permissionMissing } from '../../http/auth/authenticate.ts'
import { clientIp } from '../../http/client-ip.ts'
import { audit, type Dashboard } from '../../http/dashboard.ts'
import { Problem } from '../../http/problem.ts'
import type { Handlers } from '../../http/serve-routes.ts'
import { networkMatches, parseNetwork } from '../../lib/canonical.ts'
import type { StoreSet } from '../../store/index.ts'
import { entryImpact } from './entry-impact.ts'
import { normalizeValue, requireNormalizedValue } from './normalize-value.ts'
import { planImport } from './plan-import.ts'

const noImpact = { users: 0, sessions: 0, isAtLeast: false }

export function blacklistHandlers({ stores, clock, onChanged }: Dashboard): Handlers<typeof blacklistRoutes> {
  /** An entry belongs to the account that owns the application, whoever creates it. */
  const ownerScope = async (
    from: Pick<StoreSet, 'applications'>,
    caller: Caller,
    applicationId: number | null | undefined,
    access: 'read' | 'change',
  ) => {
    if (applicationId == null) return { accountId: caller.accountId, applicationId: null }
    const { ownerId } = await findApplication(from, caller, applicationId, access)
    return { accountId: ownerId, applicationId }
  }

  return {
    'GET /api/blacklist': async ({ caller, query }) => {
      if (query.applicationId === undefined) return stores.blacklist.list(caller.accountId)
      const { id, ownerId } = await findApplication(stores, caller, query.applicationId, 'read')
      return stores.blacklist.forApplication(id, ownerId)
    },

    'POST /api/blacklist': async ({ caller, request, body, idempotentTransaction }) => {
      const { applicationId, type, value, reason = '' } = body
      const now = clock.now()
      const entry = await idempotentTransaction(async (tx) => {
        const place = await ownerScope(tx, caller, applicationId, 'change')
        const made = await tx.blacklist.insert({ ...place, type, ...requireNormalizedValue(type, value), reason }, now)
        if (!made) throw new Problem('blacklist_entry_exists')
        await audit(tx, { caller, request }, 'blacklist.create', `blacklist entry ${made.id}`, now)
        return made
      })
      onChanged(changedScope(entry))
      return entry
    },

    'GET /api/blacklist/check': async ({ caller, request, query: { applicationId, type, value } }) => {
      const place = await ownerScope(stores, caller, applicationId, 'read')
      const compared = normalizeValue(type, value)
      const none = { isListed: false, isOwnAddress: false, ...noImpact }
      if (typeof compared === 'string') return { value: null, problem: compared, ...none }
      const { valueKey } = compared
      const applications =
        place.applicationId === null ? await stores.applications.list(place.accountId) : [{ id: place.applicationId }]
      const network = type === 'ip' ? parseNetwork(valueKey) : undefined
      return {
        value: compared.value,
        problem: null,
        isListed: (await stores.blacklist.valueKeys(place.accountId, place.applicationId, type)).has(valueKey),
        isOwnAddress: network !== undefined && networkMatches(network, clientIp(request)),
        ...(await entryImpact(
          stores,
          applications.map(({ id }) => id),
          { type, valueKey },
        )),
      }
    },

    'POST /api/blacklist/import': async ({ caller, request, body: { applicationId, type, text, isDryRun } }) => {
      const now = clock.now()
      const place = await ownerScope(stores, caller, applicationId, 'change')
      if (isDryRun) {
        return planImport(type, text, await stores.blacklist.valueKeys(place.accountId, place.applicationId, type))
          .report
      }
      const report = await stores.transaction(async (tx) => {
        await ownerScope(tx, caller, applicationId, 'change')
        const onList = await tx.blacklist.valueKeys(place.accountId, place.applicationId, type)
        const { entries, report } = planImport(type, text, onList)
        await tx.blacklist.insertMany(
          entries.map((entry) => ({ ...place, type, ...entry })),
          now,
        )
        await audit(tx, { caller, request }, 'blacklist.import', `${entries.length} blacklist entries`, now)
        return report
      })
      onChanged(changedScope(place))
      return report
    },

    'DELETE /api/blacklist/:id': async ({ caller, request, params }) => {
      const entry = await stores.transaction(async (tx) => {
        const found = await tx.blacklist.find(params.id)
        if (!found) throw new Problem('blacklist_entry_not_found')
        if (found.accountId !== caller.accountId && !hasPermission(caller, 'manage_applications')) {
          // The caller may see the list, so the entry's existence is no secret.
          throw hasPermission(caller, 'view_all_data')
            ? permissionMissing('manage_applications')
            : new Problem('blacklist_entry_not_found')
        }
        await tx.blacklist.remove(found.accountId, found.id)
        await audit(tx, { caller, request }, 'blacklist.delete', `blacklist entry ${found.id}`, clock.now())
        return found
      })
      onChanged(changedScope(entry))
      return { message: 'Blacklist entry deleted' }
    },
  }
}

function changedScope({ accountId, applicationId }: { accountId: number; applicationId: number | null }) {
  return applicationId === null ? { accountId } : { applicationId }
}
