import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { beforeAll, onTestFinished } from 'vitest'
import { createTestDatabase } from './create-test-database.ts'
import { contentsOf, fillEmbedded } from './filled-database.ts'
import { runCli } from './start-server.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** Of all databases of these tests. */
export const moveEnv = { MASTER_KEY: 'a master key that outlives the process' }

/** A folder for the time of a test. */
export async function newFolder(): Promise<string> {
  const { options, remove } = await temporaryFolder()
  onTestFinished(remove)
  return options.dataDir
}

/** The address of a database for the time of a test, empty or with the schema. */
export async function newDatabase(isMigrated = false): Promise<string> {
  const { url, drop } = await createTestDatabase({ isMigrated })
  onTestFinished(drop)
  return url
}

export const toPostgres = (dataDir: string, url: string, ...more: string[]) =>
  runCli(dataDir, ['move', '--to', url, ...more], moveEnv)

export const toSqlite = (url: string, folder: string, ...more: string[]) =>
  runCli(folder, ['move', '--to-sqlite', folder, ...more], { ...moveEnv, DATABASE_URL: url })

/** Runs a statement on PostgreSQL; its rows as texts. */
export async function textsOf(url: string, text: string): Promise<string[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    const { rows } = await client.query({ text, rowMode: 'array' })
    return rows.map((row) => row.join(' '))
  } finally {
    await client.end()
  }
}

/** An embedded database with rows in every table; each source is a copy of it in a folder of its own. */
export function useFilledDatabase() {
  let folder = ''
  let contents: ReturnType<typeof contentsOf> = new Map()
  beforeAll(async () => {
    const { options, remove } = await temporaryFolder()
    folder = options.dataDir
    await fillEmbedded(folder, moveEnv.MASTER_KEY)
    contents = contentsOf(folder)
    return remove
  }, 300_000)
  return {
    contents: () => contents,
    async newSource(): Promise<string> {
      const source = await newFolder()
      copyFileSync(join(folder, 'keywright.db'), join(source, 'keywright.db'))
      return source
    },
  }
}
