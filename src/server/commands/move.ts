import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Config } from '../config.ts'
import { loadMove, type MovedRows, type MoveOptions } from '../db/open.ts'
import { hashesOfFolder, putAdminKeyHashes } from '../lib/admin-key.ts'
import { systemClock } from '../lib/clock.ts'
import { openSecrets } from '../lib/secrets.ts'
import { ConfigError } from '../lib/start-error.ts'
import { databaseUrl } from '../setting-schemas.ts'
import { adminKeyRows, adminKeysOf } from '../store/installation/admin-key.ts'
import { messageOfRow, unqueuedEventsSql } from '../store/webhooks/delivery-queue-sqlite.ts'
import type { CommandOutput } from './command-output.ts'
import { printProgress } from './print-progress.ts'

/** What a move is expected to reach, for the time that a dry run tells. */
const rowsPerSecond = 30_000

/** From the embedded database of DATA_DIR to an empty PostgreSQL database. */
export async function moveToPostgres(config: Config, target: string, isDryRun: boolean): Promise<CommandOutput> {
  if (config.databaseUrl !== undefined) {
    throw new Error('The data is in PostgreSQL already (DATABASE_URL). To move the embedded database, unset it.')
  }
  const url = databaseUrl.safeParse(target)
  if (!url.success) throw new ConfigError([`--to ${url.error.issues[0]?.message}`])
  const { dataDir } = config
  if (!existsSync(join(dataDir, 'keywright.db')))
    throw new Error(`${dataDir} contains no Keywright data. Set DATA_DIR.`)
  const ownValues = adminKeyRows(hashesOfFolder(dataDir, systemClock.now()))
  const next = `Start the server with DATABASE_URL and the same master key. ${join(dataDir, 'keywright.db')} is unchanged; keep it as a backup.`
  const places = { direction: 'to postgres', folder: dataDir, url: url.data, urlSetting: '--to', ownValues } as const
  return move(config, { ...places, prepareFolder: () => {} }, isDryRun, next)
}

/** From the PostgreSQL database of DATABASE_URL to the embedded one of a folder. */
export async function moveToSqlite(config: Config, target: string, isDryRun: boolean): Promise<CommandOutput> {
  const { connections, dataDir, masterKey } = config
  const url = connections.directUrl ?? config.databaseUrl
  if (url === undefined) throw new Error('Set DATABASE_URL to the database that is to be moved.')
  const folder = resolve(target)
  if (masterKey === undefined) assertOwnKey(dataDir, folder)
  const next = `Start the server with DATA_DIR=${folder} and without DATABASE_URL. The PostgreSQL database is unchanged.`
  const prepareFolder: MoveOptions['prepareFolder'] = (rows) => {
    if (masterKey === undefined) copyMasterKey(dataDir, folder)
    putAdminKeyHashes(folder, adminKeysOf(rows))
  }
  const urlSetting = connections.directUrl === undefined ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL'
  const places = { direction: 'to sqlite', folder, url, urlSetting, ownValues: [], prepareFolder } as const
  return move(config, places, isDryRun, next)
}

async function move(
  { dataDir, masterKey }: Config,
  places: Omit<MoveOptions, 'keyId' | 'unqueued' | 'notice'>,
  isDryRun: boolean,
  next: string,
): Promise<CommandOutput> {
  const { keyId } = openSecrets(dataDir, { masterKey, isFirstStart: false })
  const { moveDatabase, tryMove } = await loadMove()
  const progress = printProgress((text) => process.stderr.write(text))
  const unqueued = { sql: unqueuedEventsSql, messageOf: messageOfRow }
  const options = { ...places, keyId, unqueued, notice: progress.notice }
  const startMs = performance.now()
  if (isDryRun) return describePlan(await tryMove(options))
  const moved = await moveDatabase(options)
  progress.end()
  return describeMoved(moved, (performance.now() - startMs) / 1000, next)
}

function describePlan(totals: ReadonlyMap<string, number>): CommandOutput {
  const rows = [...totals.values()].reduce((sum, count) => sum + count, 0)
  const minutes = Math.max(1, Math.ceil(rows / rowsPerSecond / 60))
  const lines = [...totals].map(([table, count]) => `${String(count).padStart(12)}  ${table}`)
  const text = `${lines.join('\n')}\n${rows} rows, about ${minutes} min. Nothing was written.`
  return { text, facts: { rows, minutes } }
}

function describeMoved(moved: readonly MovedRows[], seconds: number, next: string): CommandOutput {
  const rows = moved.reduce((sum, table) => sum + table.rows, 0)
  const lines = moved.map(
    ({ table, rows: count, sha256 }) => `${String(count).padStart(12)}  ${sha256.slice(0, 16).padEnd(16)}  ${table}`,
  )
  const text = `${lines.join('\n')}\nMoved ${rows} rows of ${moved.length} tables in ${Math.ceil(seconds)} s; both databases are equal, row by row. ${next}`
  return { text, facts: { rows, tables: moved.length, seconds: Math.ceil(seconds) } }
}

const keyFile = (folder: string) => join(folder, 'master.key')

function assertOwnKey(dataDir: string, folder: string): void {
  const [own, other] = [keyFile(dataDir), keyFile(folder)]
  if (!existsSync(own) || !existsSync(other)) return
  if (readFileSync(own, 'utf8').trim() === readFileSync(other, 'utf8').trim()) return
  throw new Error(`${folder} contains another master key. Name another folder.`)
}

/** The embedded database needs its key beside it. */
function copyMasterKey(dataDir: string, folder: string): void {
  if (existsSync(keyFile(folder))) return
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  copyFileSync(keyFile(dataDir), keyFile(folder))
}
