import type { Migration } from '../dialect.ts'

/** Second factors, passkeys, password resets, management tokens and idempotency keys. */
export const accountSecurity: Migration = {
  name: '0003-account-security',
  statements: ({ id, int, end }) => [
    `ALTER TABLE dashboard_sessions ADD COLUMN proved_at ${int}`,
    `CREATE TABLE totp_factors (
      account_id ${int} PRIMARY KEY REFERENCES accounts(id) ON DELETE CASCADE,
      secret_sealed TEXT NOT NULL,
      created_at ${int} NOT NULL,
      confirmed_at ${int},
      last_step ${int} NOT NULL
    )${end}`,
    `CREATE TABLE recovery_codes (
      account_id ${int} NOT NULL REFERENCES accounts(id) ON DELETE CASCADE,
      code_lookup TEXT NOT NULL,
      PRIMARY KEY (account_id, code_lookup)
    )${end}`,
    `CREATE TABLE passkeys (
      id ${id},
      account_id ${int} NOT NULL REFERENCES accounts(id) ON DELETE CASCADE,
      credential_id TEXT NOT NULL UNIQUE,
      public_key TEXT NOT NULL,
      sign_count ${int} NOT NULL,
      transports TEXT NOT NULL,
      name TEXT NOT NULL,
      is_synced ${int} NOT NULL,
      created_at ${int} NOT NULL,
      last_used_at ${int}
    )${end}`,
    'CREATE INDEX passkeys_account ON passkeys(account_id, id)',
    `CREATE TABLE used_challenges (challenge_hash TEXT PRIMARY KEY, expires_at ${int} NOT NULL)${end}`,
    `CREATE TABLE sign_in_tickets (
      ticket_hash TEXT PRIMARY KEY,
      account_id ${int} NOT NULL REFERENCES accounts(id) ON DELETE CASCADE,
      checked_hash TEXT NOT NULL,
      is_remembered ${int} NOT NULL,
      failures ${int} NOT NULL,
      expires_at ${int} NOT NULL
    )${end}`,
    'CREATE INDEX sign_in_tickets_account ON sign_in_tickets(account_id)',
    `CREATE TABLE password_resets (
      token_hash TEXT PRIMARY KEY,
      account_id ${int} NOT NULL REFERENCES accounts(id) ON DELETE CASCADE,
      created_at ${int} NOT NULL,
      expires_at ${int} NOT NULL
    )${end}`,
    'CREATE INDEX password_resets_account ON password_resets(account_id)',
    `CREATE TABLE management_tokens (
      id ${id},
      account_id ${int} NOT NULL REFERENCES accounts(id) ON DELETE CASCADE,
      name TEXT NOT NULL,
      token_hash TEXT NOT NULL UNIQUE,
      hint TEXT NOT NULL,
      application_ids TEXT,
      actions TEXT NOT NULL,
      created_at ${int} NOT NULL,
      expires_at ${int} NOT NULL,
      last_used_at ${int}
    )${end}`,
    'CREATE INDEX management_tokens_account ON management_tokens(account_id, id)',
    `CREATE TABLE idempotency_keys (
      key_hash TEXT PRIMARY KEY,
      fingerprint TEXT NOT NULL,
      answer_sealed TEXT NOT NULL,
      created_at ${int} NOT NULL
    )${end}`,
    'CREATE INDEX idempotency_keys_created ON idempotency_keys(created_at)',
  ],
}
