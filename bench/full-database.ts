import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startPostgresCluster } from '../test/harness/postgres-cluster.ts'
import { type FullOptions, seedFull } from './full-installation.ts'
import { installedPostgres } from './machine.ts'
import type { Seeded } from './seed.ts'
import { inTemporaryFolder } from './temporary-folder.ts'

export type Engine = 'SQLite' | 'PostgreSQL'

export interface FullDatabase {
  readonly seeded: Seeded
  readonly dataDir: string
  /** Undefined for SQLite. */
  readonly databaseUrl: string | undefined
}

interface FullDatabaseOptions extends FullOptions {
  /**
   * Folder in which the database is kept for the next run, which then works on a copy of it: room for each twice.
   * Without one it is made for this run.
   */
  readonly keptIn: string | undefined
}

/** Makes a database with millions of rows, or takes the kept one, for the time of the work. */
export async function withFullDatabase<T>(
  engine: Engine,
  { keptIn, ...size }: FullDatabaseOptions,
  work: (database: FullDatabase) => Promise<T>,
): Promise<T> {
  if (keptIn === undefined) return inTemporaryFolder((folder) => make(engine, folder, size, work))
  const kept = join(keptIn, `${engine}-${size.users}-${size.activity}`)
  if (!existsSync(seededFile(kept))) {
    await rm(kept, { recursive: true, force: true })
    await mkdir(kept, { recursive: true })
    await make(engine, kept, size, ({ seeded }) => writeFile(seededFile(kept), JSON.stringify(seeded)))
  }
  const copy = await mkdtemp(join(keptIn, 'copy-'))
  try {
    await promisify(execFile)('cp', ['--archive', '--reflink=auto', `${kept}/.`, copy])
    // otherwise the first commits would wait until the whole copy is on the disk
    await promisify(execFile)('sync', ['--file-system', copy])
    const seeded = JSON.parse(await readFile(seededFile(copy), 'utf8')) as Seeded
    return await opened(engine, copy, ({ dataDir, databaseUrl }) => work({ seeded, dataDir, databaseUrl }))
  } finally {
    await rm(copy, { recursive: true, force: true })
  }
}

/** Written when everything else is there. */
const seededFile = (folder: string) => join(folder, 'seeded.json')

function make<T>(
  engine: Engine,
  folder: string,
  size: FullOptions,
  work: (database: FullDatabase) => Promise<T>,
): Promise<T> {
  return opened(engine, folder, async (place) => {
    const seeded = await seedFull(place.dataDir, size, place.databaseUrl)
    return work({ seeded, ...place })
  })
}

type Place = Pick<FullDatabase, 'dataDir' | 'databaseUrl'>

/** What the guide advises for millions of users. */
const advised = [`shared_buffers=${Math.floor(totalmem() / 4 / 2 ** 20)}MB`, 'max_wal_size=8GB']

async function opened<T>(engine: Engine, folder: string, work: (place: Place) => Promise<T>): Promise<T> {
  const dataDir = join(folder, 'data')
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  if (engine === 'SQLite') return work({ dataDir, databaseUrl: undefined })
  const postgres = await installedPostgres()
  if (!postgres) throw new Error('PostgreSQL is not installed.')
  // PostgreSQL runs as a user of its own
  await chmod(folder, 0o711)
  const cluster = await startPostgresCluster(postgres.bin, join(folder, 'postgres'), advised)
  try {
    return await work({ dataDir, databaseUrl: `${cluster.url}/postgres` })
  } finally {
    await cluster.stop()
  }
}
