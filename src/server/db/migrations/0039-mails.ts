import type { Migration } from '../dialect.ts'

/**
 * Mail to customers: the queue, and how each application sends. Of a mail that is done only its recipient and its
 * result are left. A mail without an application is the server's own: none is written so far.
 */
export const mails: Migration = {
  name: '0039-mails',
  readableFrom: '0034-readable-steps',
  statements: ({ id, int, end }) => [
    `CREATE TABLE mails (
      id ${id},
      application_id ${int} REFERENCES applications(id) ON DELETE CASCADE,
      kind TEXT NOT NULL,
      state TEXT NOT NULL,
      recipient_lookup TEXT NOT NULL,
      recipient_sealed TEXT NOT NULL,
      content_sealed TEXT,
      attempts ${int} NOT NULL,
      planned_at ${int} NOT NULL,
      next_at ${int},
      expires_at ${int},
      error TEXT,
      created_at ${int} NOT NULL,
      settled_at ${int}
    )${end}`,
    'CREATE INDEX mails_waiting ON mails(application_id, next_at) WHERE next_at IS NOT NULL',
    'CREATE INDEX mails_recipient ON mails(application_id, recipient_lookup, planned_at)',
    'CREATE INDEX mails_settled ON mails(application_id, state, settled_at) WHERE settled_at IS NOT NULL',
    'CREATE INDEX mails_age ON mails(created_at)',
    `CREATE TABLE mail_senders (
      application_id ${int} PRIMARY KEY REFERENCES applications(id) ON DELETE CASCADE,
      from_name TEXT,
      reply_to TEXT,
      smtp_sealed TEXT,
      refused ${int} NOT NULL,
      refused_at ${int},
      refused_reason TEXT
    )${end}`,
  ],
}
