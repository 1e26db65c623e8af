import { defaultMaxUsers, defaultValidityDays } from '../../shared/constants.ts'
import type { LicenseHoldRoute, licenseRoutes } from '../../shared/contract/licenses.ts'
import { findApplication, maySee } from '../http/auth/application-access.ts'
import type { Caller } from '../http/auth/authenticate.ts'
import { rightsOf } from '../http/auth/rights-of.ts'
import { type Actor, audit, type Dashboard, ofApplication } from '../http/dashboard.ts'
import { fieldError } from '../http/field-error.ts'
import type { IdempotentTransaction } from '../http/idempotency.ts'
import { Problem } from '../http/problem.ts'
import type { Handlers } from '../http/serve-routes.ts'
import { pagedList } from '../http/streams/paged-list.ts'
import { createPace } from '../lib/pace.ts'
import { newLicenseKey, newMaskedKey } from '../lib/tokens.ts'
import { type LicenseView, licenseView, withGrace } from '../operations/license-view.ts'
import { newKey, newLicense, type WantedLicense } from '../operations/new-license.ts'
import { offeredPreset } from '../operations/offered-preset.ts'
import type { SeenApplication } from '../store/applications/seen-applications.ts'
import { dayMs, defined } from '../store/columns.ts'
import type { Stores } from '../store/index.ts'
import {
  type License,
  LicenseBelowUsers,
  LicenseKeyTaken,
  licensesPerInsert,
  type NewLicense,
  type PreparedLicenses,
} from '../store/licenses/licenses.ts'

type Licenses = Pick<Dashboard, 'stores' | 'clock'>

/** All but the deletion, which may be one of many users, and the holds. */
type LicenseRoutes = Omit<typeof licenseRoutes, 'DELETE /api/applications/:id/licenses/:licenseId' | LicenseHoldRoute>

export function licenseHandlers({ stores, clock }: Licenses): Handlers<LicenseRoutes> {
  const create = (
    idempotentTransaction: IdempotentTransaction<LicenseView>,
    actor: Actor,
    applicationId: number,
    { presetId, ...wanted }: WantedLicense & { readonly presetId?: number | null | undefined },
  ) =>
    idempotentTransaction(async (tx) => {
      const application = await findApplication(tx, actor.caller, applicationId, 'manage')
      const preset = presetId == null ? undefined : offeredPreset(await tx.licensePresets.hold(applicationId, presetId))
      const license = newLicense(wanted, preset, clock.now())
      const made = await tx.licenses.insert(applicationId, license).catch(throwProblem)
      await audit(tx, actor, 'license.create', subjectOf(applicationId, made.id), license.createdAt)
      return withGrace(application, made)
    })

  return {
    'GET /api/applications/:id/licenses': async ({ caller, params, query }) => {
      const application = await findApplication(stores, caller, params.id, 'look')
      const { limit, cursor, sort = 'createdAt:desc', ...wanted } = query
      const isFiltered = Object.keys(defined(wanted)).length > 0
      const filter = { ...wanted, now: clock.now() }
      return pagedList(
        { limit, cursor },
        {
          sort,
          sortedBy: 'number',
          ...defined({ total: isFiltered ? await stores.licenses.count(params.id, filter) : application.licenseCount }),
          read: (after, size) => stores.licenses.list(params.id, filter, sort, after, size),
          show: shownTo(caller, application),
        },
      )
    },

    'GET /api/applications/:id/licenses/summary': async ({ caller, params }) => {
      await findApplication(stores, caller, params.id, 'look')
      const { total, active, users, expired } = await stores.activeCounts.licenses(params.id, clock.now())
      return { totalKeys: total, activeKeys: active, totalUsers: users, expiredKeys: expired }
    },

    'GET /api/applications/:id/licenses/generate': async ({ caller, params }) => {
      await findApplication(stores, caller, params.id, 'look')
      return { generatedKey: newLicenseKey(), defaultMaxUsers, defaultValidityDays }
    },

    'GET /api/applications/:id/licenses/mask': async ({ caller, params, query: { mask } }) => {
      await findApplication(stores, caller, params.id, 'look')
      return { sample: Array.from({ length: 3 }, () => newMaskedKey(mask)) }
    },

    'GET /api/applications/:id/licenses/short-keys': async ({ caller, params }) => {
      await findApplication(stores, caller, params.id, 'look')
      return stores.licenses.countShortKeys(params.id)
    },

    'POST /api/applications/:id/licenses/batch': async ({
      params: { id },
      body: { count, mask, presetId, ...wanted },
      idempotentTransaction,
      ...actor
    }) => {
      await findApplication(stores, actor.caller, id, 'manage')
      const preset = presetId == null ? undefined : offeredPreset(await stores.licensePresets.find(id, presetId))
      const now = clock.now()
      const keys = new Set<string>()
      const prepared = await prepareInSlices(stores, id, count, () =>
        newLicense({ ...wanted, licenseKey: anotherKey(keys, mask ?? preset?.mask) }, preset, now),
      )
      return idempotentTransaction(async (tx) => {
        const application = await findApplication(tx, actor.caller, id, 'manage')
        if (preset) offeredPreset(await tx.licensePresets.hold(id, preset.id))
        const made = await tx.licenses.insertPrepared(id, prepared).catch(throwProblem)
        await audit(tx, actor, 'license.create_many', ofApplication(id, `, ${made.length} licenses`), now)
        return made.map((license) => withGrace(application, license))
      })
    },

    'POST /api/applications/:id/licenses/generate': ({ params, body, idempotentTransaction, ...actor }) =>
      create(idempotentTransaction, actor, params.id, body),
    'POST /api/applications/:id/licenses': ({ params, body, idempotentTransaction, ...actor }) =>
      create(idempotentTransaction, actor, params.id, body),

    'GET /api/applications/:id/licenses/:licenseId': async ({ caller, params: { id, licenseId } }) => {
      const application = await findApplication(stores, caller, id, 'look')
      const [license, use, redemptions, changes, undoable] = await Promise.all([
        stores.licenses.find(id, licenseId),
        stores.licenseUse.read(id, licenseId),
        stores.redemptions.list(id, { licenseId }),
        stores.audit.list({ subject: subjectOf(id, licenseId).text }, true, undefined, changesShown),
        stores.operations.undoableOf(id, 'license', licenseId),
      ])
      if (!license) throw new Problem('license_not_found')
      const preset = license.presetId === null ? undefined : await stores.licensePresets.find(id, license.presetId)
      const seesActors = rightsOf(caller, application, application.memberRole).has('team')
      const isShown = (accountId: number | null) => seesActors || accountId === caller.accountId
      return {
        ...shownTo(caller, application)(license),
        ...use,
        spent: license.spentAt && {
          at: license.spentAt,
          licenseId: license.spentInto,
          takenDays: Math.ceil((license.takenMs ?? 0) / dayMs),
        },
        redemptions,
        preset: preset ? { name: preset.name, isArchived: preset.archivedAt !== null } : null,
        users: [...use.users],
        changes: changes.rows.map((row) => ({ ...row, actor: isShown(row.accountId) ? row.actor : null })),
        undoable,
      }
    },

    'PATCH /api/applications/:id/licenses/:licenseId': ({ params, body, ...actor }) =>
      stores.transaction(async (tx) => {
        const application = await findApplication(tx, actor.caller, params.id, 'manage')
        const { expiresAt, ...rest } = body
        const before = await tx.licenses.lock(params.id, params.licenseId)
        if (!before) throw new Problem('license_not_found')
        if (expiresAt === null && before.expiresAt) throw fieldError('expiresAt', expiryRequired)
        const wanted = { ...rest, ...(expiresAt && { expiresAt }) }
        const license = await tx.licenses.update(params.id, params.licenseId, wanted).catch(throwProblem)
        if (!license) throw new Problem('license_not_found')
        const at = clock.now()
        if (Object.keys(defined(wanted)).length > 0) {
          await audit(tx, actor, 'license.update', subjectOf(params.id, license.id), at, whatChanged(before, license))
        }
        const changed = withGrace(application, license)
        if (!expiresAt) return changed
        const undoId = await tx.undo.saveLicenseExpiry(params.id, {
          licenseId: license.id,
          before: before.expiresAt,
          after: license.expiresAt,
          actor: actor.caller.email,
          at,
        })
        return { ...changed, ...defined({ undoId }) }
      }),
  }
}

const changesShown = 20

/** A license as the caller sees it: without the right to keys, masked. */
function shownTo(caller: Caller, application: SeenApplication): (license: License) => LicenseView {
  const seesKey = maySee(caller, application, 'licenseKey')
  return (license) => licenseView(application, license, seesKey)
}

const expiryRequired = "An expiry can't be removed. Send another date."

const subjectOf = (applicationId: number, licenseId: number) => ofApplication(applicationId, `, license ${licenseId}`)

/** Old and new values for the audit log. A description may name a customer, who could not be taken out of the log. */
function whatChanged(before: License, after: License): string {
  const text = (value: Date | number | boolean | null) => (value instanceof Date ? value.toISOString() : String(value))
  const parts = (['maxUsers', 'maxDevices', 'maxSessions', 'graceDays', 'isActive', 'expiresAt'] as const)
    .map((field) => [field, text(before[field]), text(after[field])] as const)
    .filter(([, old, now]) => old !== now)
    .map(([field, old, now]) => `${field}: ${old} → ${now}`)
  const unquoted = (['description', 'features'] as const).filter(
    (field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  )
  return [...parts, ...unquoted].join(', ')
}

/** A key that `keys` doesn't have yet. Of 60 random bits two collide once in a million batches; then another is drawn. */
function anotherKey(keys: Set<string>, mask: string | null | undefined): string {
  for (;;) {
    const key = newKey(mask)
    if (keys.has(key)) continue
    keys.add(key)
    return key
  }
}

/** Makes and encrypts the keys before the transaction: a thousand at once would hold the event loop. */
async function prepareInSlices(
  { licenses }: Pick<Stores, 'licenses'>,
  applicationId: number,
  count: number,
  next: () => NewLicense,
): Promise<PreparedLicenses[]> {
  const prepared: PreparedLicenses[] = []
  const pace = createPace({ fewest: 1, most: 5 })
  for (let left = count; left > 0; ) {
    await pace.slice(async (inserts) => {
      for (let n = 0; n < inserts && left > 0; n += 1) {
        const some = Array.from({ length: Math.min(left, licensesPerInsert) }, next)
        prepared.push(licenses.prepare(applicationId, some))
        left -= some.length
      }
    })
  }
  return prepared
}

function throwProblem(error: unknown): never {
  if (error instanceof LicenseKeyTaken) {
    throw new Problem('license_key_taken', { fields: { licenseKey: 'License key already exists' } })
  }
  if (error instanceof LicenseBelowUsers) throw new Problem('license_below_users')
  throw error
}
