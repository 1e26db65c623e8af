import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
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

export interface FullDatabaseOptions extends FullOptions {
  /**
   * Folder in which the database is kept for the next run, which then works on a copy of it: room for each twice.
   * Without one it is made for this run.
   */
  readonly keptIn: string | undefined
  /** Of PostgreSQL, `name=value`, besides its defaults. */
  readonly settings: readonly string[]
}

/** Makes a database with millions of rows, or takes the kept one, for the time of the work. */
export async function withFullDatabase<T>(
  engine: Engine,
  { keptIn, settings, ...size }: FullDatabaseOptions,
  work: (database: FullDatabase) => Promise<T>,
): Promise<T> {
  if (keptIn === undefined) return inTemporaryFolder((folder) => make({ engine, folder, settings }, size, work))
  const kept = join(keptIn, `${engine}-${size.users}-${size.activity}`)
  if (!existsSync(seededFile(kept))) {
    await rm(kept, { recursive: true, force: true })
    await mkdir(kept, { recursive: true })
    await make({ engine, folder: kept, settings }, size, ({ seeded }) =>
      writeFile(seededFile(kept), JSON.stringify(seeded)),
    )
  }
  const copy = await mkdtemp(join(keptIn, 'copy-'))
  try {
    await promisify(execFile)('cp', ['--archive', '--reflink=auto', `${kept}/.`, copy])
    // otherwise the first commits would wait until the whole copy is on the disk
    await promisify(execFile)('sync', ['--file-system', copy])
    const seeded = JSON.parse(await readFile(seededFile(copy), 'utf8')) as Seeded
    return await opened({ engine, folder: copy, settings }, ({ dataDir, databaseUrl }) =>
      work({ seeded, dataDir, databaseUrl }),
    )
  } finally {
    await rm(copy, { recursive: true, force: true })
  }
}

/** Written when everything else is there. */
const seededFile = (folder: string) => join(folder, 'seeded.json')

interface Opening {
  readonly engine: Engine
  readonly folder: string
  readonly settings: readonly string[]
}

function make<T>(opening: Opening, size: FullOptions, work: (database: FullDatabase) => Promise<T>): Promise<T> {
  return opened(opening, async (place) => {
    const seeded = await seedFull(place.dataDir, size, place.databaseUrl)
    return work({ seeded, ...place })
  })
}

type Place = Pick<FullDatabase, 'dataDir' | 'databaseUrl'>

async function opened<T>({ engine, folder, settings }: Opening, work: (place: Place) => Promise<T>): Promise<T> {
  const dataDir = join(folder, 'data')
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  if (engine === 'SQLite') return work({ dataDir, databaseUrl: undefined })
  const postgres = await installedPostgres()
  if (!postgres) throw new Error('PostgreSQL is not installed.')
  // PostgreSQL runs as a user of its own
  await chmod(folder, 0o711)
  const cluster = await startPostgresCluster(postgres.bin, join(folder, 'postgres'), settings)
  try {
    return await work({ dataDir, databaseUrl: `${cluster.url}/postgres` })
  } finally {
    await cluster.stop()
  }
}
