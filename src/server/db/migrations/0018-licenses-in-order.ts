import type { Migration } from '../dialect.ts'

/** An application's licenses in id order: without this index each batch of an export sorts all of them. */
export const licensesInOrder: Migration = {
  name: '0018-licenses-in-order',
  statements: () => ['CREATE INDEX licenses_id ON licenses(application_id, id)'],
}
