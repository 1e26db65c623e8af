import type { Migration } from '../dialect.ts'

/** The licenses of an application in the order of their ids: without it each slice of an export sorts all of them. */
export const licensesInOrder: Migration = {
  name: '0018-licenses-in-order',
  statements: () => ['CREATE INDEX licenses_id ON licenses(application_id, id)'],
}
