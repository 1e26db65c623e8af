import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import pg from 'pg'
import { untar } from '../../scripts/untar.mjs'
import { root } from '../documents/repository-files.ts'

export const releases = join(root, 'test/releases')
/** Of the servers that wrote what is stored. */
export const masterKey = 'a master key of the stored releases'

interface Program {
  readonly username: string
  readonly password: string
  readonly hwid: string
}

/** What its owner and its programs know of a database that a release left. */
export interface ReleaseFacts {
  readonly owner: { readonly email: string; readonly password: string }
  readonly applicationId: number
  readonly apiKey: string
  /** That programs pin. */
  readonly publicKey: string
  readonly webhookSecret: string
  /** Signed in and bound to a device, with a license key. */
  readonly user: Program & { readonly id: number; readonly licenseKey: string }
  readonly banned: Program
  /** A key with a free seat. */
  readonly freeKey: string
  /** Of a session that had not ended. */
  readonly sessionToken: string
}

export interface StoredRelease {
  /** The newest step of its schema, which is its name: there is no release before 0.1.0. */
  readonly step: string
  readonly sqlite: ReleaseFacts
  readonly postgres: ReleaseFacts
}

/** Oldest first. */
export function storedReleases(): readonly StoredRelease[] {
  return storedNames().map((name) => JSON.parse(readFileSync(join(releases, name, 'facts.json'), 'utf8')))
}

export function storedNames(): readonly string[] {
  const entries = readdirSync(releases, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  return entries.map(({ name }) => name).sort()
}

export interface OlderProgram {
  readonly step: string
  /** Its main file. */
  readonly main: string
  /** Compiled code is kept beside it: the cache of all tests would grow with every run. */
  readonly env: Readonly<Record<string, string>>
  remove(): Promise<void>
}

/** The program of the newest stored release, with the packages of now. Throws when none is stored. */
export async function openOlderProgram(): Promise<OlderProgram> {
  const step = storedReleases().at(-1)?.step ?? 'none'
  const archive = join(releases, step, 'program.tar.gz')
  if (!existsSync(archive)) throw new Error(`There is no program of an older release: ${archive}`)
  const folder = await mkdtemp(join(tmpdir(), 'keywright-older-'))
  await untar(archive, folder)
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  return {
    step,
    main: join(folder, 'src/server/main.ts'),
    env: { NODE_COMPILE_CACHE: join(folder, 'compiled') },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

export async function restoreSqlite(step: string, dataDir: string): Promise<void> {
  await writeFile(join(dataDir, 'keywright.db'), unzip(step, 'sqlite.gz'))
}

/** Into an empty database. */
export async function restorePostgres(step: string, url: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(unzip(step, 'postgres.gz').toString()).finally(() => client.end())
}

const unzip = (step: string, file: string) => gunzipSync(readFileSync(join(releases, step, file)))
