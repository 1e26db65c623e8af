import { type Kysely, type Selectable, sql } from 'kysely'
import type { viewScreens } from '../../../shared/contract/saved-views.ts'
import { isUniqueViolation } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'
import { canonical } from '../../lib/canonical.ts'
import { defined, type Patch } from '../columns.ts'
import { deletesRow } from '../row-results.ts'

/** Filters of a list under a name. */
interface SavedView {
  readonly id: number
  readonly screen: (typeof viewScreens)[number]
  /** null: the list of all applications. */
  readonly applicationId: number | null
  readonly name: string
  readonly query: string
}

/** Another view of the same list has this name, in any spelling. */
export class ViewNameTaken extends Error {
  override readonly name = 'ViewNameTaken'
}

/** Saved views. Every call takes the account first: another account's view counts as missing. */
export function savedViewStore(db: Kysely<Tables>) {
  return {
    /** Locks the account's row: of several that add a view at once each sees the others. */
    lock: async (accountId: number): Promise<void> => {
      await db.updateTable('accounts').set({ created_at: sql`created_at` }).where('id', '=', accountId).execute()
    },

    /** The oldest first. */
    list: async (accountId: number, limit: number): Promise<SavedView[]> => {
      const rows = await db
        .selectFrom('saved_views')
        .selectAll()
        .where('account_id', '=', accountId)
        .limit(limit)
        .execute()
      return rows.map(fromRow).sort((a, b) => a.id - b.id)
    },

    /** @throws ViewNameTaken */
    insert: async (accountId: number, { screen, applicationId, name, query }: Omit<SavedView, 'id'>) => {
      const row = await db
        .insertInto('saved_views')
        .values({
          account_id: accountId,
          application_id: applicationId,
          screen,
          name,
          name_key: canonical(name),
          query,
        })
        .onConflict((conflict) => conflict.doNothing())
        .returningAll()
        .executeTakeFirst()
      if (!row) throw new ViewNameTaken()
      return fromRow(row)
    },

    /**
     * The changed view; undefined when there is none.
     * @throws ViewNameTaken
     */
    update: async (accountId: number, id: number, { name, query }: Patch<Pick<SavedView, 'name' | 'query'>>) => {
      const columns = defined({ name, name_key: name === undefined ? undefined : canonical(name), query })
      try {
        const row = await db
          .updateTable('saved_views')
          // sets something even when nothing is named
          .set({ account_id: accountId, ...columns })
          .where('account_id', '=', accountId)
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirst()
        return row && fromRow(row)
      } catch (error) {
        throw isUniqueViolation(error) ? new ViewNameTaken() : error
      }
    },

    /** False when there is none. */
    remove: (accountId: number, id: number): Promise<boolean> =>
      deletesRow(db.deleteFrom('saved_views').where('account_id', '=', accountId).where('id', '=', id)),
  }
}

function fromRow(row: Selectable<Tables['saved_views']>): SavedView {
  return {
    id: row.id,
    screen: row.screen as SavedView['screen'],
    applicationId: row.application_id,
    name: row.name,
    query: row.query,
  }
}
