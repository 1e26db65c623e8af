import type { Migration } from '../dialect.ts'

/** Keys of signed responses, and the validity of an application's offline leases. */
export const signingKeys: Migration = {
  name: '0005-signing-keys',
  statements: ({ id, int, end }) => [
    // A revoked key keeps its row, so that its number is never reused, but loses its private key.
    `CREATE TABLE signing_keys (
      id ${id},
      application_id ${int} NOT NULL REFERENCES applications(id) ON DELETE CASCADE,
      number ${int} NOT NULL,
      state TEXT NOT NULL,
      public_key TEXT NOT NULL,
      private_sealed TEXT,
      created_at ${int} NOT NULL,
      changed_at ${int} NOT NULL,
      UNIQUE (application_id, number)
    )${end}`,
    `CREATE UNIQUE INDEX signing_keys_one ON signing_keys(application_id, state) WHERE state IN ('current', 'next')`,
    `ALTER TABLE applications ADD COLUMN lease_hours ${int}`,
  ],
}
