import type { ColumnType, Generated } from 'kysely'

/** Rows of what is sold beside the licenses themselves; see `tables.ts`. */
export interface SellingTables {
  /** Which user redeemed which license key. */
  redemptions: {
    id: Generated<number>
    application_id: number
    license_id: number
    user_id: number
    /** The user's license before; null: none. */
    previous_license_id: number | null
    added_ms: number
    /** When the user's access ended after it. */
    ends_at: number
    created_at: number
  }
  license_presets: {
    id: Generated<number>
    application_id: number
    name: string
    name_key: string
    max_users: number
    validity_days: number
    validity_start: string
    max_devices: number | null
    max_sessions: number | null
    grace_days: ColumnType<number | null, number | null | undefined, number | null>
    mask: string | null
    features: string | null
    created_at: number
    archived_at: ColumnType<number | null, number | null | undefined, number | null>
  }
}
