import { statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it, onTestFinished, vi } from 'vitest'
import { openDatabase } from '../../src/server/db/open.ts'
import { startServer } from '../harness/start-server.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

const bytesOf = (dataDir: string, name: string) => statSync(join(dataDir, name)).size

/** What is in the file itself, without its log. */
const start = async (env: Readonly<Record<string, string>>) => {
  const server = await startServer({ env, hasCheapHashes: true })
  onTestFinished(() => server.stop())
  await server.api('POST', '/api/applications', { name: 'Logged' })
  return server.dataDir
}

it('a server moves nothing of its log into the database where another program does; by itself it does', async () => {
  const external = await start({ SQLITE_CHECKPOINTS: 'external' })
  const own = await start({})
  await vi.waitUntil(() => bytesOf(own, 'keywright.db') > 300_000, { timeout: 30_000 })
  expect(bytesOf(external, 'keywright.db')).toBeLessThan(10_000)
  expect(bytesOf(external, 'keywright.db-wal')).toBeGreaterThan(300_000)
  const other = new DatabaseSync(join(external, 'keywright.db'))
  onTestFinished(() => other.close())
  expect(other.prepare('PRAGMA wal_checkpoint(PASSIVE)').get()).toMatchObject({ busy: 0 })
  expect(bytesOf(external, 'keywright.db')).toBeGreaterThan(300_000)
})

it('a log of more than 64 MB stays where it is, too', async () => {
  const { options, remove } = await temporaryFolder()
  onTestFinished(remove)
  const database = await openDatabase({ ...options, hasExternalCheckpoints: true })
  onTestFinished(() => database.close())
  const text = 'x'.repeat(1_000_000)
  await database.transaction(async (tx) => {
    for (let n = 0; n < 70; n += 1)
      await tx
        .insertInto('installation')
        .values({ name: `big ${n}`, value: text })
        .execute()
  })
  expect(bytesOf(options.dataDir, 'keywright.db-wal')).toBeGreaterThan(70_000_000)
  expect(bytesOf(options.dataDir, 'keywright.db')).toBeLessThan(1_000_000)
})
