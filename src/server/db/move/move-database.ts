import { hash } from 'node:crypto'
import { postgresDialect, sqliteDialect } from '../dialect.ts'
import { appliedSteps, pendingSteps, stepsFor } from '../migrate.ts'
import { migrations } from '../migrations/index.ts'
import { compareTable, copyTable, type MoveNotice, putBack } from './copy-tables.ts'
import {
  addUpExpiryChanges,
  installationValue,
  type NamedValue,
  putValues,
  queueOnPostgres,
  queueOnSqlite,
  type UnqueuedEvents,
} from './finish-move.ts'
import { begin, copiedRows, end, moveOf, startCopying } from './move-progress.ts'
import { givenIds, type MoveSide, type MoveTarget } from './move-side.ts'
import { type MovedTable, movedTables, quoted, type SchemaFacts, setAsideTable } from './moved-tables.ts'
import { openPostgresSource, openPostgresTarget } from './postgres-side.ts'
import { holdsMove, openSqliteSource, openSqliteTarget } from './sqlite-side.ts'
import { unmovableRows } from './unmovable-rows.ts'

export interface MoveOptions {
  /** From the embedded database to PostgreSQL, or back. */
  readonly direction: 'to postgres' | 'to sqlite'
  /** Data folder of the embedded database. */
  readonly folder: string
  readonly url: string
  /** Where the operator wrote the address. */
  readonly urlSetting: '--to' | 'DATABASE_URL' | 'DATABASE_DIRECT_URL'
  /** Of the master key: the source's secrets must be sealed with it. */
  readonly keyId: string
  readonly unqueued: UnqueuedEvents
  /** Rows of `installation` that PostgreSQL has and the embedded database does not: the admin key's hashes. */
  readonly ownValues: readonly NamedValue[]
  readonly notice: MoveNotice
  /** Before a server can start on the target. Gets those rows of the source, where it is PostgreSQL. */
  prepareFolder(ownValues: readonly NamedValue[]): void
}

/** One table, the same on both sides. */
export interface MovedRows {
  readonly table: string
  readonly rows: number
  readonly sha256: string
}

/** Copies a stopped server's database into an empty one, and goes on where an earlier try of the same move ended. */
export async function moveDatabase(options: MoveOptions): Promise<readonly MovedRows[]> {
  const source = await openSource(options)
  try {
    const { totals } = await inspectSource(source, options)
    const target = await openTarget(options)
    try {
      return await fill({ source, target }, options, totals)
    } finally {
      await target.close()
    }
  } finally {
    await source.close()
  }
}

/** Tells the rows of each table, or throws what the move would. Writes nothing. */
export async function tryMove(options: MoveOptions): Promise<ReadonlyMap<string, number>> {
  const source = await openSource(options)
  try {
    const { totals } = await inspectSource(source, options)
    if (options.direction === 'to sqlite') holdsMove(options.folder)
    else await (await openTarget(options)).close()
    return totals
  } finally {
    await source.close()
  }
}

const openSource = async ({ direction, folder, url, urlSetting }: MoveOptions) =>
  direction === 'to postgres' ? openSqliteSource(folder) : openPostgresSource(url, urlSetting)

const openTarget = async ({ direction, folder, url, urlSetting }: MoveOptions) =>
  direction === 'to postgres' ? openPostgresTarget(url, urlSetting) : openSqliteTarget(folder)

/** The rows of each table. Throws when the source can't be moved as it is. */
async function inspectSource(source: MoveSide, { keyId, notice }: MoveOptions) {
  await assertVersion(source)
  const sealedWith = await installationValue(source, 'master_key_id')
  if (sealedWith !== keyId) {
    throw new Error(
      `The master key (${keyId}) is not the one of ${source.name} (${sealedWith ?? 'none'}). Set MASTER_KEY or DATA_DIR.`,
    )
  }
  const schema = await source.schema()
  const tables = movedTables(schema, schema)
  notice('looking for rows that cannot be moved', 0, 0)
  const lines = await unmovableRows(source, schema, tables)
  if (lines.length > 0) throw new Error(['These rows cannot be moved. Nothing was copied.', ...lines].join('\n  '))
  const totals = new Map<string, number>()
  for (const { name, condition: rowTests = 'true' } of tables) {
    const [row] = await source.query(`SELECT count(*) AS rows FROM ${quoted(name)} WHERE ${rowTests}`)
    totals.set(name, Number(row?.rows))
  }
  return { totals }
}

/** The target gets the schema of this program, so the source must have it. */
async function assertVersion(source: MoveSide): Promise<void> {
  const isMade = (await source.schema()).has('migrations')
  if (!isMade) throw new Error(`${source.name} contains no Keywright data.`)
  const applied = await appliedSteps({ run: (sql) => source.query(sql) })
  const steps = stepsFor(source.engine === 'sqlite' ? sqliteDialect : postgresDialect, migrations)
  const [next] = pendingSteps(applied, steps)
  if (!next && applied.length === steps.length) return
  throw new Error(
    next
      ? `${source.name} is of an older version: it lacks the schema step "${next.name}". Start this version's server on it once, and stop it.`
      : `${source.name} is of a newer version. Move it with that version.`,
  )
}

interface Sides {
  readonly source: MoveSide
  readonly target: MoveTarget
}

async function fill(sides: Sides, options: MoveOptions, totals: ReadonlyMap<string, number>) {
  const { source, target } = sides
  const { notice } = options
  const tables = await prepare(sides)
  const all = [...totals.values()].reduce((sum, rows) => sum + rows, 0)
  const counting = (step: string, doneBefore: number) => {
    let done = doneBefore
    notice(step, done, all)
    return (table: string) => (rows: number) => {
      done += rows
      notice(`${step} ${table}`, done, all)
    }
  }
  const copied = counting('copying', await copiedRows(target))
  for (const table of tables) await copyTable(sides, table, copied(table.name))
  await putBack(target, notice)
  await target.analyze()
  const broken = await target.brokenReferences()
  if (broken.length > 0) throw new Error(broken.join('\n'))
  const compared = counting('comparing', 0)
  const moved: MovedRows[] = []
  for (const table of tables) {
    const { rows, sha256 } = await compareTable(sides, table, compared(table.name))
    moved.push({ table: table.name, rows, sha256 })
  }
  await finish(sides, options, await givenIds(source, tables))
  return moved
}

/** Marks the target, makes its schema, and empties it of what the schema steps wrote. Does what is not done yet. */
async function prepare({ source, target }: Sides): Promise<readonly MovedTable[]> {
  const fingerprint = await fingerprintOf(source)
  if (!target.isResumed) await begin(target, fingerprint)
  const move = await moveOf(target)
  if (move.fingerprint !== fingerprint) {
    throw new Error(`${target.name} is the target of a move from another database. Name an empty one.`)
  }
  if (move.phase === 'migrating') await target.migrate()
  const tables = movedTables(...(await bothSchemas({ source, target })))
  if (move.phase === 'migrating') {
    await target.transaction(async () => {
      const statements = await target.setAside()
      for (const [place, statement] of statements.entries()) {
        await target.query(`INSERT INTO ${setAsideTable} (place, statement) VALUES (?1, ?2)`, [place, statement])
      }
      for (const { name } of tables) await target.query(`DELETE FROM ${quoted(name)}`)
      await startCopying(target, fingerprint)
    })
  }
  return tables
}

async function bothSchemas({ source, target }: Sides): Promise<[sqlite: SchemaFacts, postgres: SchemaFacts]> {
  const [sqlite, postgres] = source.engine === 'sqlite' ? [source, target] : [target, source]
  return [await sqlite.schema(), await postgres.schema()]
}

/** The same for every try to move one installation: when each of its schema steps was applied. */
async function fingerprintOf(source: MoveSide): Promise<string> {
  const steps = await source.query('SELECT name, applied_at FROM migrations ORDER BY name')
  return hash('sha256', JSON.stringify([source.engine, steps, await installationValue(source, 'master_key_id')]))
}

/** One transaction brings over what the engines store differently, and makes the target usable. */
async function finish(
  { source, target }: Sides,
  options: MoveOptions,
  ids: ReadonlyMap<string, number>,
): Promise<void> {
  if (target.engine === 'postgres') {
    await target.transaction(async () => {
      await target.raiseIds(ids)
      await queueOnPostgres(source, target, options.unqueued)
      await putValues(target, options.ownValues)
      await end(target)
    })
    return
  }
  const rows = await source.query("SELECT name, value FROM installation WHERE name LIKE 'admin_key%'")
  options.prepareFolder(rows.map(({ name, value }) => ({ name: String(name), value: String(value) })))
  await target.transaction(async () => {
    await target.raiseIds(ids)
    await queueOnSqlite(source, target)
    await addUpExpiryChanges(source, target)
    await end(target)
  })
}
