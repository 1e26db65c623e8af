import type { Generated } from 'kysely'

/** The six messages that an account or an application may set; null: the default. */
export interface MessageColumns {
  login_success: string | null
  login_failed: string | null
  account_disabled: string | null
  account_expired: string | null
  version_mismatch: string | null
  hwid_mismatch: string | null
}

/** The tables of dashboard users: who they are, what they sign in with, and which applications they work on. */
export interface AccountTables {
  application_members: {
    application_id: number
    account_id: number
    role: string
    added_by: number | null
    created_at: number
  }
  member_invites: {
    id: Generated<number>
    application_id: number
    email: string
    email_key: string
    role: string
    token_hash: string
    invited_by: number
    expires_at: number
  }
  application_transfers: {
    application_id: number
    to_account_id: number
    by_account_id: number
    expires_at: number
  }
  accounts: MessageColumns & {
    id: Generated<number>
    email: string
    email_key: string
    first_name: string | null
    last_name: string | null
    password_hash: string
    role: string
    permissions: string
    is_active: number
    created_at: number
    last_login_at: number | null
    last_login_ip: string | null
    device_generation: Generated<number>
    /** Rises with every change of what the account may do with applications of others. */
    access_version: Generated<number>
    /** An IANA name; null: the browser's. */
    time_zone: Generated<string | null>
  }
  dashboard_sessions: {
    token_hash: string
    account_id: number
    created_at: number
    last_seen_at: number
    ip_address: string
    user_agent: string
    proved_at: number | null
  }
  remember_shares: { device_hash: string; account_id: number; share_sealed: string; created_at: number }
  setup_tokens: { token_hash: string; expires_at: number }
  totp_factors: {
    account_id: number
    secret_sealed: string
    created_at: number
    confirmed_at: number | null
    last_step: number
  }
  recovery_codes: { account_id: number; code_lookup: string }
  passkeys: {
    id: Generated<number>
    account_id: number
    credential_id: string
    public_key: string
    sign_count: number
    transports: string
    name: string
    is_synced: number
    created_at: number
    last_used_at: number | null
  }
  used_challenges: { challenge_hash: string; expires_at: number }
  sign_in_tickets: {
    ticket_hash: string
    account_id: number
    checked_hash: string
    is_remembered: number
    failures: number
    expires_at: number
  }
  password_resets: { token_hash: string; account_id: number; created_at: number; expires_at: number }
  saved_views: {
    id: Generated<number>
    account_id: number
    application_id: number | null
    screen: string
    name: string
    name_key: string
    query: string
  }
  management_tokens: {
    id: Generated<number>
    account_id: number
    name: string
    token_hash: string
    hint: string
    application_ids: string | null
    actions: string
    created_at: number
    expires_at: number
    last_used_at: number | null
  }
}
