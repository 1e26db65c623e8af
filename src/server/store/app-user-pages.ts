import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { AppUserRow } from './app-user-columns.ts'
import { type AppUserFilter, type AppUserSort, matchingUsers, orderOfUsers } from './app-user-list.ts'
import { planSearch, type SearchBounds, searchBounds } from './app-user-search.ts'
import { type Order, type Position, readSlice, type Segment, type Slice } from './keyset.ts'

/**
 * One page of users, with bounded work whatever the filter and the order: few that match are looked up and sorted;
 * of many the page is met while walking, and one that is not full after so many users says where to go on.
 */
export async function readUsers(
  db: Kysely<Tables>,
  applicationId: number,
  filter: AppUserFilter,
  sort: AppUserSort,
  after: Position | undefined,
  limit: number,
  bounds: SearchBounds = searchBounds,
): Promise<Slice<AppUserRow>> {
  const search = await planSearch(db, applicationId, filter, bounds)
  const order = orderOfUsers(sort, search.filter)
  const read = search.lookup
    ? found(db, applicationId, search.filter, search.lookup)
    : walked(db, applicationId, search.filter, search.isLarge)
  const isWalk = search.isLarge && !search.lookup && !search.isCountable
  const walk = { steps: bounds.pageSteps, lastOf: lastOf(db, applicationId, order) }
  return readSlice('app_users', order, after, limit, read, isWalk ? walk : undefined)
}

type Read = (segment: Segment) => Promise<AppUserRow[]>

/** Set aside before they are sorted: in the wanted order the planner would rather walk through everybody. */
function found(db: Kysely<Tables>, applicationId: number, filter: AppUserFilter, lookup: RawBuilder<unknown>): Read {
  const matching = matchingUsers(db, applicationId, filter, { lookup })
    .selectAll('app_users')
    .select('licenses.expires_at as license_expires_at')
  return async ({ where, orderBy, limit }) => {
    const { rows } = await sql<AppUserRow>`with few as materialized ${matching}
      select * from few as app_users where ${where} order by ${orderBy} limit ${limit}`.execute(db)
    return rows
  }
}

function walked(db: Kysely<Tables>, applicationId: number, filter: AppUserFilter, isWalk: boolean): Read {
  const read = matchingUsers(db, applicationId, filter, { isWalk })
    .selectAll('app_users')
    .select('licenses.expires_at as license_expires_at')
  return ({ where, orderBy, limit }) => read.where(where).orderBy(orderBy).limit(limit).execute()
}

/** Read from the index of the order alone. */
function lastOf(db: Kysely<Tables>, applicationId: number, order: Order) {
  return async ({ where, orderBy, limit }: Segment): Promise<Position | undefined> => {
    const { rows } = await sql<Position>`select ${sql.ref(`app_users.${order.column}`)} as value, app_users.id
      from app_users where app_users.application_id = ${applicationId} and ${where}
      order by ${orderBy} limit 1 offset ${limit - 1}`.execute(db)
    return rows[0]
  }
}
