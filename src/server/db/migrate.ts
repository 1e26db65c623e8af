import { hash } from 'node:crypto'
import { StartError } from '../lib/start-error.ts'
import type { Row } from './database.ts'
import type { Dialect, Migration } from './dialect.ts'

export interface Step {
  readonly name: string
  readonly checksum: string
  readonly statements: readonly string[]
}

/** The part of a migration that differs between the engines. */
export interface MigrationSession {
  /** Begins a transaction that excludes other migrating processes. */
  begin(): Promise<void>
  run(sql: string): Promise<Row[]>
  record(step: Step): Promise<void>
  commit(): Promise<void>
  rollback(): Promise<void>
}

/** Each migration with a hash of its statements, which reveals one that was edited after its release. */
export function stepsFor(dialect: Dialect, migrations: readonly Migration[]): Step[] {
  return migrations.map(({ name, statements }) => {
    const texts = statements(dialect)
    return { name, statements: texts, checksum: hash('sha256', JSON.stringify(texts)) }
  })
}

/** Migrates the schema, one transaction per step, so a kill leaves the old or the new version. */
export async function migrate(session: MigrationSession, dialect: Dialect, steps: readonly Step[]): Promise<void> {
  while (await applyNext(session, dialect, steps)) {
    // another process may have applied some steps meanwhile, so each round checks again
  }
}

async function applyNext(session: MigrationSession, dialect: Dialect, steps: readonly Step[]): Promise<boolean> {
  await session.begin()
  try {
    await session.run(
      `CREATE TABLE IF NOT EXISTS migrations (
        name TEXT PRIMARY KEY, checksum TEXT NOT NULL, applied_at ${dialect.int} NOT NULL
      )${dialect.end}`,
    )
    const next = pendingSteps(await appliedSteps(session), steps)[0]
    if (next) await apply(session, next)
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

/** The applied migrations as the database records them, oldest first. */
export function appliedSteps<Rows>({ run }: { readonly run: (sql: string) => Rows }): Rows {
  return run('SELECT name, checksum FROM migrations ORDER BY name')
}

/** The pending steps; throws when the applied ones don't match this program's list. */
export function pendingSteps(applied: readonly Row[], steps: readonly Step[]): readonly Step[] {
  for (const [index, row] of applied.entries())
    assertSameStep(
      row,
      steps.find(({ name }) => name === row.name),
      steps[index],
    )
  return steps.slice(applied.length)
}

function assertSameStep(row: Row, step: Step | undefined, expected: Step | undefined): void {
  if (!step) {
    throw new StartError(
      `The database is newer than this program: it holds the schema step "${row.name}", which this program does not ` +
        'know. Start the version of Keywright that was used last, or a newer one.',
    )
  }
  if (step !== expected)
    throw new StartError(`The database holds the schema step "${step.name}" but lacks one before it.`)
  if (step.checksum !== row.checksum) {
    throw new StartError(
      `The schema step "${step.name}" differs from the one this database was made with. ` +
        'Start the version of Keywright that was used last, or restore a backup.',
    )
  }
}
