import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, realpathSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { findPostgres, program } from '../../scripts/find-postgres.mjs'
import { freePort } from './free-port.ts'
import { type Identity, makeCluster, postgresIdentity, postgresProcess } from './postgres-cluster.ts'

/** Two PostgreSQL: a primary, and a standby that has every commit before it is acknowledged. */
export interface PostgresPair {
  /** Addresses of both without a database name; which of them is the primary changes. */
  readonly urls: readonly [string, string]
  primaryUrl(): string
  /** Ends the primary at once, without a checkpoint, and starts it again. */
  restartAtOnce(): Promise<void>
  /** Ends the primary for good and promotes the standby. Without `rebuild` it stays alone. */
  failOver(options?: { readonly rebuild: boolean }): Promise<void>
  /** Ends the standby at once; the primary goes on alone. */
  endStandby(): Promise<void>
  stop(): Promise<void>
}

/** The folder of PostgreSQL's programs; undefined where a standby can't be made. */
export async function pairBin(): Promise<string | undefined> {
  const found = await findPostgres()
  if (!found) return undefined
  // a link leads to the folder that has all programs
  const bin = dirname(realpathSync(program(found.bin, 'postgres')))
  return existsSync(program(bin, 'pg_basebackup')) ? bin : undefined
}

interface Host {
  readonly folder: string
  readonly url: string
  readonly port: number
  readonly running: ReturnType<typeof postgresProcess>
}

export async function startPostgresPair(bin: string): Promise<PostgresPair> {
  const identity = postgresIdentity()
  const parent = await mkdtemp(join(tmpdir(), 'keywright-pair-'))
  await chmod(parent, 0o755)
  let primary = await prepareHost(bin, join(parent, 'a'), identity)
  let standby = await prepareHost(bin, join(parent, 'b'), identity)
  const urls = [primary.url, standby.url] as const
  await makeCluster(bin, primary.folder, identity)
  await primary.running.start()
  await attachStandby(bin, identity, primary, standby)
  return {
    urls,
    primaryUrl: () => primary.url,
    async restartAtOnce() {
      await primary.running.end('SIGQUIT')
      await primary.running.start()
    },
    async failOver({ rebuild } = { rebuild: true }) {
      await primary.running.end('SIGQUIT')
      ;[primary, standby] = [standby, primary]
      await run(primary.url, 'SELECT pg_promote(true, 30)')
      if (!rebuild) return
      await rm(standby.folder, { recursive: true })
      await makeFolder(standby.folder, identity)
      await attachStandby(bin, identity, primary, standby)
    },
    async endStandby() {
      await run(primary.url, "ALTER SYSTEM SET synchronous_standby_names = ''")
      await run(primary.url, 'SELECT pg_reload_conf()')
      await standby.running.end('SIGQUIT')
    },
    async stop() {
      await Promise.all([primary.running.stop(), standby.running.stop()])
      await rm(parent, { recursive: true, force: true })
    },
  }
}

async function prepareHost(bin: string, folder: string, identity: Identity): Promise<Host> {
  const port = await freePort()
  await makeFolder(folder, identity)
  const running = postgresProcess(bin, { folder, identity, port, keepsData: true })
  return { folder, port, running, url: `postgresql://postgres@127.0.0.1:${port}` }
}

async function makeFolder(folder: string, identity: Identity): Promise<void> {
  await mkdir(folder, { mode: 0o700 })
  if (identity) chownSync(folder, identity.uid, identity.gid)
}

/** Until then the primary waits for nobody, and afterwards for this one. */
async function attachStandby(bin: string, identity: Identity, primary: Host, standby: Host): Promise<void> {
  const from = ['-h', '127.0.0.1', '-p', String(primary.port), '-U', 'postgres']
  const args = [...from, '-D', standby.folder, '-R', '-X', 'stream', '-c', 'fast', '--no-sync']
  const child = spawn(program(bin, 'pg_basebackup'), args, { ...identity, cwd: standby.folder, stdio: 'inherit' })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error('pg_basebackup failed')
  await standby.running.start()
  await run(primary.url, "ALTER SYSTEM SET synchronous_standby_names = '*'")
  await run(primary.url, 'SELECT pg_reload_conf()')
  while (!(await hasSynchronousStandby(primary.url))) await sleep(50)
}

async function hasSynchronousStandby(url: string): Promise<boolean> {
  const rows = await run(url, "SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'")
  return rows.length > 0
}

async function run(url: string, sql: string): Promise<readonly unknown[]> {
  const client = new pg.Client(`${url}/postgres`)
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}
