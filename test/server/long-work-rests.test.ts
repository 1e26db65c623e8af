import { afterEach, expect, it, vi } from 'vitest'
import type { Database } from '../../src/server/db/open.ts'
import { describeOnBothDatabases } from '../harness/databases.ts'
import { holdRests } from '../harness/hold-rests.ts'
import { importFile } from '../harness/import-file.ts'
import { testUser } from '../harness/test-stores.ts'
import { createWorld, openSuite } from '../harness/world.ts'

const importedUser = { ...testUser, isActive: true, isPaused: false, isBanned: false, banReason: null, lastLogin: null }

const dayMs = 86_400_000
const rows = 1_200

describeOnBothDatabases('work on many rows', (open) => {
  afterEach(() => {
    vi.restoreAllMocks()
  })

  const given = async () => {
    const database = await open()
    const seen = { transactions: 0, looks: 0 }
    const caughtUp = () => {
      seen.looks += 1
      return database.slices.caughtUp?.()
    }
    const transaction: Database['transaction'] = (job) => {
      seen.transactions += 1
      return database.transaction(job)
    }
    const suite = await openSuite({ ...database, transaction, slices: { ...database.slices, caughtUp } } as Database, {
      RATE_LIMIT_SCALE: '1000',
    })
    const w = await createWorld(suite, suite.maker)
    const license = await w.license({ maxUsers: 5_000 })
    const users = Array.from({ length: rows }, (_, n) => ({
      ...importedUser,
      username: `user${n}`,
      licenseId: license.id,
    }))
    await suite.test.stores.transaction((tx) => tx.importUsers.insert(w.applicationId, users, suite.test.clock.now()))
    return { ...suite, w, license, seen }
  }
  type Given = Awaited<ReturnType<typeof given>>

  const change = async ({ w }: Given) => {
    const asked = { selection: { filter: {} }, action: { type: 'pause' } }
    const preview = await w.dashboard<{ token: string; operationId: string }>(
      'POST',
      `${w.base}/users/bulk/preview`,
      asked,
    )
    const run = () => w.dashboard('POST', `${w.base}/users/bulk`, { ...asked, token: preview.token })
    return { run, undo: () => w.dashboard('POST', `${w.base}/operations/${preview.operationId}/undo`) }
  }

  /** As many sessions as there are rows, of one user. */
  const startSessions = async ({ test, w }: Given) => {
    const [userId = 0] = await test.stores.bulkUsers.idsAfter(w.applicationId, {}, 0, 1)
    const of = {
      userId,
      hwid: null,
      ipAddress: '192.0.2.1',
      userAgent: 'a program',
      at: test.clock.now(),
      isProved: false,
    }
    await test.stores.transaction(async (tx) => {
      for (let n = 0; n < rows; n += 1)
        await tx.clientSessions.insert(w.applicationId, { ...of, tokenHash: `token ${n}` })
    })
  }

  /** Each prepares work and returns it. */
  const works: Readonly<Record<string, (it: Given) => Promise<() => Promise<unknown>>>> = {
    'a change of users': async (it) => (await change(it)).run,
    'its undo': async (it) => {
      const { run, undo } = await change(it)
      await run()
      return undo
    },
    'a deletion of a license with many users':
      async ({ w, license }) =>
      () =>
        w.dashboard('DELETE', `${w.base}/licenses/${license.id}`),
    'the end of all sessions of an application': async (it) => {
      const { w } = it
      await startSessions(it)
      return async () => {
        expect(await w.dashboard('DELETE', `${w.base}/sessions`)).toMatchObject({ ended: rows })
        expect(await w.dashboard('DELETE', `${w.base}/sessions`)).toMatchObject({ ended: 0 })
      }
    },
    'the end of sessions whose programs all fell silent': async (it) => {
      await startSessions(it)
      it.test.clock.advance(96_000)
      return async () => expect(await it.test.app.jobs.sweep()).toBe(rows)
    },
    'an import': async ({ test, w, maker }) => {
      const file = `username\n${Array.from({ length: rows }, (_, n) => `new${n}`).join('\n')}\n`
      return () => importFile(test, maker, w.applicationId, { kind: 'users', format: 'csv' }, file)
    },
    'the removal of a deleted application': async ({ test, w }) => {
      await w.dashboard('DELETE', w.base)
      test.clock.advance(dayMs)
      return () => test.app.jobs.purge()
    },
    'the purge of old changes': async (it) => {
      await (await change(it)).run()
      it.test.clock.advance(8 * dayMs)
      return () => it.test.app.jobs.purge()
    },
  }

  it.each(Object.keys(works))('rests after every slice: %s', async (name) => {
    const it = await given()
    const work = await works[name]?.(it)
    const { held } = holdRests()
    let isOver = false
    const running = work?.().finally(() => {
      isOver = true
    })
    let ended = 0
    let seen = it.seen.transactions
    for (;;) {
      await vi.waitUntil(() => isOver || held.length > 0, { interval: 0, timeout: 60_000 })
      if (isOver) break
      // nothing of it is done while it rests, however often others have their turn
      const { transactions } = it.seen
      for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate)
      expect([held.length, it.seen.transactions]).toEqual([1, transactions])
      // a slice, and what begins or ends the whole
      expect(transactions - seen).toBeLessThanOrEqual(3)
      seen = transactions
      held.pop()?.()
      ended += 1
    }
    await running
    // 1,200 rows are at least three slices of 500
    expect(ended).toBeGreaterThanOrEqual(3)
    // each waits for the database, should it be behind
    expect(it.seen.looks).toBeGreaterThanOrEqual(3)
    expect(it.seen.transactions).toBeGreaterThanOrEqual(3)
    await it.test.close()
  })

  it('rests while a thousand license keys are encrypted, before they are inserted', async () => {
    const it = await given()
    const { begun, held, release } = holdRests()
    const { transactions } = it.seen
    const making = it.w.dashboard<unknown[]>('POST', `${it.w.base}/licenses/batch`, { count: 1_000 })
    for (let ended = 0; ended < 4; ended += 1) {
      await begun()
      expect(it.seen.transactions).toBe(transactions)
      held.pop()?.()
    }
    release()
    expect(await making).toHaveLength(1_000)
    await it.test.close()
  })
})
