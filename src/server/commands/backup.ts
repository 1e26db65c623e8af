import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { backupFolder, beginCopy, copyName, madeAt, tidyFolder, writeManifest } from '../backups/copies.ts'
import { type CopyPlace, folderPlace } from '../backups/copy-place.ts'
import { copiesToRemove } from '../backups/keep.ts'
import { tryOut } from '../backups/rehearse.ts'
import { type RemotePlace, remotePlace } from '../backups/remote-place.ts'
import { databaseBytes, requireRoom } from '../backups/room.ts'
import type { Config } from '../config.ts'
import { backUp, lockBackups, type MadeCopy } from '../db/open.ts'
import { systemClock } from '../lib/clock.ts'
import { openSecrets, type Secrets } from '../lib/secrets.ts'
import type { CommandOutput } from './command-output.ts'

const never = new AbortController().signal

/** Backs up the embedded database; the server may be running. Without a target, the copy is one of those it rotates. */
export async function createBackup(config: Config, target?: string): Promise<CommandOutput> {
  refusePostgres(config, 'pg_dump')
  if (!existsSync(join(config.dataDir, 'keywright.db'))) throw new Error(`${config.dataDir} holds no database.`)
  const file = resolve(target ?? join(backupFolder(config.dataDir), copyName(systemClock.now())))
  const { bytes, masterKeyId } =
    target === undefined ? await withLock(config, () => addCopy(config, file)) : backUp(config.dataDir, file)
  const isStored = target === undefined && config.backups.bucket !== undefined
  const text =
    `Backed up and checked: ${file} (${bytes} bytes).${isStored ? ' A copy is in the S3 storage.' : ''}\n` +
    `It needs the master key ${masterKeyId}, which is not included. Keep a copy of ${masterKeyPlace(config)} elsewhere.`
  return { text, facts: { file, bytes, masterKeyId } }
}

async function addCopy(config: Config, file: string): Promise<MadeCopy> {
  const { dataDir, backups } = config
  const folder = backupFolder(dataDir)
  const name = basename(file)
  await tidyFolder(folder)
  await requireRoom(folder, databaseBytes(dataDir))
  beginCopy(folder, name)
  const made = backUp(dataDir, file)
  writeManifest(folder, name, { ...made, createdAt: madeAt(name) ?? systemClock.now() })
  const { here, remote } = openPlaces(config)
  if (remote) await remote.upload(folder, name, never)
  for (const place of remote ? [here, remote] : [here]) {
    const copies = (await place.list(never)).map((copy) => ({ ...copy, isDamaged: false }))
    for (const copy of copiesToRemove(copies, backups.keep, await place.roomBytes()))
      await place.remove(copy.name, never)
  }
  return made
}

/** Lists the copies of every place. */
export async function listBackups(config: Config): Promise<CommandOutput> {
  refusePostgres(config, 'pg_dump')
  const { here, remote } = openPlaces(config)
  const rows = (await here.list(never)).map((copy) => ({ ...copy, place: here.place }))
  let failure = ''
  if (remote) {
    const stored = await remote.list(never).catch((error: Error) => {
      failure = error.message
      return []
    })
    rows.push(...stored.map((copy) => ({ ...copy, place: remote.place })))
  }
  const lines = rows.map(({ place, name, bytes }) => `${place.padEnd(6)}  ${name}  ${bytes} bytes`)
  if (rows.length === 0) lines.push('There are no backups.')
  if (failure !== '') lines.push(`The S3 storage cannot be listed: ${failure}`)
  return { text: lines.join('\n'), facts: { backups: rows, ...(failure !== '' && { failure }) } }
}

/** Copies a backup of the S3 storage to the folder of backups. */
export async function fetchBackup(config: Config, name: string): Promise<CommandOutput> {
  refusePostgres(config, 'pg_restore')
  const { remote } = openPlaces(config)
  if (!remote) throw new Error('There is no S3 storage: BACKUP_S3_ENDPOINT is not set.')
  const file = await withLock(config, () => fetchCopy(config, remote, name))
  return { text: `Fetched and decrypted: ${file}`, facts: { file } }
}

/** Only what is whole and authentic gets the name of a copy. */
async function fetchCopy({ dataDir }: Config, remote: RemotePlace, name: string): Promise<string> {
  const folder = backupFolder(dataDir)
  const temporary = join(folder, 'rehearsal-fetch')
  await tidyFolder(folder)
  const copy = (await remote.list(never)).find((each) => each.name === name)
  if (!copy) throw new Error(`No backup in the S3 storage is called ${name}.`)
  try {
    const manifest = await remote.fetch(name, temporary, never)
    await rename(join(temporary, name), join(folder, name))
    writeManifest(folder, name, manifest)
    return join(folder, name)
  } finally {
    await rm(temporary, { recursive: true, force: true })
  }
}

/** Tries out a copy, or the newest one of each place. */
export async function rehearseBackup(config: Config, name?: string): Promise<CommandOutput> {
  refusePostgres(config, '"backup rehearse --dump" with a file of pg_dump')
  return withLock(config, async () => {
    const folder = backupFolder(config.dataDir)
    const secrets = secretsOf(config)
    await tidyFolder(folder)
    const tried: { place: string; name: string }[] = []
    for (const place of placesOf(config)) {
      const copies = await place.list(never)
      const copy = name === undefined ? copies[0] : copies.find((each) => each.name === name)
      if (!copy) continue
      await tryOut(place, { ...copy, id: 0 }, { folder, secrets, signal: never })
      tried.push({ place: place.place, name: copy.name })
    }
    if (tried.length === 0)
      throw new Error(name === undefined ? 'There are no backups.' : `No backup is called ${name}.`)
    const text = tried.map((copy) => `${copy.name} (${copy.place}) can be restored: every row is there.`).join('\n')
    return { text, facts: { tried } }
  })
}

async function withLock<T>({ dataDir }: Config, work: () => Promise<T>): Promise<T> {
  await mkdir(backupFolder(dataDir), { recursive: true, mode: 0o700 })
  const unlock = lockBackups(dataDir)
  if (!unlock) throw new Error('The server or another command is at work on the backups. Try again when it is done.')
  return work().finally(unlock)
}

interface Places {
  readonly here: CopyPlace
  readonly remote: RemotePlace | undefined
}

/** Where copies are kept. */
function openPlaces(config: Config): Places {
  const { bucket } = config.backups
  const here = folderPlace(backupFolder(config.dataDir))
  return { here, remote: bucket && remotePlace(bucket, secretsOf(config)) }
}

function placesOf(config: Config): readonly CopyPlace[] {
  const { here, remote } = openPlaces(config)
  return remote ? [here, remote] : [here]
}

/** The key belongs to a database that exists, here or in a backup: none is made. */
const secretsOf = ({ dataDir, masterKey }: Config): Secrets => openSecrets(dataDir, { masterKey, isFirstStart: false })

export function refusePostgres({ databaseUrl }: Config, tool: string): void {
  if (databaseUrl === undefined) return
  throw new Error(`The data is in PostgreSQL (DATABASE_URL). Use ${tool}, and keep a copy of the master key.`)
}

export const masterKeyPlace = ({ masterKey, dataDir }: Config) =>
  masterKey === undefined ? join(dataDir, 'master.key') : 'MASTER_KEY'
