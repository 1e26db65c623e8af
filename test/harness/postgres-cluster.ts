import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { chownSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { program } from '../../scripts/find-postgres.mjs'
import { freePort } from './free-port.ts'

export interface PostgresCluster {
  /** Address without a database name. */
  readonly url: string
  /** Stops the server as its administrator would and keeps the data; returns a function that starts it again. */
  interrupt(): Promise<() => Promise<void>>
  stop(): Promise<void>
}

export interface TestDatabase {
  readonly url: string
  readonly name: string
  drop(): Promise<void>
}

export type Identity = { readonly uid: number; readonly gid: number } | undefined

/**
 * Stops PostgreSQL and removes its data, unless it is kept, when the pipe to the test run closes: when the run ends, on
 * Ctrl+C, and also when it is killed with SIGKILL.
 */
const guard =
  '"$0" "$@" & server=$!; cat >/dev/null; kill -INT $server; wait $server; [ "$KEEPS_DATA" ] || rm -rf "$PGDATA"'

/**
 * Starts a temporary PostgreSQL with the durability settings of production; its size and address differ, and how soon
 * it finds a deadlock.
 * @param bin folder of initdb and postgres
 * @param kept folder of its data, which stays when PostgreSQL stops; made when it is missing
 * @param settings besides PostgreSQL's defaults, `name=value`
 */
export async function startPostgresCluster(
  bin: string,
  kept?: string,
  settings: readonly string[] = [],
): Promise<PostgresCluster> {
  const identity = postgresIdentity()
  const folder = kept ?? (await mkdtemp(join(tmpdir(), 'keywright-postgres-')))
  const isMade = existsSync(join(folder, 'PG_VERSION'))
  if (!isMade) mkdirSync(folder, { recursive: true })
  if (!isMade && identity) chownSync(folder, identity.uid, identity.gid)
  const remove = kept === undefined ? () => rm(folder, { recursive: true, force: true }) : undefined
  try {
    if (!isMade) await makeCluster(bin, folder, identity)
    return await startServer(bin, { folder, identity, settings }, remove)
  } catch (error) {
    await remove?.()
    throw error
  }
}

/** PostgreSQL refuses to run as root: it then runs as the user `postgres`, or as `nobody`. */
export function postgresIdentity(): Identity {
  if (process.getuid?.() !== 0) return undefined
  const users = readFileSync('/etc/passwd', 'utf8').split('\n')
  const line = users.find((user) => user.startsWith('postgres:')) ?? users.find((user) => user.startsWith('nobody:'))
  const [, , uid, gid] = line?.split(':') ?? []
  if (uid === undefined || gid === undefined)
    throw new Error('PostgreSQL refuses root, and there is no other user here')
  return { uid: Number(uid), gid: Number(gid) }
}

export async function makeCluster(bin: string, folder: string, identity: Identity): Promise<void> {
  // A linguistic collation, as most installations have: code that relies on byte order must fail here.
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=icu', '--icu-locale=en-US']
  const args = ['-D', folder, '--username=postgres', '--auth=trust', '--no-sync', ...locale]
  const child = spawn(program(bin, 'initdb'), args, { ...identity, cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
  const output = collect(child)
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`initdb failed:\n${output()}`)
}

async function startServer(
  bin: string,
  place: Pick<ProcessOptions, 'folder' | 'identity' | 'settings'>,
  remove: (() => Promise<void>) | undefined,
): Promise<PostgresCluster> {
  const port = await freePort()
  const running = postgresProcess(bin, { ...place, port, keepsData: remove === undefined })
  await running.start()
  return {
    url: `postgresql://postgres@127.0.0.1:${port}`,
    async interrupt() {
      await running.end('SIGINT')
      return running.start
    },
    async stop() {
      await running.stop()
      await remove?.()
    },
  }
}

interface ProcessOptions {
  readonly folder: string
  readonly identity: Identity
  readonly port: number
  readonly settings?: readonly string[]
  readonly keepsData: boolean
}

/** PostgreSQL on a folder of data: started, ended by a signal and started again, until `stop`. */
export function postgresProcess(bin: string, { folder, identity, port, settings = [], keepsData }: ProcessOptions) {
  const place = ['listen_addresses=127.0.0.1', `port=${port}`, 'unix_socket_directories=', 'max_connections=200']
  // transactions that wait for each other wait a second until it is looked at, and a test has many of them
  const all = [...place, 'deadlock_timeout=50ms', ...settings]
  const args = ['-D', folder, ...all.flatMap((setting) => ['-c', setting])]
  const server = program(bin, 'postgres')
  const isWindows = process.platform === 'win32'
  const [command, commandArgs] = isWindows ? [server, args] : ['sh', ['-c', guard, server, ...args]]
  const started: { child: ChildProcess; gone: Promise<unknown> }[] = []
  const start = async () => {
    const child = spawn(command, commandArgs, {
      ...identity,
      cwd: folder,
      env: { ...process.env, PGDATA: folder, LC_ALL: 'C', KEEPS_DATA: keepsData ? '1' : '' },
      stdio: ['pipe', 'ignore', 'pipe'],
      // its own process group: the guard handles Ctrl+C
      detached: !isWindows,
    })
    started.push({ child, gone: once(child, 'exit') })
    await untilReady(child)
  }
  return {
    start,
    /** SIGINT: as its administrator would. SIGQUIT: at once, without a checkpoint. */
    async end(signal: 'SIGINT' | 'SIGQUIT'): Promise<void> {
      const pidFile = join(folder, 'postmaster.pid')
      process.kill(Number.parseInt(readFileSync(pidFile, 'utf8'), 10), signal)
      while (existsSync(pidFile)) await sleep(20)
    },
    async stop(): Promise<void> {
      for (const { child, gone } of started) {
        if (isWindows) child.kill()
        else child.stdin?.end()
        await gone
      }
    },
  }
}

function untilReady(child: ChildProcess): Promise<void> {
  const output = collect(child)
  return new Promise((resolve, reject) => {
    child.stderr?.on('data', () => {
      if (/ready to accept (read-only )?connections/.test(output())) resolve()
    })
    child.once('error', reject)
    child.once('exit', () => reject(new Error(`PostgreSQL ended:\n${output()}`)))
  })
}

/** Keeps the last of what a process prints, and keeps its pipes from filling. */
function collect(child: ChildProcess): () => string {
  let output = ''
  const keep = (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-8000)
  }
  child.stdout?.on('data', keep)
  child.stderr?.on('data', keep)
  return () => output
}

/** Makes a database. `server`: the address without a database name. */
export async function createDatabase(server: string, template = 'template0'): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await run(server, `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`)
  return { url: `${server}/${name}`, name, drop: () => run(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) }
}

async function run(server: string, sql: string): Promise<void> {
  const client = new pg.Client(`${server}/postgres`)
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
