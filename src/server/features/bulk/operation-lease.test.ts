import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runSql } from '../../../../test/harness/database-faults.ts'
import { importFile, ndjsonLines } from '../../../../test/harness/import-file.ts'
import { openMemoryDatabase } from '../../../../test/harness/memory-database.ts'
import { testUser } from '../../../../test/harness/test-stores.ts'
import { createWorld, openSuite, type Suite, type World } from '../../../../test/harness/world.ts'
import type { BulkLine } from '../../../shared/contract/bulk.ts'

/** A row that the database rejects, like a fault in the middle of a batch. */
const spoil = 'spoiled'

describe('a change of many rows that fails in the middle', () => {
  let suite: Suite
  let world: World
  beforeAll(async () => {
    const database = await openMemoryDatabase()
    suite = await openSuite(database, { RATE_LIMIT_SCALE: '1000' })
    world = await createWorld(suite, suite.maker)
    for (const event of ['UPDATE', 'DELETE']) {
      await runSql(
        database,
        `CREATE TRIGGER spoil_${event} BEFORE ${event} ON app_users WHEN OLD.username_key = '${spoil}'
         BEGIN SELECT RAISE(ABORT, 'spoiled'); END`,
      )
    }
    await runSql(
      database,
      `CREATE TRIGGER spoil_insert BEFORE INSERT ON app_users WHEN NEW.username_key = 'spoiling'
       BEGIN SELECT RAISE(ABORT, 'spoiled'); END`,
    )
  })
  afterAll(async () => {
    await suite.test.close()
    await suite.database.close()
  })

  const users = async () => {
    const { rows } = await world.stores.appUsers.list(world.applicationId, {}, 'id:asc', undefined, 1000)
    return rows.map(({ id, username, isPaused }) => ({ id, username, isPaused }))
  }

  it('leaves that batch as it was, keeps the ones before, and says so', async () => {
    await world.stores.transaction(async (tx) => {
      for (let place = 0; place < 701; place += 1) {
        const username = place === 0 ? spoil : `user${place}`
        await tx.appUsers.insert(world.applicationId, { ...testUser, username })
      }
    })
    const before = await users()
    const spoiledAt = before.findIndex(({ username }) => username === spoil)
    const asked = { selection: { filter: {} }, action: { type: 'pause' } }
    const preview = await world.dashboard<{ token: string }>('POST', `${world.base}/users/bulk/preview`, asked)
    const { token } = preview
    const answer = await world.maker.api('POST', `${world.base}/users/bulk`, { ...asked, token })
    const end = ndjsonLines<BulkLine>(answer.text).at(-1)
    if (end?.type !== 'end') throw new Error('the answer has no end')
    const { changed, failed } = end
    expect(end.message).toEqual(expect.any(String))
    // the slice with the spoiled row, and none after it
    expect(changed).toBeLessThanOrEqual(spoiledAt)
    expect(changed + failed).toBeGreaterThan(spoiledAt)
    expect(failed).toBeLessThanOrEqual(500)
    const after = await users()
    expect(after.filter(({ isPaused }) => isPaused)).toHaveLength(changed)
    expect(after.slice(changed)).toEqual(before.slice(changed))
    expect(JSON.stringify(answer.text)).not.toContain('SQLITE')
    const operations = await world.dashboard<object[]>('GET', `${world.base}/operations`)
    expect(operations).toMatchObject([{ done: changed, changed, finishedAt: null, stoppedAt: expect.any(String) }])
  })

  it('leaves the rows of an import’s failed batch out, keeps the ones before, and says so', async () => {
    const names = Array.from({ length: 250 }, (_, place) => (place === 150 ? 'spoiling' : `imported${place}`))
    const before = (await users()).length
    const file = `username\n${names.join('\n')}\n`
    const { rows, end } = await importFile(
      suite.test,
      suite.maker,
      world.applicationId,
      { kind: 'users', format: 'csv' },
      file,
    )
    // every slice before the one with the rejected row
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.length).toBeLessThanOrEqual(150)
    expect(end).toMatchObject({ new: rows.length, message: expect.stringMatching(/stopped by a server error/) })
    expect(await users()).toHaveLength(before + rows.length)
    expect(suite.test.log.join('\n')).toContain('import stopped')
  })
})
