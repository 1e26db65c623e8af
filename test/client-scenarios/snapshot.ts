import type { Database } from '../../src/server/db/open.ts'

type Row = Readonly<Record<string, unknown>>
type Snapshot = ReadonlyMap<string, Row>

/** Everything of one application that a public call could change, but for the activity log. */
export async function takeSnapshot({ reads }: Database, applicationId: number): Promise<Snapshot> {
  const tables = await Promise.all([
    rowsOf('applications', reads.selectFrom('applications').selectAll().where('id', '=', applicationId).execute()),
    rowsOf(
      'app_users',
      reads.selectFrom('app_users').selectAll().where('application_id', '=', applicationId).execute(),
    ),
    rowsOf('licenses', reads.selectFrom('licenses').selectAll().where('application_id', '=', applicationId).execute()),
    rowsOf(
      'client_sessions',
      reads.selectFrom('client_sessions').selectAll().where('application_id', '=', applicationId).execute(),
    ),
  ])
  return new Map(tables.flat())
}

async function rowsOf(table: string, rows: Promise<readonly ({ id: number } & object)[]>): Promise<[string, Row][]> {
  return (await rows).map((row) => [`${table} ${row.id}`, { ...row }])
}

/** What is different: `+table` and `-table` for rows, `~table.column` for a changed value; sorted. */
export function changesBetween(before: Snapshot, after: Snapshot): string[] {
  const changes: string[] = []
  const tableOf = (key: string) => key.split(' ')[0] ?? key
  for (const key of before.keys()) if (!after.has(key)) changes.push(`-${tableOf(key)}`)
  for (const [key, row] of after) {
    const old = before.get(key)
    if (!old) changes.push(`+${tableOf(key)}`)
    else for (const column in row) if (row[column] !== old[column]) changes.push(`~${tableOf(key)}.${column}`)
  }
  return changes.sort()
}
