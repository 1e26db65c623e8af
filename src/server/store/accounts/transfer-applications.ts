import { type Kysely, sql } from 'kysely'
import { messageDefaults } from '../../../shared/messages.ts'
import type { Tables } from '../../db/tables.ts'

/** An application's custom messages by the account's column, with the default that is sent where neither has one. */
const messages = {
  login_success: messageDefaults.loginSuccess,
  login_failed: messageDefaults.loginFailed,
  account_disabled: messageDefaults.accountDisabled,
  account_expired: messageDefaults.accountExpired,
  version_mismatch: messageDefaults.versionMismatch,
  hwid_mismatch: messageDefaults.hwidMismatch,
} as const

/**
 * Transfers all applications of one account to another, or the one of `onlyId`, with the account-wide settings that apply to them: the messages
 * in effect where an application has none of its own (defaults too, where the new account has others), and the
 * account-wide blacklist, which is copied to each application. Clients get the same texts and stay blocked. The new
 * account's own account-wide blacklist applies to them from now on. Webhooks of an application stay with it;
 * account-wide webhooks are left behind, since they would report on the new account's applications. Returns how many
 * applications were transferred.
 */
export async function transferApplications(
  db: Kysely<Tables>,
  from: number,
  to: number,
  onlyId?: number,
): Promise<number> {
  const isMeant = onlyId === undefined ? sql<boolean>`1 = 1` : sql<boolean>`applications.id = ${onlyId}`
  const { count } = await db
    .selectFrom('applications')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('owner_id', '=', from)
    .where('deleted_at', 'is', null)
    .where(isMeant)
    .executeTakeFirstOrThrow()
  if (onlyId !== undefined && Number(count) === 0) return 0
  await transferBlacklist(db, from, to, onlyId)
  await endOffers(db, from, to, onlyId)
  await sql`update webhooks set account_id = ${to} where account_id = ${from}
    and ${ofApplications(onlyId)}`.execute(db)
  await sql`update applications set owner_id = ${to}, ${messagesInForce(from, to)}
    where owner_id = ${from} and ${isMeant}`.execute(db)
  return Number(count)
}

const ofApplications = (onlyId: number | undefined) =>
  onlyId === undefined ? sql`application_id is not null` : sql`application_id = ${onlyId}`

/** The new owner is no member any more, and no former offer outlives its owner. */
async function endOffers(db: Kysely<Tables>, from: number, to: number, onlyId: number | undefined): Promise<void> {
  const applications = sql`(select id from applications where owner_id = ${from}
    and ${onlyId === undefined ? sql`1 = 1` : sql`id = ${onlyId}`})`
  await sql`delete from application_transfers where application_id in ${applications}`.execute(db)
  await sql`delete from application_members where account_id = ${to} and application_id in ${applications}`.execute(db)
}

/** A default that no text of the new account would replace is not copied, so that it keeps following the default. */
function messagesInForce(from: number, to: number) {
  const inForce = Object.entries(messages).map(([name, text]) => {
    const column = sql.ref(name)
    return sql`${column} = coalesce(${sql.ref(`applications.${name}`)},
      (select ${column} from accounts where id = ${from}),
      (select ${text} from accounts where id = ${to} and ${column} is not null))`
  })
  return sql.join(inForce)
}

/**
 * An application's own entries are unchanged; account-wide entries are copied to each application, with their hit
 * counts.
 */
async function transferBlacklist(db: Kysely<Tables>, from: number, to: number, onlyId?: number): Promise<void> {
  await sql`
    update blacklist set account_id = ${to} where account_id = ${from} and ${ofApplications(onlyId)}
    and not exists (select 1 from blacklist as same where same.account_id = ${to}
      and same.application_id = blacklist.application_id and same.type = blacklist.type
      and same.value_key = blacklist.value_key)`.execute(db)
  await sql`
    insert into blacklist (account_id, application_id, type, value, value_key, reason, created_at, hits, last_hit_at)
    select ${to}, applications.id, entry.type, entry.value, entry.value_key, entry.reason, entry.created_at,
      entry.hits, entry.last_hit_at
    from blacklist as entry join applications on applications.owner_id = ${from} and applications.deleted_at is null
    where entry.account_id = ${from} and entry.application_id is null
      and ${onlyId === undefined ? sql`1 = 1` : sql`applications.id = ${onlyId}`}
    on conflict do nothing`.execute(db)
}
