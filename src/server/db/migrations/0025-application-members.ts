import type { Migration } from '../dialect.ts'

/**
 * Members of applications with their invites, offers to transfer an application, a version of each account's access
 * that rises with every change of it, and the application of an audit row. Nothing is read by older servers, to which
 * a member is a stranger.
 */
export const applicationMembers: Migration = {
  name: '0025-application-members',
  statements: ({ id, int, end }) => [
    `CREATE TABLE application_members (
      application_id ${int} NOT NULL REFERENCES applications(id) ON DELETE CASCADE,
      account_id ${int} NOT NULL REFERENCES accounts(id) ON DELETE CASCADE,
      role TEXT NOT NULL,
      added_by ${int},
      created_at ${int} NOT NULL,
      PRIMARY KEY (application_id, account_id)
    )${end}`,
    'CREATE INDEX application_members_account ON application_members(account_id, application_id)',
    `CREATE TABLE member_invites (
      id ${id},
      application_id ${int} NOT NULL REFERENCES applications(id) ON DELETE CASCADE,
      email TEXT NOT NULL,
      email_key TEXT NOT NULL,
      role TEXT NOT NULL,
      token_hash TEXT NOT NULL UNIQUE,
      invited_by ${int} NOT NULL REFERENCES accounts(id) ON DELETE CASCADE,
      expires_at ${int} NOT NULL,
      UNIQUE (application_id, email_key)
    )${end}`,
    'CREATE INDEX member_invites_inviter ON member_invites(invited_by)',
    `CREATE TABLE application_transfers (
      application_id ${int} PRIMARY KEY REFERENCES applications(id) ON DELETE CASCADE,
      to_account_id ${int} NOT NULL REFERENCES accounts(id) ON DELETE CASCADE,
      by_account_id ${int} NOT NULL REFERENCES accounts(id) ON DELETE CASCADE,
      expires_at ${int} NOT NULL
    )${end}`,
    'CREATE INDEX application_transfers_recipient ON application_transfers(to_account_id)',
    'CREATE INDEX application_transfers_sender ON application_transfers(by_account_id)',
    `ALTER TABLE accounts ADD COLUMN access_version ${int} NOT NULL DEFAULT 0`,
    `ALTER TABLE audit ADD COLUMN application_id ${int}`,
    'CREATE INDEX audit_application ON audit(application_id, id) WHERE application_id IS NOT NULL',
  ],
}
