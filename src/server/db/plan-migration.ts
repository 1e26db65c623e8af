import type { DatabaseLog, Pooler } from './database.ts'
import { postgresDialect, sqliteDialect } from './dialect.ts'
import type { InspectedPlace } from './inspect-database.ts'
import type { Ask } from './inspect-facts.ts'
import { withPostgres } from './inspect-postgres.ts'
import { withSqlite } from './inspect-sqlite.ts'
import { appliedSteps, pendingSteps, type Step, stepsFor } from './migrate.ts'
import { migratePostgres } from './migrate-postgres.ts'
import { type PlannedStep, planSteps } from './migration-plan.ts'
import { migrations } from './migrations/index.ts'
import { quoted } from './move/moved-tables.ts'
import { primaryOf } from './postgres-primary.ts'
import { openSqlite } from './sqlite.ts'

/** A server that wrote within the last minute that it runs. */
interface RunningNode {
  readonly name: string
  readonly version: string
}

export interface MigrationPlan {
  readonly engine: 'sqlite' | 'postgres'
  /** The newest step that the database has. */
  readonly from: string
  readonly steps: readonly PlannedStep[]
  /** Running servers that could not go on after the steps. */
  readonly shutOut: readonly RunningNode[]
}

/** Tells what a migration would do, on a connection that changes nothing. Rejects where there is no data. */
export function planMigration({ dataDir, databaseUrl, directUrl }: InspectedPlace): Promise<MigrationPlan> {
  if (databaseUrl === undefined) return withSqlite(dataDir, ({ ask }) => planOf('sqlite', ask))
  return withPostgres(directUrl ?? databaseUrl, (ask) => planOf('postgres', ask))
}

/** Makes the pending steps: of a stopped server's folder, or beside the servers of a PostgreSQL. */
export async function migrateInPlace(
  { dataDir, databaseUrl, directUrl }: InspectedPlace,
  pooler: Pooler,
  log: DatabaseLog,
): Promise<void> {
  if (databaseUrl === undefined) await (await openSqlite({ dataDir, checkpoint: false, log })).close()
  else await migratePostgres(directUrl ?? (await primaryOf(databaseUrl)), { log, pooler })
}

async function planOf(engine: MigrationPlan['engine'], ask: Ask): Promise<MigrationPlan> {
  const steps = stepsFor(engine === 'sqlite' ? sqliteDialect : postgresDialect, migrations)
  const applied = await appliedSteps({ run: ask })
  const pending = pendingSteps(applied, steps)
  const rows = new Map<string, number>()
  const names = (await ask(tables[engine])).map((table) => String(table.name))
  for (const name of pending.length === 0 ? [] : names) {
    const [row] = await ask(`SELECT count(*) AS n FROM ${quoted(name)}`)
    rows.set(name, Number(row?.n))
  }
  const indexed = new Map((await ask(indexes[engine])).map(({ name, on }) => [String(name), String(on)]))
  return {
    engine,
    from: String(applied.at(-1)?.name),
    steps: planSteps(pending, { rows, indexed }),
    shutOut: engine === 'sqlite' ? [] : await findShutOut(ask, steps, pending),
  }
}

const tables = {
  sqlite: "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
  postgres: `SELECT relname AS name FROM pg_class WHERE relnamespace = current_schema()::regnamespace
    AND relkind IN ('r', 'p') AND NOT relispartition`,
}
const indexes = {
  sqlite: `SELECT name, tbl_name AS "on" FROM sqlite_schema WHERE type = 'index'`,
  postgres: 'SELECT indexname AS name, tablename AS "on" FROM pg_indexes WHERE schemaname = current_schema()',
}

/** A server goes on beside a step if it knows the one that the step names; those before the table `nodes` aren't seen. */
async function findShutOut(ask: Ask, steps: readonly Step[], pending: readonly Step[]): Promise<RunningNode[]> {
  const [made] = await ask("SELECT to_regclass('nodes') IS NOT NULL AS yes")
  if (!made?.yes) return []
  const placeOf = (name: unknown) => steps.findIndex((step) => step.name === name)
  const needed = Math.max(-1, ...pending.map(({ name, readableFrom }) => placeOf(readableFrom ?? name)))
  const nodes = await ask(`SELECT name, version, schema FROM nodes
    WHERE seen_at >= (extract(epoch FROM clock_timestamp()) - 60) * 1000 ORDER BY name`)
  return nodes
    .filter(({ schema }) => placeOf(schema) !== -1 && placeOf(schema) < needed)
    .map(({ name, version }) => ({ name: String(name), version: String(version) }))
}
