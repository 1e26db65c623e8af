import { z } from 'zod'
import { daysMax, maxUsersMax, neverExpires } from '../../../shared/constants.ts'
import { Line, Paragraph } from '../../../shared/contract/fields.ts'
import { validityStarts } from '../../../shared/contract/licenses.ts'
import { importFields } from '../../../shared/import-fields.ts'
import { licenseHolds } from '../../../shared/license-status.ts'
import { Problem } from '../../http/problem.ts'
import type { Clock } from '../../lib/clock.ts'
import { licenseDefaults } from '../../operations/new-license.ts'
import { defined } from '../../store/columns.ts'
import type { StoreSet } from '../../store/index.ts'
import type { LicensePreset } from '../../store/licenses/license-presets.ts'
import type { NewLicense } from '../../store/licenses/licenses.ts'
import { ExpiryCell, FlagCell, IntCell, TextCell, TimeCell } from './cells.ts'
import type { FileRow } from './import-file.ts'
import { hasSameFields, type Importer, type RowResult } from './importer.ts'
import { type ReadRow, readRow } from './read-user.ts'

interface Options {
  readonly applicationId: number
  readonly existing: 'skip' | 'update'
  /** What a row doesn't say comes from it. */
  readonly preset: LicensePreset | undefined
  readonly clock: Clock
}

interface Planned extends RowResult {
  readonly change?: { readonly id: number; readonly to: ReturnType<typeof fieldsToChange> }
}

const dayMs = 86_400_000

/** Imports licenses by key: existing ones are skipped or updated and keep their users. */
export function licenseImporter({ applicationId, existing, preset, clock }: Options): Importer<LicenseRow> {
  const plan = async (stores: StoreSet, items: readonly LicenseRow[], now: Date): Promise<Planned[]> => {
    const there = await stores.importLicenses.existing(
      applicationId,
      items.map(({ license_key }) => license_key),
    )
    return items.map((row) => {
      const license = there.get(row.license_key)
      if (!license) return { result: 'new', ...warningOf(newLicense(row, preset, now), now) }
      if (existing === 'skip') return { result: 'skipped', message: 'Already exists' }
      const to = fieldsToChange(row, license.currentUsers > 0)
      if (to.maxUsers !== undefined && to.maxUsers < license.currentUsers) {
        return { result: 'wrong', field: 'max_users', message: 'More users than this use the license' }
      }
      return hasSameFields(license, to)
        ? { result: 'unchanged' }
        : { result: 'changed', change: { id: license.id, to } }
    })
  }
  return {
    columns: importFields.licenses,
    entity: 'license',
    read: readLicense,
    nameOf: ({ license_key }) => license_key,
    keyOf: ({ license_key }) => license_key.trim().toUpperCase(),
    endOf: (row, now) => {
      if (row.expires_at === null) return null
      const { expiresAt, validityDays } = newLicense(row, preset, now)
      return expiresAt ?? new Date(now.getTime() + validityDays * dayMs)
    },
    plan: (stores, items) => plan(stores, items, clock.now()),
    prepare: async () => {},
    async applyRows(tx, items, now) {
      // locks the license, so that no seat is claimed between the check and the change
      await tx.importLicenses.lock(
        applicationId,
        items.map(({ license_key }) => license_key),
      )
      if (preset && !(await tx.licensePresets.hold(applicationId, preset.id))) throw new Problem('preset_not_found')
      const planned = await plan(tx, items, now)
      const fresh = items.filter((_row, index) => planned[index]?.result === 'new')
      if (fresh.length > 0)
        await tx.licenses.insertMany(
          applicationId,
          fresh.map((row) => newLicense(row, preset, now)),
        )
      for (const { change } of planned) {
        if (!change) continue
        const { hold, holdReason = null, ...to } = change.to
        await tx.licenses.update(applicationId, change.id, to)
        if (!hold) continue
        const held = { hold, holdReason, heldAt: now }
        await tx.licenses.hold(applicationId, { licenseId: change.id, held })
      }
      return planned
    },
  }
}

/** In KeyAuth's file a used key is inactive: once its user was imported it is in use here, and keeps its state and end. */
function fieldsToChange(row: LicenseRow, isInUse: boolean) {
  const keepsState = row.isFromKeyAuth && isInUse
  return defined({
    maxUsers: row.max_users,
    description: row.description,
    ...(!keepsState && { isActive: row.is_active, expiresAt: expiryOf(row) }),
    ...(row.hold && { hold: row.hold, holdReason: row.hold_reason ?? null }),
  })
}

/** A license that never expires gets the latest possible expiry: without one it would start with its first user. */
const expiryOf = ({ expires_at }: LicenseRow) => (expires_at === null ? new Date(neverExpires) : expires_at)

const warningOf = ({ expiresAt }: NewLicense, now: Date) =>
  expiresAt !== null && expiresAt <= now ? { message: 'Already expired' } : {}

function newLicense(row: LicenseRow, preset: LicensePreset | undefined, now: Date): NewLicense {
  const { maxUsers, validityDays: usualDays, validityStart: usualStart, ...rest } = { ...licenseDefaults, ...preset }
  const { maxDevices, maxSessions, graceDays, features } = rest
  const validityStart = row.validity_start ?? usualStart
  const validityDays = row.validity_days ?? usualDays
  const createdAt = row.created_at ?? now
  const ofCreation = new Date(createdAt.getTime() + validityDays * dayMs)
  return {
    licenseKey: row.license_key,
    maxUsers: row.max_users ?? maxUsers,
    ...{ maxDevices, maxSessions, graceDays, features, presetId: preset?.id ?? null },
    validityDays,
    validityStart,
    description: row.description ?? '',
    isActive: row.is_active ?? true,
    expiresAt: expiryOf(row) ?? (validityStart === 'first_use' ? null : ofCreation),
    createdAt,
    hold: row.hold ?? null,
    holdReason: (row.hold && row.hold_reason) ?? null,
    heldAt: row.hold ? now : null,
  }
}

const License = z.object({
  license_key: Line(128).min(1, 'is required'),
  max_users: IntCell(1, maxUsersMax),
  validity_days: IntCell(1, daysMax),
  validity_start: TextCell(z.enum(validityStarts)),
  expires_at: ExpiryCell,
  description: TextCell(Paragraph(500)),
  is_active: FlagCell,
  created_at: TimeCell,
  hold: TextCell(z.enum(licenseHolds)),
  hold_reason: TextCell(Line(200)),
} satisfies Record<(typeof importFields.licenses)[number], z.ZodType>)

type LicenseRow = z.output<typeof License> & { readonly isFromKeyAuth: boolean }

/** A license as the file has it, or what is wrong with the row. */
function readLicense({ fields, isFromKeyAuth = false }: FileRow): ReadRow<LicenseRow> {
  const read = readRow(License, { license_key: '', ...fields })
  return 'wrong' in read ? read : { item: { ...read.item, isFromKeyAuth } }
}
