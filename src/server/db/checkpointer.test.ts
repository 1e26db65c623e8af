import { statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { expect, it, onTestFinished, vi } from 'vitest'
import { temporaryFolder } from '../../../test/harness/temporary-folder.ts'
import { type DatabaseOptions, openDatabase } from './open.ts'

/** Rows that take this many pages. */
async function given(options: Partial<DatabaseOptions> = {}) {
  const folder = await temporaryFolder()
  const database = await openDatabase({ ...folder.options, isStrict: true, ...options })
  onTestFinished(async () => {
    await database.close()
    await folder.remove()
  })
  const write = (pages: number) =>
    database.transaction((tx) =>
      sql`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${pages})
        INSERT INTO installation (name, value) SELECT 'page ' || hex(randomblob(8)), hex(randomblob(2000)) FROM n`.execute(
        tx,
      ),
    )
  const file = join(folder.options.dataDir, 'keywright.db')
  const walBytes = () => statSync(`${file}-wal`).size
  return { database, write, walBytes, file }
}

const pageBytes = 4096

it('nobody waits for a log that is short', async () => {
  const { database, write } = await given()
  await write(100)
  expect(database.slices.caughtUp?.()).toBeUndefined()
})

it('work on many rows waits until a long log has been moved, and the next commit begins it anew: it never grows to 64 MB', async () => {
  const { database, write, walBytes } = await given()
  for (let slice = 0; slice < 40; slice += 1) {
    await database.slices.caughtUp?.()
    await write(500)
  }
  // 20,000 pages in all
  expect(walBytes()).toBeLessThan(8_000 * pageBytes)
})

it('grows to all that was written where nobody waits, which shows that the rule above can fail', async () => {
  const { write, walBytes } = await given({ checkpoint: false })
  for (let slice = 0; slice < 20; slice += 1) await write(500)
  expect(walBytes()).toBeGreaterThan(10_000 * pageBytes)
})

it('all who wait at once wait for the same', async () => {
  const { database, write } = await given()
  await write(10_000)
  const waits = Array.from({ length: 200 }, () => database.slices.caughtUp?.())
  expect(new Set(waits).size).toBe(1)
  await waits[0]
  expect(database.slices.caughtUp?.()).toBeUndefined()
})

it('is waited for once where an old read keeps it from being moved, and again when there is another one', async () => {
  const { database, write, file } = await given()
  const reader = new DatabaseSync(file)
  reader.exec('BEGIN')
  reader.prepare('SELECT count(*) FROM installation').get()
  await write(10_000)
  await database.slices.caughtUp?.()
  for (let slice = 0; slice < 5; slice += 1) {
    expect(database.slices.caughtUp?.()).toBeUndefined()
    await write(10)
  }
  reader.close()
  await vi.waitFor(async () => {
    await write(1)
    expect(database.slices.caughtUp?.()).toBeUndefined()
    await write(5_000)
    expect(database.slices.caughtUp?.()).toBeInstanceOf(Promise)
  }, 20_000)
})

it('ends while somebody waits', async () => {
  const { database, write } = await given()
  await write(10_000)
  const waiting = database.slices.caughtUp?.()
  await database.close()
  await waiting
})
