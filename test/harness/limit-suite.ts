import { expect } from 'vitest'
import { openPasswords } from '../../src/server/lib/passwords/passwords.ts'
import type { Answer } from './create-test-app.ts'
import { openMemoryDatabase } from './memory-database.ts'
import { temporaryFolder } from './temporary-folder.ts'
import { useOpened } from './use-suite.ts'
import { type ApiResponse, createWorld, openSuite, type World } from './world.ts'

type Call = () => Promise<Answer<ApiResponse>>

/**
 * The shipped app with its real limits and its real hashing, whose queue is one of them, and the assertions their tests
 * share. The limits count in memory, whatever the database: one engine is enough.
 */
async function openLimitSuite() {
  const folder = await temporaryFolder()
  const database = await openMemoryDatabase(folder.options.dataDir)
  // What hashes are said to take decides whom the queue refuses: on a busy machine it would refuse those of these tests.
  const suite = await openSuite(database, {}, openPasswords({ hashMs: 20 }))
  const { test } = suite
  return {
    clock: test.clock,
    /** A new application of a new developer: the clock advances by hours, and a dashboard session would expire. */
    fresh: async (settings: object = {}): Promise<World> => createWorld(suite, await test.account(), settings),
    async close() {
      await test.close()
      await database.close()
      await folder.remove()
    },
    /** The distinct codes of this many requests in a row. */
    async codes(times: number, call: Call): Promise<string[]> {
      const all = new Set<string>()
      for (let n = 0; n < times; n += 1) all.add((await call()).body.code)
      return [...all]
    },
    /** Expects a 429 and returns its Retry-After in seconds. */
    async refused(call: Call, withinSeconds: number): Promise<number> {
      const answer = await call()
      expect(answer.body).toMatchObject({ success: false, code: 'rate_limited', message: 'Rate limit exceeded' })
      expect(answer.status).toBe(429)
      const seconds = Number(answer.headers['retry-after'])
      expect(seconds).toBeGreaterThan(0)
      expect(seconds).toBeLessThanOrEqual(withinSeconds)
      return seconds
    },
    /** After this many seconds the request passes, and not a millisecond earlier. */
    async passesAfter(seconds: number, call: Call): Promise<void> {
      test.clock.advance(seconds * 1000 - 1)
      expect((await call()).status).toBe(429)
      test.clock.advance(1)
      expect((await call()).status).not.toBe(429)
    },
  }
}

type LimitSuite = Awaited<ReturnType<typeof openLimitSuite>>

/** The suite, opened before its tests and closed after them. */
export const useLimitSuite = (): LimitSuite => useOpened(openLimitSuite, (suite) => suite.close())

/** A login with a wrong password. */
export const failing = (world: World, username: string, ip?: string) => () =>
  world.login({ username }, { password: 'wrong' }, ip ? { ip } : {})
