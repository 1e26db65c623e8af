import type { Config } from '../config.ts'
import {
  type MigrationPlan,
  migrateInPlace,
  newestStep,
  type PlannedStep,
  type PlannedTable,
  planMigration,
} from '../db/open.ts'
import type { CommandOutput } from './command-output.ts'

/** Tells the steps of the schema that are pending, and unless it is a dry run makes them. */
export async function migrateDatabase(config: Config, isDryRun: boolean): Promise<CommandOutput> {
  const { dataDir, databaseUrl, connections } = config
  const place = { dataDir, databaseUrl, directUrl: connections.directUrl }
  const plan = await planMigration(place)
  const { engine, from, steps, shutOut } = plan
  const facts = { engine, from, to: newestStep, steps, shutOut, isDryRun }
  if (steps.length === 0) return { text: `Nothing to do: the schema is at ${from}, as this version has it.`, facts }
  const told = describe(plan)
  if (isDryRun) return { text: `${told}\nNothing was changed.`, facts }
  if (shutOut.length > 0) throw new Error(`${told}\nStop these servers first. Nothing was changed.`)
  const startMs = performance.now()
  await migrateInPlace(place, connections.pooler, (message) => void process.stderr.write(`${message}\n`))
  const seconds = Math.ceil((performance.now() - startMs) / 1000)
  return { text: `${told}\nDone in ${seconds} s: the schema is at ${newestStep}.`, facts: { ...facts, seconds } }
}

function describe({ engine, from, steps, shutOut }: MigrationPlan): string {
  const alone = 'The server must be stopped, so nobody waits. A copy is made first.'
  const beside = 'Each step is one transaction: what waits for a table waits until the step is done.'
  return [
    `The schema is at ${from}. Steps to ${newestStep}:`,
    ...steps.flatMap((step) => linesOf(step, engine)),
    engine === 'sqlite' ? alone : beside,
    ...shutOut.map(({ name, version }) => `The server ${name} (${version}) could not go on beside them.`),
  ].join('\n')
}

function linesOf({ name, kind, readableFrom, tables }: PlannedStep, engine: MigrationPlan['engine']): string[] {
  const others =
    kind === 'expand' ? `expand: servers that know ${readableFrom} go on` : 'contract: older servers must be stopped'
  const lines = tables.map((table) => `    ${table.table}: ${[workOf(table), ...waitOf(table, engine)].join(', ')}`)
  return [`  ${name}  ${others}`, ...(lines.length === 0 ? ['    new tables only'] : lines)]
}

function workOf({ work, rows }: PlannedTable): string {
  if (work === 'none') return 'no row touched'
  return work === 'read' ? `${rows} rows read` : `up to ${rows} rows changed`
}

function waitOf({ waiting }: PlannedTable, engine: MigrationPlan['engine']): string[] {
  if (engine === 'sqlite' || waiting === 'nobody') return []
  return [waiting === 'all' ? 'reads and changes wait' : 'changes wait']
}
