import { defaultMaxUsers, defaultValidityDays } from '../../shared/constants.ts'
import type { licenseRoutes } from '../../shared/contract/licenses.ts'
import { endUserSessions, sessionEnd } from '../events/live-sessions.ts'
import type { Recorder } from '../events/recorder.ts'
import { findApplication, maySee } from '../http/auth/application-access.ts'
import { type Actor, audit, type Dashboard, ofApplication } from '../http/dashboard.ts'
import { fieldError } from '../http/field-error.ts'
import type { IdempotentTransaction } from '../http/idempotency.ts'
import { Problem } from '../http/problem.ts'
import type { Handlers } from '../http/serve-routes.ts'
import { pagedList } from '../http/streams/paged-list.ts'
import { createPace } from '../lib/pace.ts'
import { maskedLicenseKey, newLicenseKey, newMaskedKey } from '../lib/tokens.ts'
import { dayMs, defined, type Patch } from '../store/columns.ts'
import { type License, LicenseBelowUsers, LicenseKeyTaken, type NewLicense } from '../store/licenses/licenses.ts'

interface Licenses extends Pick<Dashboard, 'stores' | 'clock'> {
  readonly recorder: Recorder
}

type Wanted = Patch<Omit<NewLicense, 'expiresAt' | 'createdAt'>>

/** A license of at most this many users is deleted in one transaction. */
const usersAtOnce = 500
/** The least users of a slice: many who delete the same license at once take turns. */
const fewestUsers = 100

export function licenseHandlers({ stores, clock, recorder }: Licenses): Handlers<typeof licenseRoutes> {
  const create = (
    idempotentTransaction: IdempotentTransaction<License>,
    actor: Actor,
    applicationId: number,
    wanted: Wanted,
  ) =>
    idempotentTransaction(async (tx) => {
      await findApplication(tx, actor.caller, applicationId, 'manage')
      const license = newLicense(wanted, clock.now())
      const made = await tx.licenses.insert(applicationId, license).catch(throwProblem)
      await audit(tx, actor, 'license.create', subjectOf(applicationId, made.id), license.createdAt)
      return made
    })

  /**
   * Removes the users of a large license in slices, each with its sessions: all at once would block other writers.
   * Nobody can log in with the license meanwhile, and the rest is removed together with the license.
   */
  const releaseUsersInBatches = async (actor: Actor, applicationId: number, licenseId: number) => {
    const { currentUsers = 0 } = (await stores.licenses.find(applicationId, licenseId)) ?? {}
    const at = clock.now()
    let released = 0
    const pace = createPace({ fewest: fewestUsers, most: usersAtOnce })
    while (currentUsers - released > usersAtOnce) {
      const part = await pace.slice((rows) =>
        stores.transaction(async (tx) => {
          await findApplication(tx, actor.caller, applicationId, 'manage')
          const userIds = await tx.licenses.releaseSome(applicationId, licenseId, at, rows)
          await endUserSessions(recorder, tx, applicationId, userIds, at)
          if (released === 0) {
            const subject = subjectOf(applicationId, licenseId)
            await audit(tx, actor, 'license.delete', subject, at, `begun: ${currentUsers} users`)
          }
          return userIds.length
        }),
      )
      if (part === 0) return
      released += part
    }
  }

  return {
    'GET /api/applications/:id/licenses': async ({ caller, params, query }) => {
      const application = await findApplication(stores, caller, params.id, 'look')
      const { limit, cursor, sort = 'createdAt:desc', ...wanted } = query
      const isFiltered = Object.keys(defined(wanted)).length > 0
      const filter = { ...wanted, now: clock.now() }
      const isMasked = !maySee(caller, application, 'licenseKey')
      return pagedList(
        { limit, cursor },
        {
          sort,
          sortedBy: 'number',
          total: isFiltered ? await stores.licenses.count(params.id, filter) : application.licenseCount,
          read: (after, size) => stores.licenses.list(params.id, filter, sort, after, size),
          show: (license) => (isMasked ? { ...license, licenseKey: maskedLicenseKey(license.licenseKey) } : license),
        },
      )
    },

    'GET /api/applications/:id/licenses/summary': async ({ caller, params }) => {
      await findApplication(stores, caller, params.id, 'look')
      return stores.licenses.summary(params.id, clock.now())
    },

    'GET /api/applications/:id/licenses/generate': async ({ caller, params }) => {
      await findApplication(stores, caller, params.id, 'look')
      return { generatedKey: newLicenseKey(), defaultMaxUsers, defaultValidityDays }
    },

    'GET /api/applications/:id/licenses/mask': async ({ caller, params, query: { mask } }) => {
      await findApplication(stores, caller, params.id, 'look')
      return { sample: Array.from({ length: 3 }, () => newMaskedKey(mask)) }
    },

    'POST /api/applications/:id/licenses/batch': ({
      params: { id },
      body: { count, mask, ...wanted },
      idempotentTransaction,
      ...actor
    }) =>
      idempotentTransaction(async (tx) => {
        await findApplication(tx, actor.caller, id, 'manage')
        const now = clock.now()
        const keys = newKeys(count, mask)
        const licenses = [...keys].map((licenseKey) => newLicense({ ...wanted, licenseKey }, now))
        const made = await tx.licenses.insertMany(id, licenses).catch(throwProblem)
        await audit(tx, actor, 'license.create_many', ofApplication(id, `, ${made.length} licenses`), now)
        return made
      }),

    'POST /api/applications/:id/licenses/generate': ({ params, body, idempotentTransaction, ...actor }) =>
      create(idempotentTransaction, actor, params.id, body),
    'POST /api/applications/:id/licenses': ({ params, body, idempotentTransaction, ...actor }) =>
      create(idempotentTransaction, actor, params.id, body),

    'PATCH /api/applications/:id/licenses/:licenseId': ({ params, body, ...actor }) =>
      stores.transaction(async (tx) => {
        await findApplication(tx, actor.caller, params.id, 'manage')
        const { expiresAt, ...rest } = body
        const before = expiresAt === undefined ? undefined : await tx.licenses.lock(params.id, params.licenseId)
        if (expiresAt === null && before?.expiresAt) throw fieldError('expiresAt', expiryRequired)
        const wanted = { ...rest, ...(expiresAt && { expiresAt }) }
        const license = await tx.licenses.update(params.id, params.licenseId, wanted).catch(throwProblem)
        if (!license) throw new Problem('license_not_found')
        const at = clock.now()
        if (Object.keys(defined(wanted)).length > 0) {
          await audit(tx, actor, 'license.update', subjectOf(params.id, license.id), at)
        }
        if (!before || !expiresAt) return license
        const undoId = await tx.undo.saveLicenseExpiry(params.id, {
          licenseId: license.id,
          before: before.expiresAt,
          after: license.expiresAt,
          actor: actor.caller.email,
          at,
        })
        return { ...license, ...defined({ undoId }) }
      }),

    'DELETE /api/applications/:id/licenses/:licenseId': async ({ params, ...actor }) => {
      const { id, licenseId } = params
      await releaseUsersInBatches(actor, id, licenseId)
      await stores.transaction(async (tx) => {
        const now = clock.now()
        await findApplication(tx, actor.caller, id, 'manage')
        if (!(await tx.licenses.expireUsers(id, licenseId, now))) throw new Problem('license_not_found')
        const ended = await tx.clientSessions.endForLicenseUsers(id, licenseId, 'ended_by_owner', now)
        for (const session of ended) await recorder.record(tx, sessionEnd(session, 'ended_by_owner', now))
        await tx.licenses.remove(id, licenseId)
        await audit(tx, actor, 'license.delete', subjectOf(id, licenseId), now)
      })
      return { message: 'License deleted' }
    },
  }
}

const expiryRequired = 'A license that has an expiry keeps one: send another date.'

const subjectOf = (applicationId: number, licenseId: number) => ofApplication(applicationId, `, license ${licenseId}`)

function newLicense(wanted: Wanted, now: Date): NewLicense {
  const validityDays = wanted.validityDays ?? defaultValidityDays
  const validityStart = wanted.validityStart ?? 'creation'
  return {
    licenseKey: wanted.licenseKey || newLicenseKey(),
    maxUsers: wanted.maxUsers ?? defaultMaxUsers,
    validityDays,
    validityStart,
    description: wanted.description ?? '',
    isActive: wanted.isActive ?? true,
    expiresAt: validityStart === 'first_use' ? null : new Date(now.getTime() + validityDays * dayMs),
    createdAt: now,
  }
}

/** Distinct keys. Of 60 random bits two collide once in a million batches; then another is drawn. */
function newKeys(count: number, mask: string | undefined): Set<string> {
  const keys = new Set<string>()
  while (keys.size < count) keys.add(mask === undefined ? newLicenseKey() : newMaskedKey(mask))
  return keys
}

function throwProblem(error: unknown): never {
  if (error instanceof LicenseKeyTaken) {
    throw new Problem('license_key_taken', { fields: { licenseKey: 'License key already exists' } })
  }
  if (error instanceof LicenseBelowUsers) throw new Problem('license_below_users')
  throw error
}
