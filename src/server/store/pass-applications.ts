import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'

/** An application's own texts, named as its account's are. */
const messageColumns = [
  'login_success',
  'login_failed',
  'account_disabled',
  'account_expired',
  'version_mismatch',
  'hwid_mismatch',
] as const

/**
 * Hands all applications of one account to another, and with them what the account had said for all of them: its
 * messages where an application has none of its own, and its global blacklist, which becomes each application's. What
 * their clients are answered stays as it was. Webhooks of an application stay with it; those of the whole account end with
 * it, since they would tell of the other's applications. Returns how many applications passed.
 */
export async function passApplications(db: Kysely<Tables>, from: number, to: number): Promise<number> {
  const { count } = await db
    .selectFrom('applications')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('owner_id', '=', from)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  await passBlacklist(db, from, to)
  await sql`update webhooks set account_id = ${to} where account_id = ${from} and application_id is not null`.execute(
    db,
  )
  const messages = messageColumns.map(
    (column) => sql`${sql.ref(column)} = coalesce(${sql.ref(`applications.${column}`)},
      (select ${sql.ref(column)} from accounts where id = ${from}))`,
  )
  await sql`update applications set owner_id = ${to}, ${sql.join(messages)} where owner_id = ${from}`.execute(db)
  return Number(count)
}

async function passBlacklist(db: Kysely<Tables>, from: number, to: number): Promise<void> {
  await sql`
    insert into blacklist (account_id, application_id, type, value, value_key, reason, created_at)
    select ${to}, applications.id, entry.type, entry.value, entry.value_key, entry.reason, entry.created_at
    from blacklist as entry join applications on applications.owner_id = ${from} and applications.deleted_at is null
    where entry.account_id = ${from} and entry.application_id is null
    on conflict do nothing`.execute(db)
  await sql`
    insert into blacklist (account_id, application_id, type, value, value_key, reason, created_at)
    select ${to}, application_id, type, value, value_key, reason, created_at
    from blacklist where account_id = ${from} and application_id is not null
    on conflict do nothing`.execute(db)
}
