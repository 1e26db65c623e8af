import type { Migration } from '../dialect.ts'

/** Filters of lists that an account has named. Servers of the previous release don't read them. */
export const savedViews: Migration = {
  name: '0027-saved-views',
  statements: ({ id, int, end }) => [
    `CREATE TABLE saved_views (
      id ${id},
      account_id ${int} NOT NULL REFERENCES accounts(id) ON DELETE CASCADE,
      application_id ${int} REFERENCES applications(id) ON DELETE CASCADE,
      screen TEXT NOT NULL,
      name TEXT NOT NULL,
      name_key TEXT NOT NULL,
      query TEXT NOT NULL
    )${end}`,
    'CREATE UNIQUE INDEX saved_views_name ON saved_views(account_id, screen, coalesce(application_id, 0), name_key)',
    'CREATE INDEX saved_views_application ON saved_views(application_id) WHERE application_id IS NOT NULL',
  ],
}
