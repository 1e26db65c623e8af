import type { ColumnType, Generated } from 'kysely'
import type { AccountTables, MessageColumns } from './account-tables.ts'
import type { CountTables } from './count-tables.ts'
import type { DeviceTables } from './device-tables.ts'
import type { NodeTables } from './node-tables.ts'
import type { PortalColumns, SellingTables, SoldReferences } from './selling-tables.ts'

/** A column with a default that is usually left out of an insert. */
type Counted = ColumnType<number, number | undefined, number>

/** A nullable column that most inserts leave out. */
type Later<T> = ColumnType<T | null, T | null | undefined, T | null>

/** Rows as both databases store them: times in milliseconds, flags 0 or 1. They never leave the stores. */
export interface Tables extends AccountTables, CountTables, DeviceTables, NodeTables, SellingTables {
  installation: { name: string; value: string }
  /** Copies of the embedded database and failed runs. */
  backups: {
    id: Generated<number>
    place: string
    name: string
    state: string
    bytes: Later<number>
    created_at: number
    rehearsed_at: Later<number>
    error: Later<string>
    /** When the owners got mail about this failure. */
    mailed_at: Later<number>
  }
  idempotency_keys: { key_hash: string; fingerprint: string; answer_sealed: string; created_at: number }
  applications: MessageColumns &
    PortalColumns & {
      id: Generated<number>
      owner_id: number
      name: string
      description: string
      version: string
      is_active: number
      hwid_lock_enabled: number
      registration_mode: string
      registration_days: number | null
      min_password_length: number
      is_version_required: number
      is_verify_strict: number
      download_url: string | null
      session_limit: number | null
      session_limit_policy: string
      user_count: Counted
      license_count: Counted
      /** Retention of the activity log in days and rows; null: the installation's default. */
      activity_days: Later<number>
      activity_rows: Later<number>
      is_key_in_header_only: Counted
      /** No longer read. Servers of the previous release still count here while they run beside newer ones. */
      foreign_hash_count: Counted
      created_at: number
      deleted_at: number | null
      lease_hours: number | null
      offline_start: Counted
      license_login: Counted
      device_limit: Counted
      hwid_tolerance: Counted
      grace_days: Counted
      /** JSON; null: none. The same in the tables below. */
      features: Later<string>
    }
  signing_keys: {
    id: Generated<number>
    application_id: number
    number: number
    state: string
    public_key: string
    private_sealed: string | null
    created_at: number
    changed_at: number
  }
  api_keys: {
    id: Generated<number>
    application_id: number
    key_lookup: string
    key_sealed: string
    created_at: number
    /** When the grace period of a replaced key ends; null: the current key. */
    expires_at: Later<number>
    last_used_at: Later<number>
  }
  licenses: {
    id: Generated<number>
    application_id: number
    key_lookup: string
    key_sealed: string
    max_users: number
    current_users: Counted
    validity_days: number
    validity_start: string
    description: string
    description_key: string
    is_active: number
    expires_at: number | null
    created_at: number
    max_devices: Later<number>
    max_sessions: Later<number>
    grace_days: Later<number>
    hold: Later<string>
    hold_reason: Later<string>
    held_at: Later<number>
    /** While the license is held, which stores it as inactive: what its own switch says. */
    active_after_hold: Later<number>
    preset_id: Later<number>
    features: Later<string>
    /** When its time went into another license, which one, and how much. */
    spent_at: Later<number>
    spent_into: Later<number>
    spent_ms: Later<number>
    /** The order that it was made for; null: none. */
    made_for_order_id: Later<number>
    /** How much of that was taken back, until it is given back; null: nothing. */
    taken_ms: Later<number>
    /** Its order was refunded or is disputed, which stores it as inactive; and what its switch says meanwhile. */
    order_hold: Later<string>
    active_after_order: Later<number>
  }
  app_users: {
    id: number
    application_id: number
    username: string
    username_key: string
    email: string | null
    email_key: string | null
    /** SHA-1 of the address, where an import had no more than that. */
    email_sha1: Later<string>
    password_hash: string
    is_active: number
    is_paused: number
    is_banned: number
    hwid: string | null
    hwid_key: string | null
    is_hwid_locked: number
    expires_at: number | null
    license_id: number | null
    last_login_at: number | null
    last_login_ip: string | null
    created_at: number
    ban_reason: Later<string>
    hwid_bound_at: Later<number>
    /** Created by a public registration, at created_at. */
    is_registered: Counted
    /** `license`: stands for a license, for those who sign in with its key alone. */
    kind: ColumnType<string, string | undefined, string>
    /** Recent logins with their devices; read by `hasLoggedIn`. */
    recent_logins: Later<string>
    features: Later<string>
    device_limit: Later<number>
    /** Bound devices beside `hwid`. A trigger sets it to 0 when a statement changes `hwid` without it. */
    more_devices: Counted
    /** Of its license: more than one only by the devices of a license key alone; triggers give those back. */
    seats: Counted
    /** The name of the device in `hwid`. */
    device_name: Later<string>
    /** Its last login before another device of the user logged in. */
    device_seen_at: Later<number>
    device_ip: Later<string>
    /** JSON: the components of that device as its program sent them; null: not known. A trigger forgets them with `hwid`. */
    device_components: Later<string>
    /** When those of the bound device changed; null: since it was bound they have not. */
    device_components_at: Later<number>
    /** When the user last released a device in the portal. */
    self_released_at: Later<number>
    /** When the user proved that the email address is theirs; null: not proved. */
    email_verified_at: Later<number>
  }
  client_sessions: {
    id: Generated<number>
    application_id: number
    user_id: number
    token_hash: string
    hwid: string | null
    ip_address: string
    user_agent: string
    started_at: number
    last_seen_at: number
    ended_at: number | null
    end_reason: string | null
    /** When a login of the same user, IP address and device confirmed the session; null: none did. */
    proved_at: Later<number>
    /** The user's license when it began. */
    license_id: Later<number>
    /** The client library that started it; null: none that is known. */
    client: Later<string>
  }
  blacklist: {
    id: Generated<number>
    account_id: number
    application_id: number | null
    type: string
    value: string
    value_key: string
    reason: string
    created_at: number
    hits: Counted
    last_hit_at: number | null
    /** The user whose ban in all applications added it. */
    banned_user_id: Later<number>
  }
  webhooks: {
    id: Generated<number>
    account_id: number
    application_id: number | null
    url_sealed: string
    format: string
    is_format_derived: number
    events: string
    is_active: number
    secret_sealed: string
    previous_secret_sealed: string | null
    previous_secret_ends_at: number | null
    notice_reason: string | null
    notice_at: number | null
    failures: Counted
    failing_since: number | null
    retry_at: number | null
    created_at: number
    deleted_at: number | null
  }
  webhook_messages: {
    number: Generated<number>
    message_id: string
    /** PostgreSQL: the subscribed webhooks; null once their deliveries exist. */
    webhook_ids: Later<string>
    application_id: number | null
    event: string
    body: string
    created_at: number
  }
  deliveries: {
    webhook_id: number
    message_id: string
    message_number: number
    event: string
    is_test: number
    status: string
    attempt: number
    next_try_at: number | null
    tried_at: number | null
    code: number | null
    ms: number | null
    error: string | null
    answer: string | null
    signature: string | null
  }
  webhook_days: { webhook_id: number; day: number; successful: number; failed: number }
  activity: SoldReferences & {
    id: Generated<number>
    application_id: number
    event: string
    success: number
    code: string | null
    user_id: number | null
    username: string | null
    /** The name in its canonical form. */
    username_key: Later<string>
    ip_address: string
    user_agent: string
    count: number
    created_at: number
    /** The compared values, as JSON. */
    detail: Later<string>
    /** SQLite: the subscribed webhooks, as JSON. */
    webhook_ids: Later<string>
  }
  operations: {
    id: string
    application_id: number
    entity: string
    action: string
    actor: string
    total: number
    done: number
    changed: number
    can_undo: number
    started_at: number
    finished_at: Later<number>
    undone_at: Later<number>
    busy_until: Later<number>
    restored: Generated<number>
    /** What a bulk operation was asked to do, as JSON; null: a change of one row, or of an older server. */
    asked: Later<string>
    /** Who asked: the session or management token, as JSON of its hash. Likewise `undo_asked_by`, during an undo. */
    asked_by: Later<string>
    list_id: Later<string>
    stopped_at: Later<number>
    undo_asked_by: Later<string>
    /** Id of the next row, where a part of it is changed: a license that has lost some of its users. */
    begun_row: Later<number>
    /** The stored file of an import. */
    file_id: Later<string>
  }
  /** Ids of the rows of a bulk operation, as JSON, in the order in which they are changed. */
  operation_parts: { list_id: string; number: number; row_ids: string }
  /** Files of imports that are under way. */
  import_parts: { file_id: string; number: number; sealed: string }
  operation_rows: { operation_id: string; row_id: number; old_values: string; new_values: string }
  /** A view: add its rows up. Users and licenses by the hour in which they expire. */
  expiry_counts: {
    application_id: number
    hour: number
    users: number
    licenses: number
    active_licenses: number
    full_licenses: number
    used_licenses: number
    license_users: number
  }
  audit: {
    id: Generated<number>
    account_id: number | null
    actor: string
    action: string
    subject: string
    ip_address: string
    created_at: number
    details: string | null
    /** The application that was changed; null: none, or a row of an older server. */
    application_id: Later<number>
  }
  code_templates: { language: string; source: string; edited_by: string; edited_at: number }
  invites: { token_hash: string; account_id: number; expires_at: number }
  rate_limits: {
    name: string
    key_hash: string
    count: number
    first_at: number
    last_at: number
    updated_at: number
  }
}
