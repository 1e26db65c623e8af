import type { FastifyRequest } from 'fastify'
import { type appUserRoutes, bothRequired } from '../../shared/contract/app-users.ts'
import { endUserSessions } from '../events/live-sessions.ts'
import type { Recorder } from '../events/recorder.ts'
import { findApplication, maySee } from '../http/auth/application-access.ts'
import type { Caller } from '../http/auth/authenticate.ts'
import { refreshCaller } from '../http/auth/authenticate.ts'
import { clientIp } from '../http/client-ip.ts'
import { type Actor, audit, type Dashboard } from '../http/dashboard.ts'
import { fieldError } from '../http/field-error.ts'
import { Problem } from '../http/problem.ts'
import type { Handlers } from '../http/serve-routes.ts'
import { pagedList } from '../http/streams/paged-list.ts'
import { canonical, isPlaceholderHwid } from '../lib/canonical.ts'
import type { HashQueueKey, Passwords } from '../lib/passwords/passwords.ts'
import { maskedLicenseKey } from '../lib/tokens.ts'
import { changeAppUser, requireAppUser, subjectOfUser, type UserParams } from '../operations/change-app-user.ts'
import type { Application } from '../store/applications/applications.ts'
import { defined } from '../store/columns.ts'
import { type AppUser, type AppUserChange, UsernameTaken } from '../store/users/app-users.ts'

interface AppUsers extends Pick<Dashboard, 'stores' | 'clock'> {
  readonly passwords: Passwords
  readonly recorder: Recorder
}

export function appUserHandlers({ stores, clock, passwords, recorder }: AppUsers): Handlers<typeof appUserRoutes> {
  const change = (actor: Actor, params: UserParams, action: string, wanted: AppUserChange) =>
    stores.transaction(async (tx) => {
      await findApplication(tx, await refreshCaller(tx, clock, actor.caller), params.id, 'help')
      return changeAppUser(tx, recorder, actor, params, { action, wanted, now: clock.now() })
    })

  /** Adds the license key to each user who has one. */
  const withLicenseKeys = async (applicationId: number, users: readonly AppUser[], isMasked: boolean) => {
    const ids = [...new Set(users.flatMap(({ licenseId }) => licenseId ?? []))]
    const licenses = ids.length === 0 ? [] : await stores.bulkLicenses.named(applicationId, ids, undefined)
    const keys = new Map(licenses.map(({ id, name }) => [id, isMasked ? maskedLicenseKey(name) : name]))
    return users.map((user) => ({ ...user, ...defined({ licenseKey: keys.get(user.licenseId ?? 0) }) }))
  }

  return {
    'GET /api/applications/:id/users': async ({ caller, params, query }) => {
      const application = await findApplication(stores, caller, params.id, 'look')
      const { limit, cursor, sort = 'createdAt:desc', include, ...wanted } = query
      const isMasked = !maySee(caller, application, 'licenseKey')
      const isFiltered = Object.keys(defined(wanted)).length > 0
      const filter = { ...wanted, now: clock.now() }
      return pagedList(
        { limit, cursor },
        {
          sort,
          sortedBy: sort.startsWith('username:') ? 'text' : 'number',
          ...defined({ total: isFiltered ? await stores.appUsers.count(params.id, filter) : application.userCount }),
          read: async (after, size) => {
            const slice = await stores.appUsers.list(params.id, filter, sort, after, size)
            return include === 'license'
              ? { ...slice, rows: await withLicenseKeys(params.id, slice.rows, isMasked) }
              : slice
          },
          show: (user): AppUser & { licenseKey?: string } => user,
        },
      )
    },

    'POST /api/applications/:id/users': async ({ caller, request, params, body, idempotentTransaction }) => {
      const application = await findApplication(stores, caller, params.id, 'manage')
      if (isBlank(body.username)) throw fieldError('username', bothRequired)
      if (body.password.trim() === '') throw fieldError('password', bothRequired)
      const { hwid = null, isHwidLocked = true } = hwidLockChange(body)
      const passwordHash = await passwords.hash(body.password, { line: ownerHashQueue(application, caller, request) })
      const now = clock.now()
      return idempotentTransaction(async (tx) => {
        // Hashing may have waited in a queue, so the caller's rights are checked again.
        await findApplication(tx, await refreshCaller(tx, clock, caller), params.id, 'manage')
        const userId = await tx.appUsers
          .insert(params.id, {
            username: body.username,
            email: body.email ?? null,
            passwordHash,
            hwid,
            isHwidLocked,
            expiresAt: body.expiresAt ?? null,
            licenseId: null,
            ...defined({ features: body.features }),
            createdAt: now,
          })
          .catch(refuseTakenName)
        await audit(tx, { caller, request }, 'user.create', subjectOfUser({ id: params.id, userId }), now)
        return requireAppUser(tx, { id: params.id, userId })
      })
    },

    'GET /api/applications/:id/users/:userId': async ({ caller, params }) => {
      await findApplication(stores, caller, params.id, 'look')
      return requireAppUser(stores, params)
    },

    'PUT /api/applications/:id/users/:userId': async ({ caller, request, params, body }) => {
      const application = await findApplication(stores, caller, params.id, 'help')
      const user = await requireAppUser(stores, params)
      if (user.kind === 'license') refuseCredentials(body, user.username)
      if (body.username !== undefined && isBlank(body.username)) throw fieldError('username', 'Username is required')
      const { password, ...rest } = body
      const line = ownerHashQueue(application, caller, request)
      const passwordHash = password?.trim() ? await passwords.hash(password, { line }) : undefined
      const wanted = { ...rest, ...hwidLockChange(body), passwordHash }
      return change({ caller, request }, params, 'user.update', wanted).catch(refuseTakenName)
    },

    'DELETE /api/applications/:id/users/:userId': async ({ caller, request, params }) => {
      const now = clock.now()
      await stores.transaction(async (tx) => {
        await findApplication(tx, caller, params.id, 'manage')
        if (!(await tx.appUsers.remove(params.id, params.userId))) throw new Problem('user_not_found')
        await endUserSessions(recorder, tx, params.id, [params.userId], now)
        await audit(tx, { caller, request }, 'user.delete', subjectOfUser(params), now)
      })
      return { message: 'User deleted successfully' }
    },

    'POST /api/applications/:id/users/:userId/pause': ({ params, ...actor }) =>
      change(actor, params, 'user.pause', { isPaused: true }),
    'POST /api/applications/:id/users/:userId/unpause': ({ params, ...actor }) =>
      change(actor, params, 'user.unpause', { isPaused: false }),
    'POST /api/applications/:id/users/:userId/reset-hwid': async ({ params, ...actor }) => {
      const reset = await change(actor, params, 'user.reset_hwid', { hwid: null, isHwidLocked: true })
      const files = await stores.offlineLicenses.validByDevice(params.id, params.userId, clock.now())
      if (files.size === 0) return reset
      return { ...reset, offlineUntil: new Date(Math.max(...[...files.values()].map((at) => at.getTime()))) }
    },
    'POST /api/applications/:id/users/:userId/ban': ({ params, body, ...actor }) =>
      change(actor, params, 'user.ban', { isBanned: true, banReason: body?.reason || undefined }),
    'POST /api/applications/:id/users/:userId/unban': ({ params, ...actor }) =>
      change(actor, params, 'user.unban', { isBanned: false }),
  }
}

/** A password set in the dashboard is hashed in the application's queue, not in the dashboard's. */
const ownerHashQueue = (application: Application, caller: Caller, request: FastifyRequest): HashQueueKey => ({
  tenant: application.ownerId,
  application: application.id,
  address: clientIp(request),
  account: caller.email,
})

/** Who signs in with a license key alone has neither a name nor a password. */
function refuseCredentials(body: { username?: string | undefined; password?: string | undefined }, username: string) {
  const message = "Can't be set: this user logs in with a license key alone."
  if (body.username !== undefined && body.username !== username) throw fieldError('username', message)
  if (body.password) throw fieldError('password', message)
}

/** Also true for invisible characters. */
const isBlank = (username: string) => canonical(username) === ''

/**
 * `''` locks to the first device that logs in, a value to that device; null, or no value, leaves it to `isHwidLocked`.
 */
function hwidLockChange(body: { hwid?: string | null | undefined; isHwidLocked?: boolean | undefined }) {
  const { hwid, isHwidLocked } = body
  if (hwid === undefined) return { isHwidLocked }
  if (hwid === null) return { hwid, isHwidLocked }
  if (hwid !== '' && isPlaceholderHwid(hwid)) {
    throw fieldError('hwid', 'This hardware ID is a placeholder. Enter a real one.')
  }
  return { hwid: hwid === '' ? null : hwid, isHwidLocked: isHwidLocked ?? true }
}

function refuseTakenName(error: unknown): never {
  if (!(error instanceof UsernameTaken)) throw error
  const fields = { username: 'Username already exists' }
  throw new Problem('username_taken', { fields })
}
