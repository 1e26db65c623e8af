import type { Migration } from '../dialect.ts'

/**
 * An application's licenses that have a description. SQLite searches the descriptions in the index itself, a third of
 * the time; PostgreSQL refuses entries of more than 2,700 bytes, which a long description may have.
 */
export const describedLicenses: Migration = {
  name: '0032-described-licenses',
  statements: ({ hasPartitions }) => [
    `CREATE INDEX licenses_described ON licenses(application_id, ${hasPartitions ? 'id' : 'description_key'})
      WHERE description_key <> ''`,
  ],
}
