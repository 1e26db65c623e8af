import type { banEverywhereRoutes, coveredTypes } from '../../../shared/contract/ban-everywhere.ts'
import type { Recorder } from '../../events/recorder.ts'
import { findApplication, ownApplications } from '../../http/auth/application-access.ts'
import { type Caller, refreshCaller } from '../../http/auth/authenticate.ts'
import { clientIp } from '../../http/client-ip.ts'
import { type Actor, audit, type Dashboard, ofApplication } from '../../http/dashboard.ts'
import { Problem } from '../../http/problem.ts'
import type { Handlers } from '../../http/serve-routes.ts'
import { networkMatches, parseNetwork } from '../../lib/canonical.ts'
import { changeAppUser, requireAppUser } from '../../operations/change-app-user.ts'
import type { SeenApplication } from '../../store/applications/seen-applications.ts'
import type { StoreSet } from '../../store/index.ts'
import type { AppUser } from '../../store/users/app-users.ts'
import { entryImpacts } from './entry-impact.ts'
import { normalizeValue } from './normalize-value.ts'

/** A ban is one transaction, so the number of its rows is limited. */
const mostApplications = 500

type CoveredType = (typeof coveredTypes)[number]

interface BanEverywhere extends Dashboard {
  readonly recorder: Pick<Recorder, 'record'>
}

/** A ban that also blocks the user in the caller's other applications, and its reverse; each is one transaction. */
export function banEverywhereHandlers(deps: BanEverywhere): Handlers<typeof banEverywhereRoutes> {
  const { stores, clock, recorder, onChanged } = deps

  /** After the commit, the caches of the applications that were changed. */
  const refresh = (applicationIds: Iterable<number>) => {
    for (const applicationId of applicationIds) onChanged({ applicationId })
  }

  return {
    'GET /api/applications/:id/users/:userId/ban-everywhere': async ({ caller, request, params }) => {
      const places = await helpedApplications(stores, caller, params.id)
      const user = await requireAppUser(stores, params)
      const ids = places.map(({ id }) => id)
      const impacts = await entryImpacts(stores, ids, coveredValues(user))
      const covers = impacts.map(({ type, valueKey, ...impact }) => {
        const network = type === 'ip' ? parseNetwork(valueKey) : undefined
        const isOwnAddress = network !== undefined && networkMatches(network, clientIp(request))
        return { type, ...impact, isOwnAddress }
      })
      return { applications: places.map(({ id, name }) => ({ id, name })), covers }
    },

    'POST /api/applications/:id/users/:userId/ban-everywhere': async ({ params, body, ...actor }) => {
      const reason = body.reason || undefined
      const done = await stores.transaction(async (tx) => {
        const caller = await refreshCaller(tx, clock, actor.caller)
        const places = await helpedApplications(tx, caller, params.id)
        const now = clock.now()
        const wanted = { isBanned: true, banReason: reason }
        const user = await changeAppUser(tx, recorder, actor, params, { action: 'user.ban', wanted, now })
        const values = coveredValues(user).filter(({ type }) => body.types.includes(type))
        const entries = places.flatMap(({ id: applicationId, ownerId: accountId }) =>
          values.map((value) => ({
            ...{ ...value, accountId, applicationId, bannedUserId: user.id },
            reason: reason ?? `Banned with ${user.username}`,
          })),
        )
        const added = await tx.blacklist.insertOfBan(entries, now)
        await auditEach(tx, actor, 'blacklist.ban', added, now)
        return { user, added }
      })
      refresh(done.added.keys())
      return { user: done.user, ...totalOf(done.added) }
    },

    'POST /api/applications/:id/users/:userId/unban-everywhere': async ({ params, ...actor }) => {
      const done = await stores.transaction(async (tx) => {
        const caller = await refreshCaller(tx, clock, actor.caller)
        const places = await helpedApplications(tx, caller, params.id)
        const now = clock.now()
        const change = { action: 'user.unban', wanted: { isBanned: false }, now }
        const user = await changeAppUser(tx, recorder, actor, params, change)
        const removed = await tx.blacklist.removeOfBan(
          user.id,
          places.map(({ id }) => id),
        )
        await auditEach(tx, actor, 'blacklist.unban', removed, now)
        return { user, removed }
      })
      refresh(done.removed.keys())
      return { user: done.user, ...totalOf(done.removed) }
    },
  }
}

/** The application of the user, and those of the caller's own and memberships where they may help users too. */
async function helpedApplications(
  from: Pick<StoreSet, 'seenApplications'>,
  caller: Caller,
  applicationId: number,
): Promise<readonly SeenApplication[]> {
  const own = await findApplication(from, caller, applicationId, 'help')
  const others = (await ownApplications(from, caller, 'help')).filter(({ id }) => id !== own.id)
  if (others.length >= mostApplications) {
    const message = `A ban reaches ${mostApplications} applications at most, and you have more.`
    throw new Problem('limit_reached', { message })
  }
  return [own, ...others]
}

/** What of the user can be on a blacklist. */
function coveredValues({ username, hwid, lastLoginIp }: Pick<AppUser, 'username' | 'hwid' | 'lastLoginIp'>) {
  const values: readonly (readonly [CoveredType, string | null])[] = [
    ['username', username],
    ['hwid', hwid],
    ['ip', lastLoginIp],
  ]
  return values.flatMap(([type, value]) => {
    const normalized = value === null ? '' : normalizeValue(type, value)
    return typeof normalized === 'string' ? [] : [{ type, ...normalized }]
  })
}

/** One row in the log of each application; none tells of another one. */
async function auditEach(
  tx: StoreSet,
  actor: Actor,
  action: string,
  counts: ReadonlyMap<number, number>,
  at: Date,
): Promise<void> {
  for (const [id, count] of counts)
    await audit(tx, actor, action, ofApplication(id, `, blacklist entries: ${count}`), at)
}

const totalOf = (counts: ReadonlyMap<number, number>) => ({
  entries: [...counts.values()].reduce((sum, count) => sum + count, 0),
  applications: counts.size,
})
