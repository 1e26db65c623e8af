import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DatabaseOptions } from '../../src/server/db/open.ts'

/** Where a test's database is, and how to remove it. */
export interface Place {
  readonly options: Pick<DatabaseOptions, 'dataDir' | 'databaseUrl' | 'schema'>
  remove(): Promise<void>
}

/** A folder for the tests of one suite that need the files themselves. */
export async function temporaryFolder(): Promise<Place> {
  const dataDir = await mkdtemp(join(tmpdir(), 'keywright-test-'))
  return { options: { dataDir }, remove: () => rm(dataDir, { recursive: true, force: true }) }
}
