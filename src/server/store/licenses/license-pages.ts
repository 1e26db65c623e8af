import { type Expression, type Kysely, type Selectable, sql } from 'kysely'
import type { Database } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'
import { canonical } from '../../lib/canonical.ts'
import { activeCountStore, type LicenseCounts } from '../applications/active-counts.ts'
import { type Order, type Position, readSlice, type ScanLimit, type Segment, type Slice } from '../keyset-pagination.ts'
import { idsOf, readCount } from '../own-row.ts'
import {
  describedBy,
  isHold,
  isWholeRange,
  type LicenseFilter,
  type LicenseSort,
  matchingLicenses,
  orderOfLicenses,
} from './license-list.ts'

/** Limits of the work for one page of licenses; tests use smaller ones. */
export interface LicensePageBounds {
  /** In applications with up to this many licenses, a page reads as many as it takes. */
  readonly fewLicenses: number
  /** Licenses that one page reads in order. */
  readonly pageSteps: number
  /** Up to this many licenses with the searched description are read and sorted; more are soon met in order. */
  readonly fewMatches: number
}

const pageBounds: LicensePageBounds = { fewLicenses: 8_000, pageSteps: 8_000, fewMatches: 1_000 }
/** Up to this many are looked at for a total, and searched for a description at once. */
const mostSearched = 100_000

interface LicenseSearch {
  readonly applicationId: number
  readonly filter: LicenseFilter
  /** Lookup of the search text, in case it is a key. */
  readonly keyLookup: string | undefined
}

interface LicensePage extends LicenseSearch {
  readonly sort: LicenseSort
  readonly after: Position | undefined
  readonly limit: number
}

/**
 * One page of licenses with bounded work. They are read in the order of an index; after a fixed number of rows a short
 * page is returned with a cursor. A license whose key was searched is read by it, and few with a searched description
 * or a hold are read by id and sorted.
 */
export async function readLicenses(
  db: Kysely<Tables>,
  engine: Database['engine'],
  { sort, after, limit, ...search }: LicensePage,
  bounds: LicensePageBounds = pageBounds,
): Promise<Slice<Selectable<Tables['licenses']>>> {
  const { applicationId, filter, keyLookup } = search
  const order = orderOfLicenses(sort, filter)
  const named = await idOfKey(db, search)
  const isWhole = isWholeRange(sort, filter)
  const isLarge =
    named === undefined && !isWhole && (await readCount(db, 'license_count', applicationId)) > bounds.fewLicenses
  const few = isLarge
    ? ((await fewDescribed(db, search, bounds.fewMatches)) ?? (await fewHeld(db, search, bounds.fewMatches)))
    : undefined
  if (few) {
    const found = matchingLicenses(db, applicationId, filter, keyLookup, { found: idsOf(engine, few) }).selectAll()
    return readSlice('licenses', order, after, limit, (segment) => readFew(db, found, segment))
  }
  const plan = { isInOrder: named === undefined }
  const matching = matchingLicenses(db, applicationId, isWhole ? {} : filter, keyLookup, plan).selectAll()
  const read = named === undefined ? matching : matching.where('licenses.id', '=', named)
  const scanLimit: ScanLimit = { steps: bounds.pageSteps, lastOf: lastOf(db, applicationId, order) }
  return readSlice(
    'licenses',
    order,
    after,
    limit,
    (segment) => read.where(segment.where).orderBy(segment.orderBy).limit(segment.limit).execute(),
    isLarge ? scanLimit : undefined,
  )
}

/** Materialized before sorting: otherwise the planner may read all licenses in sort order. */
async function readFew(db: Kysely<Tables>, found: Expression<unknown>, { where, orderBy, limit }: Segment) {
  const { rows } = await sql<Selectable<Tables['licenses']>>`with few as materialized ${found}
    select * from few as licenses where ${where} order by ${orderBy} limit ${limit}`.execute(db)
  return rows
}

/** The licenses whose description has the searched text; undefined when they are many, or too many to be searched. */
async function fewDescribed(
  db: Kysely<Tables>,
  { applicationId, filter }: LicenseSearch,
  fewMatches: number,
): Promise<number[] | undefined> {
  if (!filter.q || !hasLetters(filter.q) || (await readCount(db, 'license_count', applicationId)) > mostSearched)
    return undefined
  const { rows } = await sql<{ id: number }>`${describedBy(applicationId, filter.q)} limit ${fewMatches + 1}`.execute(
    db,
  )
  return rows.length > fewMatches ? undefined : rows.map(({ id }) => id)
}

/** A text of invisible characters alone is part of every description, the empty ones too. */
const hasLetters = (text: string) => canonical(text) !== ''

/** How many licenses match; undefined when they are too many to look at. */
export async function countLicenses(db: Kysely<Tables>, search: LicenseSearch): Promise<number | undefined> {
  const { applicationId, filter, keyLookup } = search
  const known = knownCount(filter)
  if (known) {
    const now = filter.now ?? new Date(0)
    const held = filter.status === 'inactive' ? await countHeld(db, applicationId, now) : 0
    return known(await activeCountStore(db).licenses(applicationId, now)) - held
  }
  const named = await idOfKey(db, search)
  const isHeldShort = async () => (await fewHeld(db, search, mostSearched)) !== undefined
  const isShort = named !== undefined || isWholeRange('expiresAt:asc', filter) || (await isHeldShort())
  if (!isShort && (await readCount(db, 'license_count', applicationId)) > mostSearched) return undefined
  const { q = '' } = filter
  const found = hasLetters(q) && named === undefined ? describedBy(applicationId, q) : undefined
  const matching = matchingLicenses(db, applicationId, filter, keyLookup, { found })
  const row = await (named === undefined ? matching : matching.where('licenses.id', '=', named))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** How many licenses have a status, or users: the maintained counts tell it. */
function knownCount({ q, status, expiresWithinDays, isUsed, presetId }: LicenseFilter) {
  if (q || expiresWithinDays !== undefined || presetId !== undefined || (status !== undefined && isUsed !== undefined))
    return undefined
  if (isUsed !== undefined) return ({ total, used }: LicenseCounts) => (isUsed ? used : total - used)
  return status && !isHold(status) ? countOf[status] : undefined
}

/** The maintained counts have them among the inactive ones. */
async function countHeld(db: Kysely<Tables>, applicationId: number, now: Date): Promise<number> {
  const row = await db
    .selectFrom('licenses')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('application_id', '=', applicationId)
    .where('hold', 'is not', null)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now.getTime())]))
    .where('is_active', '=', 0)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** The licenses that are held as the filter asks, which an index has; undefined when it does not, or they are many. */
async function fewHeld(
  db: Kysely<Tables>,
  { applicationId, filter: { status } }: LicenseSearch,
  fewMatches: number,
): Promise<number[] | undefined> {
  if (!isHold(status)) return undefined
  const rows = await db
    .selectFrom('licenses')
    .select('id')
    .where('application_id', '=', applicationId)
    .where('hold', '=', status)
    .limit(fewMatches + 1)
    .execute()
  return rows.length > fewMatches ? undefined : rows.map(({ id }) => id)
}

const countOf = {
  active: ({ active, full }: LicenseCounts) => active - full,
  inactive: ({ total, expired, active }: LicenseCounts) => total - expired - active,
  full: ({ full }: LicenseCounts) => full,
  expired: ({ expired }: LicenseCounts) => expired,
}

/** The license whose whole key was searched. */
async function idOfKey(
  db: Kysely<Tables>,
  { applicationId, filter, keyLookup }: LicenseSearch,
): Promise<number | undefined> {
  if (!filter.q || keyLookup === undefined) return undefined
  const row = await db
    .selectFrom('licenses')
    .select('id')
    .where('application_id', '=', applicationId)
    .where('key_lookup', '=', keyLookup)
    .executeTakeFirst()
  return row?.id
}

/** Reads the sort index only. */
function lastOf(db: Kysely<Tables>, applicationId: number, order: Order): ScanLimit['lastOf'] {
  return async ({ where, orderBy, limit }) => {
    const { rows } = await sql<Position>`select ${sql.ref(`licenses.${order.column}`)} as value, licenses.id
      from licenses where licenses.application_id = ${applicationId} and ${where}
      order by ${orderBy} limit 1 offset ${limit - 1}`.execute(db)
    return rows[0]
  }
}
