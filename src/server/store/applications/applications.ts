import { type Kysely, type Selectable, sql } from 'kysely'
import type { portalKeyModes, registrationModes, sessionLimitPolicies } from '../../../shared/contract/applications.ts'
import type { Features } from '../../../shared/contract/features.ts'
import type { Tables } from '../../db/tables.ts'
import { blankAsNull, defined, flag, type Patch } from '../columns.ts'
import { featuresOf, featuresText } from '../features-column.ts'
import { updatesRow } from '../row-results.ts'

export interface ApplicationSettings {
  readonly name: string
  readonly description: string
  readonly version: string
  readonly isActive: boolean
  readonly hwidLockEnabled: boolean
  readonly registrationMode: (typeof registrationModes)[number]
  /** null: an open registration sets no expiry. */
  readonly registrationDays: number | null
  readonly minPasswordLength: number
  readonly isVersionRequired: boolean
  readonly isVerifyStrict: boolean
  /** Client requests with the key in the query or the body are rejected. */
  readonly isKeyInHeaderOnly: boolean
  readonly downloadUrl: string | null
  readonly sessionLimit: number | null
  readonly sessionLimitPolicy: (typeof sessionLimitPolicies)[number]
  /** Devices per user, unless the user or the license has a limit. */
  readonly deviceLimit: number
  readonly hwidTolerance: number
  /** Days of access after its end, unless the license has a number of its own. */
  readonly graceDays: number
  /** Retention of the activity log in days and rows; null: the installation's. */
  readonly activityDays: number | null
  readonly activityRows: number | null
  /** Users may sign in with a license key alone. */
  readonly licenseLogin: boolean
  /** null: no offline leases are issued. */
  readonly leaseHours: number | null
  /** Leases allow a program to start without the server. */
  readonly offlineStart: boolean
  /** What every user has. */
  readonly features: Features
  readonly portalEnabled: boolean
  /** The portal's address is `/portal/{slug}`; of all applications unique. */
  readonly portalSlug: string | null
  /** null: the application's. */
  readonly portalName: string | null
  readonly portalColor: string | null
  readonly portalSupportUrl: string | null
  readonly portalWelcome: string | null
  /** What a license key alone opens in the portal. */
  readonly portalKeyOnly: (typeof portalKeyModes)[number]
  /** Days between two devices that a user releases in the portal; 0: none. */
  readonly deviceReleaseDays: number
  readonly loginSuccessMessage: string | null
  readonly loginFailedMessage: string | null
  readonly accountDisabledMessage: string | null
  readonly accountExpiredMessage: string | null
  readonly versionMismatchMessage: string | null
  readonly hwidMismatchMessage: string | null
}

export interface Application extends ApplicationSettings {
  readonly id: number
  readonly ownerId: number
  readonly userCount: number
  readonly licenseCount: number
  readonly createdAt: Date
}

/** A change of settings. An empty text is stored as null, which inherits. */
export type ApplicationChange = Patch<ApplicationSettings>

/** Applications. Deletion is soft: every reader stops seeing it at once, and its rows are purged later in batches. */
export function applicationStore(db: Kysely<Tables>) {
  const find = async (id: number): Promise<Application | undefined> => {
    const row = await existing(db).where('id', '=', id).executeTakeFirst()
    return row && applicationFromRow(row)
  }
  return {
    find,
    /** The application whose portal is open at this address. */
    findPortal: async (slug: string): Promise<Application | undefined> => {
      const row = await existing(db).where('portal_slug', '=', slug).where('portal_enabled', '=', 1).executeTakeFirst()
      return row && applicationFromRow(row)
    },
    /** Applications of one owner, or all; oldest first. */
    list: async (ownerId?: number): Promise<Application[]> => {
      const all = existing(db).orderBy('id')
      const rows = await (ownerId === undefined ? all : all.where('owner_id', '=', ownerId)).execute()
      return rows.map(applicationFromRow)
    },
    insert: async (ownerId: number, settings: ApplicationSettings, now: Date): Promise<Application> => {
      const row = await db
        .insertInto('applications')
        .values({ owner_id: ownerId, ...toColumns(settings), created_at: now.getTime(), deleted_at: null })
        .returningAll()
        .executeTakeFirstOrThrow()
      return applicationFromRow(row)
    },
    /** The updated application; an empty change returns it unchanged. */
    update: async (id: number, change: ApplicationChange): Promise<Application | undefined> => {
      const columns = toColumns(change)
      if (Object.keys(columns).length === 0) return find(id)
      const row = await db
        .updateTable('applications')
        .set(columns)
        .where('id', '=', id)
        .where('deleted_at', 'is', null)
        .returningAll()
        .executeTakeFirst()
      return row && applicationFromRow(row)
    },
    /** Locks the application's row, which orders changes of its people and its deletion; false when it is deleted. */
    lock: (id: number): Promise<boolean> =>
      updatesRow(
        db
          .updateTable('applications')
          .set((eb) => ({ owner_id: eb.ref('owner_id') }))
          .where('id', '=', id)
          .where('deleted_at', 'is', null),
      ),
    /** Soft delete: the application disappears at once and its API keys stop working. */
    remove: async (id: number, now: Date): Promise<boolean> => {
      const { numUpdatedRows } = await db
        .updateTable('applications')
        // another application may take the address of the portal
        .set({ deleted_at: now.getTime(), portal_slug: null })
        .where('id', '=', id)
        .where('deleted_at', 'is', null)
        .executeTakeFirst()
      await db.deleteFrom('api_keys').where('application_id', '=', id).execute()
      await db.deleteFrom('signing_keys').where('application_id', '=', id).execute()
      // they count for the limit of their accounts
      await db.deleteFrom('saved_views').where('application_id', '=', id).execute()
      return numUpdatedRows > 0
    },
    /**
     * Deletes at most `batch` rows of applications deleted by the given time and returns how many; 0 when nothing is
     * left.
     */
    purgeDeleted: (deletedBy: Date, batch: number): Promise<number> => purgeDeletedApplications(db, deletedBy, batch),
  }
}

const existing = (db: Kysely<Tables>) => db.selectFrom('applications').selectAll().where('deleted_at', 'is', null)

type SettingColumns = Omit<
  Selectable<Tables['applications']>,
  'id' | 'owner_id' | 'user_count' | 'license_count' | 'foreign_hash_count' | 'created_at' | 'deleted_at'
>

function toColumns(settings: ApplicationSettings): SettingColumns
function toColumns(change: ApplicationChange): Partial<SettingColumns>
function toColumns(change: ApplicationChange): Partial<SettingColumns> {
  const asFlag = (value: boolean | undefined) => (value === undefined ? undefined : flag(value))
  return defined({
    name: change.name,
    description: change.description,
    version: change.version,
    is_active: asFlag(change.isActive),
    hwid_lock_enabled: asFlag(change.hwidLockEnabled),
    registration_mode: change.registrationMode,
    registration_days: change.registrationDays,
    min_password_length: change.minPasswordLength,
    is_version_required: asFlag(change.isVersionRequired),
    is_verify_strict: asFlag(change.isVerifyStrict),
    is_key_in_header_only: asFlag(change.isKeyInHeaderOnly),
    download_url: change.downloadUrl,
    session_limit: change.sessionLimit,
    session_limit_policy: change.sessionLimitPolicy,
    device_limit: change.deviceLimit,
    hwid_tolerance: change.hwidTolerance,
    grace_days: change.graceDays,
    activity_days: change.activityDays,
    activity_rows: change.activityRows,
    license_login: asFlag(change.licenseLogin),
    lease_hours: change.leaseHours,
    offline_start: asFlag(change.offlineStart),
    features: change.features === undefined ? undefined : featuresText(change.features),
    portal_enabled: asFlag(change.portalEnabled),
    portal_slug: change.portalSlug,
    portal_name: blankAsNull(change.portalName),
    portal_color: change.portalColor,
    portal_support_url: change.portalSupportUrl,
    portal_welcome: blankAsNull(change.portalWelcome),
    portal_key_only: change.portalKeyOnly,
    device_release_days: change.deviceReleaseDays,
    login_success: blankAsNull(change.loginSuccessMessage),
    login_failed: blankAsNull(change.loginFailedMessage),
    account_disabled: blankAsNull(change.accountDisabledMessage),
    account_expired: blankAsNull(change.accountExpiredMessage),
    version_mismatch: blankAsNull(change.versionMismatchMessage),
    hwid_mismatch: blankAsNull(change.hwidMismatchMessage),
  })
}

/** For stores that join the application with their own rows. */
export function applicationFromRow(row: Selectable<Tables['applications']>): Application {
  return {
    id: row.id,
    ownerId: row.owner_id,
    name: row.name,
    description: row.description,
    version: row.version,
    isActive: row.is_active === 1,
    hwidLockEnabled: row.hwid_lock_enabled === 1,
    registrationMode: row.registration_mode as ApplicationSettings['registrationMode'],
    registrationDays: row.registration_days,
    minPasswordLength: row.min_password_length,
    isVersionRequired: row.is_version_required === 1,
    isVerifyStrict: row.is_verify_strict === 1,
    isKeyInHeaderOnly: row.is_key_in_header_only === 1,
    downloadUrl: row.download_url,
    sessionLimit: row.session_limit,
    sessionLimitPolicy: row.session_limit_policy as ApplicationSettings['sessionLimitPolicy'],
    deviceLimit: row.device_limit,
    hwidTolerance: row.hwid_tolerance,
    graceDays: row.grace_days,
    activityDays: row.activity_days,
    activityRows: row.activity_rows,
    licenseLogin: row.license_login === 1,
    leaseHours: row.lease_hours,
    offlineStart: row.offline_start === 1,
    features: featuresOf(row.features),
    portalEnabled: row.portal_enabled === 1,
    portalSlug: row.portal_slug,
    portalName: row.portal_name,
    portalColor: row.portal_color,
    portalSupportUrl: row.portal_support_url,
    portalWelcome: row.portal_welcome,
    portalKeyOnly: row.portal_key_only as ApplicationSettings['portalKeyOnly'],
    deviceReleaseDays: row.device_release_days,
    loginSuccessMessage: row.login_success,
    loginFailedMessage: row.login_failed,
    accountDisabledMessage: row.account_disabled,
    accountExpiredMessage: row.account_expired,
    versionMismatchMessage: row.version_mismatch,
    hwidMismatchMessage: row.hwid_mismatch,
    userCount: row.user_count,
    licenseCount: row.license_count,
    createdAt: new Date(row.created_at),
  }
}

/** Tables that grow with use, in deletion order: users refer to licenses. */
const large = ['client_sessions', 'activity', 'app_users', 'licenses', 'blacklist'] as const

/**
 * Deletes at most `batch` rows of the first deleted application that has any left, and returns how many. The
 * application's own row is deleted last and cascades to the few remaining rows (counters).
 */
async function purgeDeletedApplications(db: Kysely<Tables>, deletedBy: Date, batch: number): Promise<number> {
  const application = await db
    .selectFrom('applications')
    .select('id')
    .where('deleted_at', '<=', deletedBy.getTime())
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (!application) return 0
  const kept = await deleteUndoRows(db, application.id, batch)
  if (kept > 0) return kept
  for (const table of large) {
    const deleted = await sql`
      delete from ${sql.table(table)} where id in
        (select id from ${sql.table(table)} where application_id = ${application.id} limit ${batch})`.execute(db)
    if (deleted.numAffectedRows) return Number(deleted.numAffectedRows)
  }
  await db.deleteFrom('applications').where('id', '=', application.id).execute()
  return 1
}

/** Undo snapshots; the operations themselves are deleted with the application. */
async function deleteUndoRows(db: Kysely<Tables>, applicationId: number, batch: number): Promise<number> {
  const operation = await db
    .selectFrom('operation_rows')
    .innerJoin('operations', 'operations.id', 'operation_rows.operation_id')
    .select('operations.id')
    .where('operations.application_id', '=', applicationId)
    .limit(1)
    .executeTakeFirst()
  if (!operation) return 0
  const { numDeletedRows } = await db
    .deleteFrom('operation_rows')
    .where('operation_id', '=', operation.id)
    .where('row_id', 'in', (eb) =>
      eb.selectFrom('operation_rows').select('row_id').where('operation_id', '=', operation.id).limit(batch),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}
