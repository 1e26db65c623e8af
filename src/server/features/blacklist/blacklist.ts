import type { blacklistRoutes } from '../../../shared/contract/blacklist.ts'
import type { Right } from '../../../shared/rights.ts'
import {
  findApplication,
  membershipsOf,
  requireAccountAccess,
  requireRight,
} from '../../http/auth/application-access.ts'
import type { Caller } from '../../http/auth/authenticate.ts'
import { clientIp } from '../../http/client-ip.ts'
import { type AuditSubject, audit, type Dashboard } from '../../http/dashboard.ts'
import { Problem } from '../../http/problem.ts'
import type { Handlers } from '../../http/serve-routes.ts'
import { networkMatches, parseNetwork } from '../../lib/canonical.ts'
import type { BlacklistEntry } from '../../store/applications/blacklist.ts'
import type { StoreSet } from '../../store/index.ts'
import { entryImpacts } from './entry-impact.ts'
import { normalizeValue, requireNormalizedValue } from './normalize-value.ts'
import { planImport } from './plan-import.ts'

const noImpact = { users: 0, sessions: 0, isAtLeast: false }

export function blacklistHandlers({ stores, clock, onChanged }: Dashboard): Handlers<typeof blacklistRoutes> {
  /** An entry belongs to the account that owns the application, whoever creates it. */
  const ownerScope = async (
    from: Pick<StoreSet, 'seenApplications'>,
    caller: Caller,
    applicationId: number | null | undefined,
    right: Right,
  ) => {
    if (applicationId == null) return { accountId: caller.accountId, applicationId: null }
    const { ownerId } = await findApplication(from, caller, applicationId, right)
    return { accountId: ownerId, applicationId }
  }

  return {
    'GET /api/blacklist': async ({ caller, query }) => {
      if (query.applicationId === undefined) {
        return stores.blacklist.list(caller.accountId, await membershipsOf(stores, caller))
      }
      const { id, ownerId } = await findApplication(stores, caller, query.applicationId, 'look')
      return stores.blacklist.forApplication(id, ownerId)
    },

    'POST /api/blacklist': async ({ caller, request, body, idempotentTransaction }) => {
      const { applicationId, type, value, reason = '' } = body
      const now = clock.now()
      const entry = await idempotentTransaction(async (tx) => {
        const place = await ownerScope(tx, caller, applicationId, 'help')
        const made = await tx.blacklist.insert({ ...place, type, ...requireNormalizedValue(type, value), reason }, now)
        if (!made) throw new Problem('blacklist_entry_exists')
        await audit(tx, { caller, request }, 'blacklist.create', entrySubject(made), now)
        return made
      })
      onChanged(changedScope(entry))
      return entry
    },

    'GET /api/blacklist/check': async ({ caller, request, query: { applicationId, type, value } }) => {
      const place = await ownerScope(stores, caller, applicationId, 'look')
      const compared = normalizeValue(type, value)
      const none = { isListed: false, isOwnAddress: false, ...noImpact }
      if (typeof compared === 'string') return { value: null, problem: compared, ...none }
      const { valueKey } = compared
      const applications =
        place.applicationId === null ? await stores.applications.list(place.accountId) : [{ id: place.applicationId }]
      const network = type === 'ip' ? parseNetwork(valueKey) : undefined
      const ids = applications.map(({ id }) => id)
      const [{ users, sessions, isAtLeast } = noImpact] = await entryImpacts(stores, ids, [{ type, valueKey }])
      return {
        value: compared.value,
        problem: null,
        isListed: (await stores.blacklist.valueKeys(place.accountId, place.applicationId, type)).has(valueKey),
        isOwnAddress: network !== undefined && networkMatches(network, clientIp(request)),
        ...{ users, sessions, isAtLeast },
      }
    },

    'POST /api/blacklist/import': async ({ caller, request, body: { applicationId, type, text, isDryRun } }) => {
      const now = clock.now()
      const place = await ownerScope(stores, caller, applicationId, 'manage')
      if (isDryRun) {
        return planImport(type, text, await stores.blacklist.valueKeys(place.accountId, place.applicationId, type))
          .report
      }
      const report = await stores.transaction(async (tx) => {
        await ownerScope(tx, caller, applicationId, 'manage')
        const onList = await tx.blacklist.valueKeys(place.accountId, place.applicationId, type)
        const { entries, report } = planImport(type, text, onList)
        await tx.blacklist.insertMany(
          entries.map((entry) => ({ ...place, type, ...entry })),
          now,
        )
        const subject = { applicationId: place.applicationId, text: `${entries.length} blacklist entries` }
        await audit(tx, { caller, request }, 'blacklist.import', subject, now)
        return report
      })
      onChanged(changedScope(place))
      return report
    },

    'DELETE /api/blacklist/:id': async ({ caller, request, params }) => {
      const entry = await stores.transaction(async (tx) => {
        const found = await tx.blacklist.find(params.id)
        if (!found) throw new Problem('blacklist_entry_not_found')
        await requireEntryRight(tx, caller, found)
        await tx.blacklist.remove(found.accountId, found.id)
        await audit(tx, { caller, request }, 'blacklist.delete', entrySubject(found), clock.now())
        return found
      })
      onChanged(changedScope(entry))
      return { message: 'Blacklist entry deleted' }
    },
  }
}

const entrySubject = ({ id, applicationId }: BlacklistEntry): AuditSubject => ({
  applicationId,
  text: `blacklist entry ${id}`,
})

/** The entry of an application belongs to everyday help; an account-wide one to its owner. */
async function requireEntryRight(tx: StoreSet, caller: Caller, { accountId, applicationId }: BlacklistEntry) {
  if (applicationId === null) {
    return requireAccountAccess(tx, caller, accountId, 'change', 'blacklist_entry_not_found')
  }
  const memberRole = (await tx.members.roleIn(applicationId, caller.accountId)) ?? null
  const application = { id: applicationId, ownerId: accountId, memberRole }
  requireRight(caller, application, 'help', 'blacklist_entry_not_found')
}

function changedScope({ accountId, applicationId }: { accountId: number; applicationId: number | null }) {
  return applicationId === null ? { accountId } : { applicationId }
}
