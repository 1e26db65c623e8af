import { existsSync } from 'node:fs'
import { access, constants, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import packageJson from '../../package.json' with { type: 'json' }
import { createApp } from './app.ts'
import { openMasterKey } from './assert-master-key.ts'
import { serveCommands } from './commands/serve-commands.ts'
import { type Config, readConfig } from './config.ts'
import { type Database, openDatabase } from './db/open.ts'
import { type FirstStart, makeSetupLink, prepareFirstStart, type SetupLink } from './first-start.ts'
import { catchPlainOutput, formatOf, removeSetupLink, writeSetupLink, writeStartError } from './json-output.ts'
import { cliCommand } from './lib/cli-command.ts'
import { type Clock, systemClock } from './lib/clock.ts'
import { type Log, openLog } from './lib/log.ts'
import { createPrivateFiles, tightenDataFolder } from './lib/private-files.ts'
import { openSharedClock } from './lib/shared-clock.ts'
import { ownOrigin } from './own-origin.ts'
import { cannotListen, emptyDatabaseCheck, inDataFolder } from './start-messages.ts'

const { version } = packageJson

/** How long requests in progress, and what is only in memory, may take when the server stops. */
const endMs = 11_000

/** Starts the server, or says why it cannot and ends the process. */
export async function runServer(): Promise<void> {
  try {
    await startServer()
  } catch (error) {
    writeStartError(formatOf(process.env), error)
    process.exit(1)
  }
}

/** Starts the server: configuration, secrets, database, app, port. Stops it in reverse order. */
async function startServer(): Promise<void> {
  createPrivateFiles()
  if (formatOf(process.env) === 'json') catchPlainOutput()
  const config = readConfig(process.env)
  const { logLevel, logFormat, nodeName } = config
  const log = openLog(logLevel, logFormat, (line) => process.stdout.write(`${line}\n`), nodeName)
  const { dataDir } = config
  await inDataFolder(dataDir, async () => {
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
    await access(dataDir, constants.W_OK)
  })
  const onEmpty = emptyDatabaseCheck(config)
  for (const warning of tightenDataFolder(config.dataDir)) log.warn(warning)
  const database = await openDatabase({
    dataDir: config.dataDir,
    databaseUrl: config.databaseUrl,
    ...config.connections,
    hasExternalCheckpoints: config.backups.hasExternalCheckpoints,
    onEmpty,
    log: (message, level = 'info') => log[level](message),
  })
  // They start beside the rest; after it they would slow the first requests.
  database.startReaders()
  const secrets = await inDataFolder(dataDir, () => openMasterKey(database, config))
  const clock = await openClock(database, log)
  const webFolder = fileURLToPath(new URL('../../dist/web', import.meta.url))
  const app = await createApp({
    config,
    database,
    secrets,
    clock,
    log,
    version,
    ...(existsSync(webFolder) && { webFolder }),
  })
  // Listens only when ready: once the server is up, owner and admin key exist.
  const firstStart = await inDataFolder(dataDir, () => prepareFirstStart({ ...app, clock, config }))
  await app.http.listen({ host: config.host, port: config.port }).catch((error: unknown) => {
    throw cannotListen(config, error)
  })
  app.jobs.start()
  const stopCommands =
    database.engine === 'sqlite' ? await serveCommands({ ...app, dataDir, clock, version, log }) : undefined
  const address = app.http.server.address()
  const port = typeof address === 'object' && address !== null ? address.port : config.port
  const origin = ownOrigin(config, port)
  const needsOwner = firstStart.owner.kind === 'needs_owner'
  const setupLink = needsOwner ? await makeSetupLink({ ...app, clock }, origin) : undefined
  const facts = { origin, config, firstStart, setupLink, version }
  if (setupLink === undefined) removeSetupLink(dataDir)
  if (config.logFormat === 'json') logStart(log, facts)
  else process.stdout.write(startupMessage(facts))

  let isStopping = false
  const stop = async (signal: NodeJS.Signals) => {
    if (isStopping) return
    isStopping = true
    log.info('stopping', { signal })
    app.announceStop()
    if (signal === 'SIGTERM' && config.drainMs > 0) await sleep(config.drainMs)
    setTimeout(() => void endUnfinished(database, log), endMs).unref()
    await stopCommands?.()
    await app.close()
    await database.close()
    if (database.isReading()) endBySignal(signal)
    process.exit(0)
  }
  process.on('SIGTERM', () => void stop('SIGTERM'))
  process.on('SIGINT', () => void stop('SIGINT'))
  // Its default would end the process at once, with what is only in memory: of a terminal that closes, the server
  // takes it as a wish to stop; sent by a service manager or by hand, it means "read your settings again".
  const isOfTerminal = process.stdin.isTTY
  process.on('SIGHUP', () => {
    if (isOfTerminal) void stop('SIGHUP')
    else log.info('SIGHUP is ignored: settings are read at the start')
  })
}

/** A database that does not answer is no fault of this server: it has ended as well as it can. */
async function endUnfinished(database: Database, log: Log): Promise<void> {
  const isReady = await database.isReady()
  log.warn('stopped before everything was written', { database: isReady ? 'slow' : 'unavailable' })
  process.exit(isReady ? 1 : 0)
}

/** The embedded database has one server, whose own clock it is. */
async function openClock(database: Database, log: Log): Promise<Clock> {
  if (database.engine === 'sqlite') return systemClock
  const clock = await openSharedClock(database.askClock, systemClock, log)
  clock.start()
  return clock
}

/** Everything is written, and an exit would wait for the threads: the signal's default ends the process at once. */
function endBySignal(signal: NodeJS.Signals): void {
  process.removeAllListeners(signal)
  process.kill(process.pid, signal)
}

interface StartupFacts {
  readonly origin: string
  readonly version: string
  readonly config: Pick<Config, 'dataDir' | 'databaseUrl' | 'publicUrl' | 'host'>
  readonly firstStart: FirstStart
  /** Only while there is no owner. */
  readonly setupLink: SetupLink | undefined
}

/** The same facts for machines, without the secrets: the setup link is in a file, and a command shows the admin key. */
function logStart(log: Log, { origin, version, config, firstStart, setupLink }: StartupFacts): void {
  log.info('started', { version, origin, engine: config.databaseUrl === undefined ? 'sqlite' : 'postgres' })
  if (setupLink)
    log.warn('no owner yet: open the link of the file', { file: writeSetupLink(config.dataDir, setupLink.url) })
  if (firstStart.newAdminKey !== undefined) log.info(`admin key created: ${cliCommand} admin-key show prints it`)
  if (isPublicWithoutTls(config))
    log.warn('serving plain HTTP to the network: put a TLS proxy in front and set PUBLIC_URL')
}

/**
 * The message after a start: where the server runs and, on first start, what to do next. Each value is on a line of its
 * own, to be copied.
 */
function startupMessage({ origin, version, config, firstStart, setupLink }: StartupFacts): string {
  const lines = ['', `  Keywright ${version} is running.`, '', '  Dashboard', `    ${origin}`, '']
  const { owner, newAdminKey } = firstStart
  if (setupLink) {
    lines.push(
      '  Create the owner account (works once, for 30 minutes; restart for a new link)',
      `    ${setupLink.url}`,
      '',
    )
  }
  if (owner.kind === 'made_owner') lines.push('  Owner account created from OWNER_EMAIL', `    ${owner.email}`, '')
  if (newAdminKey !== undefined) {
    const again = config.databaseUrl === undefined ? 'admin-key show prints it again' : 'admin-key rotate replaces it'
    lines.push(`  Admin key (shown once; ${cliCommand} ${again})`, `    ${newAdminKey}`, '')
  }
  lines.push(
    '  Data',
    `    ${config.databaseUrl === undefined ? join(config.dataDir, 'keywright.db') : 'PostgreSQL (DATABASE_URL)'}`,
  )
  const masterKey = join(config.dataDir, 'master.key')
  if (existsSync(masterKey)) lines.push(`    ${masterKey}  (back it up apart from the database)`)
  lines.push('', '  Stop it with Ctrl+C.', '')
  if (isPublicWithoutTls(config)) {
    lines.push(
      '  Warning: serving plain HTTP to the network. Put a TLS proxy in front and set PUBLIC_URL to its address.',
      '',
    )
  }
  return `${lines.join('\n')}\n`
}

function isPublicWithoutTls({ host, publicUrl }: StartupFacts['config']): boolean {
  const isLocal = host === 'localhost' || host === '::1' || host.startsWith('127.')
  return !isLocal && !publicUrl?.startsWith('https:')
}
