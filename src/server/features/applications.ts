import { maskApiKey } from '../../shared/api-key-mask.ts'
import { sparklineDays } from '../../shared/constants.ts'
import type { applicationRoutes } from '../../shared/contract/applications.ts'
import { isUniqueViolation } from '../db/open.ts'
import type { Recorder } from '../events/recorder.ts'
import { findApplication, lockApplication, maySee } from '../http/auth/application-access.ts'
import { type Caller, requirePermission } from '../http/auth/authenticate.ts'
import { countsMemberships, rightsOf } from '../http/auth/rights-of.ts'
import { audit, type Dashboard, ofApplication } from '../http/dashboard.ts'
import { fieldError } from '../http/field-error.ts'
import { Problem } from '../http/problem.ts'
import type { Handlers } from '../http/serve-routes.ts'
import { newApiKey } from '../lib/tokens.ts'
import { applicationDefaults } from '../store/applications/application-defaults.ts'
import type { Application } from '../store/applications/applications.ts'
import type { SeenApplication } from '../store/applications/seen-applications.ts'
import { defined } from '../store/columns.ts'
import type { StoreSet } from '../store/index.ts'

interface Applications extends Dashboard {
  readonly recorder: Pick<Recorder, 'flushCounts'>
}

export function applicationHandlers(deps: Applications): Handlers<typeof applicationRoutes> {
  const { stores, clock, recorder, onChanged } = deps

  const statsOf = async (application: Application) => {
    const { id, userCount: totalUsers } = application
    const now = clock.now()
    const [activeUsers, activeSessions, { totalApiRequests, loginSuccessRate }, lastActivity, dailyLogins] =
      await Promise.all([
        stores.activeCounts.users(id, now),
        stores.clientSessions.countLive(id, now),
        stores.counters.summary(id, now),
        stores.activity.lastAt(id),
        stores.counters.dailyLogins(id, now, sparklineDays),
      ])
    return { totalUsers, activeUsers, activeSessions, loginSuccessRate, totalApiRequests, lastActivity, dailyLogins }
  }

  const show = async (caller: Caller, application: SeenApplication, tx: StoreSet = stores) => {
    const { id: applicationId, ownerId: accountId } = application
    const [apiKey, { activityCount }, webhooks, blacklist, disabledWebhooks] = await Promise.all([
      tx.apiKeys.reveal(application.id),
      tx.counters.summary(application.id, clock.now()),
      tx.webhooks.count({ accountId, applicationId }, {}),
      tx.blacklist.countForApplication(applicationId, accountId),
      tx.webhooks.countDisabledFor({ accountId, applicationId }),
    ])
    const { userCount, licenseCount, ownerEmail: owner, memberRole, offeredUntil, ...rest } = application
    const counts = { users: userCount, licenses: licenseCount, activity: activityCount, webhooks, blacklist }
    return {
      ...rest,
      apiKey: maySee(caller, application, 'apiKey') ? apiKey : maskApiKey(apiKey),
      counts,
      owner,
      role: accountId === caller.accountId ? ('owner' as const) : memberRole,
      can: [...rightsOf(caller, application, memberRole)].sort(),
      attention: {
        webhooks: disabledWebhooks,
        transfer: offeredUntil !== null && offeredUntil > clock.now() ? offeredUntil : null,
      },
    }
  }

  return {
    'GET /api/applications': async ({ caller, query }) => {
      if (query.all) requirePermission(caller, 'view_all_data')
      await recorder.flushCounts()
      const all = query.all
        ? await stores.seenApplications.listAll(caller.accountId)
        : await stores.seenApplications.list(caller.accountId, !countsMemberships(caller))
      const applications = all.filter((each) => rightsOf(caller, each, each.memberRole).has('look'))
      return Promise.all(
        applications.map(async (application) => {
          const shown = await show(caller, application)
          return query.include === 'stats' ? { ...shown, stats: await statsOf(application) } : shown
        }),
      )
    },

    'POST /api/applications': async ({ caller, request, body, idempotentTransaction }) => {
      const now = clock.now()
      const settings = { ...applicationDefaults, ...defined(body), name: body.name }
      requirePortalAddress(settings, body)
      const application = await idempotentTransaction(async (tx) => {
        const made = await tx.applications.insert(caller.accountId, settings, now).catch(refuseTakenAddress)
        await tx.apiKeys.insert(made.id, newApiKey(), now)
        await audit(tx, { caller, request }, 'application.create', ofApplication(made.id), now)
        const own = { ownerEmail: caller.email, memberRole: null, offeredUntil: null }
        return show(caller, { ...made, ...own }, tx)
      })
      onChanged({ applicationId: application.id })
      return application
    },

    'GET /api/applications/:id': async ({ caller, params }) => {
      const application = await findApplication(stores, caller, params.id, 'look')
      await recorder.flushCounts()
      return show(caller, application)
    },

    'PATCH /api/applications/:id': async ({ caller, request, params, body }) => {
      const isChange = Object.keys(defined(body)).length > 0
      const application = await stores.transaction(async (tx) => {
        const found = await findApplication(tx, caller, params.id, 'manage')
        if (!isChange) return found
        requirePortalAddress({ ...found, ...defined(body) }, body)
        await audit(tx, { caller, request }, 'application.update', ofApplication(params.id), clock.now())
        const changed = await tx.applications.update(params.id, body).catch(refuseTakenAddress)
        return changed && { ...found, ...changed }
      })
      if (!application) throw new Problem('application_not_found')
      if (isChange) onChanged({ applicationId: params.id })
      return show(caller, application)
    },

    'DELETE /api/applications/:id': async ({ caller, request, params, query: { confirmName } }) => {
      const now = clock.now()
      await stores.transaction(async (tx) => {
        const { name } = await lockApplication(tx, caller, params.id, 'delete')
        if (confirmName !== undefined && confirmName.trim() !== name) {
          throw fieldError('confirmName', "This isn't the application's name.")
        }
        await tx.applications.remove(params.id, now)
        await audit(tx, { caller, request }, 'application.delete', ofApplication(params.id), now)
      })
      onChanged({ applicationId: params.id })
      return { message: 'Application deleted successfully' }
    },

    'GET /api/applications/:id/stats': async ({ caller, params }) => {
      const application = await findApplication(stores, caller, params.id, 'look')
      await recorder.flushCounts()
      return statsOf(application)
    },
  }
}

/** A portal is reached by its address alone. */
function requirePortalAddress(
  { portalEnabled, portalSlug }: PortalAddress,
  sent: { readonly portalEnabled?: boolean | undefined },
): void {
  if (!portalEnabled || portalSlug !== null) return
  const field = sent.portalEnabled ? 'portalEnabled' : 'portalSlug'
  throw fieldError(field, 'Choose an address for the portal first.')
}

type PortalAddress = Pick<Application, 'portalEnabled' | 'portalSlug'>

/** Nothing else of an application is unique. */
function refuseTakenAddress(error: unknown): never {
  throw isUniqueViolation(error) ? fieldError('portalSlug', 'Another portal has this address.') : error
}
