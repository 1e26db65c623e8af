import { defaultMaxUsers, defaultValidityDays } from '../../../shared/constants.ts'
import { defined } from '../../store/columns.ts'
import type { StoreSet } from '../../store/index.ts'
import { LicenseBelowUsers, type NewLicense } from '../../store/licenses.ts'
import { compareFields, type Importer, type RowResult } from './importer.ts'
import { type LicenseRow, licenseColumns, readLicense } from './read-license.ts'

interface Options {
  readonly applicationId: number
  readonly existing: 'skip' | 'update'
}

interface Planned extends RowResult {
  readonly change?: { readonly id: number; readonly to: ReturnType<typeof wantedOf> }
}

const dayMs = 86_400_000

/** Licenses by key: one that is there already is skipped or changed; its users keep it. */
export function licenseImporter({ applicationId, existing }: Options): Importer<LicenseRow> {
  const plan = async (stores: StoreSet, items: readonly LicenseRow[]): Promise<Planned[]> => {
    const there = await stores.importLicenses.existing(
      applicationId,
      items.map(({ license_key }) => license_key),
    )
    return items.map((row) => {
      const license = there.get(row.license_key)
      if (!license) return { result: 'new' }
      if (existing === 'skip') return { result: 'skipped', message: 'Exists already' }
      const to = wantedOf(row)
      if (to.maxUsers !== undefined && to.maxUsers < license.currentUsers) {
        return { result: 'wrong', field: 'max_users', message: 'More users hold the license' }
      }
      return compareFields(license, to)
        ? { result: 'unchanged' }
        : { result: 'changed', change: { id: license.id, to } }
    })
  }
  return {
    columns: licenseColumns,
    action: 'license.import',
    read: readLicense,
    nameOf: ({ license_key }) => license_key,
    keyOf: ({ license_key }) => license_key.trim().toUpperCase(),
    plan,
    prepare: async () => {},
    async write(tx, items, now) {
      const planned = await plan(tx, items)
      const fresh = items.filter((_row, index) => planned[index]?.result === 'new')
      if (fresh.length > 0)
        await tx.licenses.insertMany(
          applicationId,
          fresh.map((row) => newLicense(row, now)),
        )
      for (const { change } of planned) {
        if (change) await tx.licenses.update(applicationId, change.id, change.to).catch(ignoreSeats)
      }
      return planned
    },
  }
}

/** Somebody registered in this very moment: the license keeps its seats, and a second run tells. */
function ignoreSeats(error: unknown): void {
  if (!(error instanceof LicenseBelowUsers)) throw error
}

function wantedOf(row: LicenseRow) {
  return defined({
    maxUsers: row.max_users,
    description: row.description,
    isActive: row.is_active,
    expiresAt: row.expires_at ?? undefined,
  })
}

function newLicense(row: LicenseRow, now: Date): NewLicense {
  const validityStart = row.validity_start ?? 'creation'
  const validityDays = row.validity_days ?? defaultValidityDays
  const createdAt = row.created_at ?? now
  const isWaiting = validityStart === 'first_use' && row.expires_at === undefined
  return {
    licenseKey: row.license_key,
    maxUsers: row.max_users ?? defaultMaxUsers,
    validityDays,
    validityStart,
    description: row.description ?? '',
    isActive: row.is_active ?? true,
    expiresAt: row.expires_at ?? (isWaiting ? null : new Date(createdAt.getTime() + validityDays * dayMs)),
    createdAt,
  }
}
