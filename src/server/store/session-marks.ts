import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'

/** Values that one statement takes; PostgreSQL and SQLite take many times more. */
const perStatement = 500

/** Whether many dashboard sessions are what they were, in one look. */
export function sessionMarkStore(db: Kysely<Tables>) {
  return {
    /**
     * A mark for each of these sessions that changes when its account, role or permissions do; none for a session that
     * ended or whose account is switched off.
     */
    async find(tokenHashes: readonly string[]): Promise<Map<string, string>> {
      const marks = new Map<string, string>()
      for (let start = 0; start < tokenHashes.length; start += perStatement) {
        const rows = await db
          .selectFrom('dashboard_sessions as session')
          .innerJoin('accounts as account', 'account.id', 'session.account_id')
          .select(['session.token_hash', 'account.id', 'account.role', 'account.permissions'])
          .where('session.token_hash', 'in', tokenHashes.slice(start, start + perStatement))
          .where('account.is_active', '=', 1)
          .execute()
        for (const row of rows) marks.set(row.token_hash, `${row.id} ${row.role} ${row.permissions}`)
      }
      return marks
    },
  }
}
