import { hash } from 'node:crypto'
import { StartError } from '../lib/start-error.ts'
import type { Row } from './database.ts'
import type { Dialect, Migration } from './dialect.ts'

export interface Step {
  readonly name: string
  readonly checksum: string
  readonly readableFrom: string | null
  readonly statements: readonly string[]
}

/** The part of a migration that differs between the engines. */
export interface MigrationSession {
  /** Begins a transaction that excludes other migrating processes. */
  begin(): Promise<void>
  run(sql: string): Promise<Row[]>
  /** Adds a row to `migrations`. Its column `readable_from` comes with the first step that has a value for it. */
  record(step: Step): Promise<void>
  commit(): Promise<void>
  rollback(): Promise<void>
}

/** Each migration with a hash of its statements, which reveals one that was edited after its release. */
export function stepsFor(dialect: Dialect, migrations: readonly Migration[]): Step[] {
  return migrations.map(({ name, readableFrom = null, statements }) => {
    const texts = statements(dialect)
    return { name, readableFrom, statements: texts, checksum: hash('sha256', JSON.stringify(texts)) }
  })
}

/**
 * Migrates the schema, one transaction per step, so a kill leaves the old or the new version.
 * @param onStep called before each step that this process makes
 */
export async function migrate(
  session: MigrationSession,
  dialect: Dialect,
  steps: readonly Step[],
  onStep: (name: string) => void = () => {},
): Promise<void> {
  while (await applyNext(session, dialect, steps, onStep)) {
    // another process may have applied some steps meanwhile, so each round checks again
  }
}

async function applyNext(
  session: MigrationSession,
  dialect: Dialect,
  steps: readonly Step[],
  onStep: (name: string) => void,
): Promise<boolean> {
  await session.begin()
  try {
    await session.run(
      `CREATE TABLE IF NOT EXISTS migrations (
        name TEXT PRIMARY KEY, checksum TEXT NOT NULL, applied_at ${dialect.int} NOT NULL
      )${dialect.end}`,
    )
    const next = pendingSteps(await appliedSteps(session), steps)[0]
    if (next) {
      onStep(next.name)
      await apply(session, next)
    }
    await session.commit()
    return next !== undefined
  } catch (error) {
    await session.rollback()
    throw error
  }
}

async function apply(session: MigrationSession, step: Step): Promise<void> {
  for (const statement of step.statements) await session.run(statement)
  await session.record(step)
}

/** What the log says of a step of an upgrade: a large table may take its time. */
export const stepBegins = (name: string): string => `Schema step ${name}.`

/** The applied migrations as the database records them. Whether it has their `readable_from` depends on its version. */
export function appliedSteps<Rows>({ run }: { readonly run: (sql: string) => Rows }): Rows {
  return run('SELECT * FROM migrations ORDER BY name')
}

/** The pending steps; throws when this program can't use a database with the applied ones. */
export function pendingSteps(applied: readonly Row[], steps: readonly Step[]): readonly Step[] {
  const unreadable = unreadableStep(applied, steps)
  if (unreadable !== undefined)
    throw new StartError(`The database is newer than this program: ${newerSchema(unreadable)}`)
  const rows = new Map(applied.map((row) => [row.name, row]))
  const known = steps.filter(({ name }) => rows.has(name))
  const pending = steps.slice(known.length)
  // A newer program has added its steps to all that this one knows.
  const isInOrder =
    known.at(-1) === steps[known.length - 1] && (pending.length === 0 || applied.length === known.length)
  if (!isInOrder)
    throw new StartError(`The database holds the schema step "${applied.at(-1)?.name}" but lacks one before it.`)
  for (const step of known) assertUnchanged(step, rows.get(step.name))
  return pending
}

/** For commands: servers of an older version may run on this database, and would not be ready for a newer schema. */
export function refusePending(applied: readonly Row[], steps: readonly Step[]): void {
  const [next] = pendingSteps(applied, steps)
  if (next === undefined) return
  throw new StartError(
    applied.length === 0
      ? 'The database contains no Keywright data. Start the server once.'
      : `The database is older than this program: it lacks the schema step "${next.name}". Commands do not change the ` +
          'schema. Run the command with the version of the running servers, or start a server of this version first.',
  )
}

/** The first applied step after which this program can't read and write the database. */
export function unreadableStep(applied: readonly Row[], steps: readonly Step[]): string | undefined {
  const known = new Set(steps.map(({ name }) => name))
  const row = applied.find(({ name, readable_from: from }) => !known.has(String(name)) && !known.has(String(from)))
  return row && String(row.name)
}

/** What to say of such a step, and what to do. */
export function newerSchema(step: string): string {
  return (
    `it holds the schema step "${step}", which this program does not know. ` +
    'Start the version of Keywright that was used last, or a newer one.'
  )
}

function assertUnchanged(step: Step, row: Row | undefined): void {
  if (step.checksum === row?.checksum) return
  throw new StartError(
    `The schema step "${step.name}" differs from the one this database was made with. ` +
      'Start the version of Keywright that was used last, or restore a backup.',
  )
}
