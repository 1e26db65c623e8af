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

/** The tables of dashboard users: who they are, and what they sign in with. */
export interface AccountTables {
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
