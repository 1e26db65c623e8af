import { sql } from 'kysely'

/** Whether a row's application is not deleted; rows of the whole account, without an application, are kept. */
export const outlivesApplication = (column: 'blacklist.application_id' | 'webhooks.application_id') =>
  sql<boolean>`not exists (
    select 1 from applications where applications.id = ${sql.ref(column)} and applications.deleted_at is not null
  )`
