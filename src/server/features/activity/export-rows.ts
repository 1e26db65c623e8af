import type { exportFormats } from '../../../shared/contract/activity.ts'
import { readWithin } from '../../db/open.ts'
import type { SliceSize } from '../../http/streams/send-stream.ts'
import { csvLine } from '../../lib/csv.ts'
import type { Activity } from '../../store/activity/activity.ts'
import type { StoreSet } from '../../store/index.ts'
import type { Position } from '../../store/keyset-pagination.ts'
import type { ActivityScope } from './activity-scope.ts'

type ExportFormat = (typeof exportFormats)[number]

/** Rows counted per read; counting reads only an index. */
const countSliceRows = 5_000

/** Counting stops after this time, since the first byte waits for it; then there is no total for a progress bar. */
const countBudgetMs = 100

export const contentTypes: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
  ndjson: 'application/x-ndjson; charset=utf-8',
}

const header = [
  'id',
  'time',
  'application_id',
  'event',
  'success',
  'code',
  'user_id',
  'username',
  'ip_address',
  'user_agent',
  'count',
  'detail',
]

/** The content of the export, slice by slice. */
export async function* exportRows(
  stores: Pick<StoreSet, 'activity'>,
  { applicationIds, filter }: ActivityScope,
  format: ExportFormat,
  size: SliceSize,
): AsyncGenerator<string> {
  // before any row is read: the first one of a filter may be far away
  if (format !== 'ndjson') yield format === 'csv' ? csvLine(header) : '['
  let separator = ''
  let before: Position | undefined
  for (;;) {
    const limit = size.rows
    const rows = await stores.activity.list(applicationIds, filter, before, limit)
    if (rows.length > 0) {
      yield format === 'json' ? separator + rows.map(toJson).join(',') : rows.map(lines[format]).join('')
      separator = ','
    }
    const last = rows.at(-1)
    if (!last || rows.length < limit) break
    before = { value: last.createdAt.getTime(), id: last.id }
  }
  if (format === 'json') yield ']'
}

/** How many rows the export has; undefined when counting takes too long. */
export const countRows = (stores: Pick<StoreSet, 'activity'>, scope: ActivityScope): Promise<number | undefined> =>
  readWithin(countBudgetMs, () => countAll(stores, scope))

async function countAll(
  stores: Pick<StoreSet, 'activity'>,
  { applicationIds, filter }: ActivityScope,
): Promise<number> {
  let total = 0
  for (const applicationId of applicationIds) {
    let before: Position | undefined
    do {
      const slice = await stores.activity.countSlice(applicationId, filter, before, countSliceRows)
      total += slice.count
      before = slice.next
    } while (before)
  }
  return total
}

const toJson = (row: Activity) => JSON.stringify(row)

const lines = {
  ndjson: (row: Activity) => `${toJson(row)}\n`,
  csv: (row: Activity) =>
    csvLine([
      row.id,
      row.createdAt.toISOString(),
      row.applicationId,
      row.event,
      row.success,
      row.code,
      row.userId,
      row.username,
      row.ipAddress,
      row.userAgent,
      row.count,
      row.detail && JSON.stringify(row.detail),
    ]),
}
