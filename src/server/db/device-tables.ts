import type { ColumnType, Generated } from 'kysely'

type Later<T> = ColumnType<T | null, T | null | undefined, T | null>

/** Rows of devices; see `tables.ts`. */
export interface DeviceTables {
  /** Devices of users beside the one in `app_users.hwid`, and those that were released lately. */
  devices: {
    id: Generated<number>
    application_id: number
    user_id: number
    hwid: string
    hwid_key: string
    name: string | null
    bound_at: number
    last_seen_at: number
    last_ip: string | null
    released_at: Later<number>
    /** Who released it; null: a reset of the hardware lock. */
    released_by: Later<string>
    /** As `app_users.device_components`. */
    components: Later<string>
    components_at: Later<number>
  }
}
