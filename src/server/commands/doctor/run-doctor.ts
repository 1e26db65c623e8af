import type { Config } from '../../config.ts'
import { type DatabaseFacts, inspectDatabase } from '../../db/open.ts'
import type { CommandOutput } from '../command-output.ts'
import { checkCertificate, checkMail, checkServer, decideProxy } from './check-address.ts'
import { checkBackups, checkStorage } from './check-backups.ts'
import { checkMasterKey, decideCounts, decidePostgres, decideSchema } from './check-database.ts'
import { checkDisk, checkFolder, checkNode } from './check-machine.ts'
import { type Finding, ok, reasonOf, wrong } from './finding.ts'

/**
 * Looks at everything that an installation needs, beside a running server, and repairs nothing. `url`: where the server
 * is reached; by default PUBLIC_URL, else this machine. Exit code 1 if anything is wrong.
 */
export async function runDoctor(config: Config, url?: string): Promise<CommandOutput> {
  const origin = url ?? config.publicUrl ?? localOrigin(config)
  const [database, server, certificate, mail, storage] = await Promise.all([
    readDatabase(config),
    checkServer(origin),
    checkCertificate(origin),
    checkMail(config.mail),
    checkStorage(config, Date.now()),
  ])
  const findings = [
    checkNode(process.versions.node),
    checkFolder(config.dataDir),
    checkDisk(config.dataDir),
    ...checkDatabase(config, database),
    server,
    ...certificate,
    decideProxy(config),
    mail,
    await checkBackups(config, typeof database === 'string' ? [] : database.rehearsals, Date.now()),
    ...storage,
  ]
  const count = (state: Finding['state']) => findings.filter((each) => each.state === state).length
  const summary = `ok: ${count('ok')}, warnings: ${count('warning')}, wrong: ${count('wrong')}`
  return {
    text: [...findings.flatMap(linesOf), summary].join('\n'),
    facts: { warnings: count('warning'), wrong: count('wrong'), findings },
    exitCode: count('wrong') > 0 ? 1 : 0,
  }
}

const localOrigin = ({ host, port }: Config) =>
  `http://${host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host}:${port}`

/** What the database says, or why it can't be read. */
async function readDatabase({ dataDir, databaseUrl, connections }: Config): Promise<DatabaseFacts | string> {
  try {
    const { directUrl, readUrl } = connections
    return await inspectDatabase({ dataDir, databaseUrl, directUrl, readUrl })
  } catch (error) {
    return reasonOf(error)
  }
}

function checkDatabase(config: Config, facts: DatabaseFacts | string): Finding[] {
  if (typeof facts === 'string') return [wrong('database', facts, 'Nothing can be served without it.')]
  const engine = config.databaseUrl === undefined ? 'SQLite' : 'PostgreSQL'
  return [
    ok('database', `${engine} ${facts.version}`),
    decideSchema(facts),
    checkMasterKey(config, facts),
    ...decideCounts(facts),
    ...(facts.postgres ? decidePostgres(facts.postgres, config.connections) : []),
  ]
}

function linesOf({ check, state, found, advice }: Finding): string[] {
  const line = `${state.padEnd(8)} ${check.padEnd(12)} ${found}`
  return advice === undefined ? [line] : [line, `${' '.repeat(22)}→ ${advice}`]
}
