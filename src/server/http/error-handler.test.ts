import { get } from 'node:http'
import { availableParallelism } from 'node:os'
import { sql } from 'kysely'
import { beforeAll, expect, it, vi } from 'vitest'
import { createTestApp, type TestAccount } from '../../../test/harness/create-test-app.ts'
import { describeOnBothDatabases } from '../../../test/harness/databases.ts'
import { useTestApp } from '../../../test/harness/use-suite.ts'
import { ReadAborted, ReadTooLong } from '../db/open.ts'

/** Fills the dashboard's part of the hash queue, so that no sign-in finds a place. */
const places = 50 + availableParallelism()

describeOnBothDatabases('a read of the dashboard', (open) => {
  const test = useTestApp({ open })
  let maker: TestAccount
  beforeAll(async () => {
    maker = await test.account()
  })
  const failures = () => test.log.filter((line) => /request failed|stack/.test(line))

  it('that takes too long is 503 with a code of its own, and in the log a warning and no failure of the server', async () => {
    vi.spyOn(test.stores.seenApplications, 'list').mockRejectedValueOnce(new ReadTooLong())
    const { status, body } = await maker.api('GET', '/api/applications')
    expect([status, body]).toEqual([503, expect.objectContaining({ code: 'read_too_long' })])
    const warning = { level: 'warn', message: 'a read took too long', route: 'GET /api/applications' }
    await vi.waitFor(
      () => expect(test.log.map((line) => JSON.parse(line))).toContainEqual(expect.objectContaining(warning)),
      { timeout: 60_000 },
    )
    expect(failures()).toEqual([])
  })

  it('ends when the browser goes away, and the next one is answered', async () => {
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
    const { promise: ended, resolve: end } = Promise.withResolvers<unknown>()
    vi.spyOn(test.stores.seenApplications, 'list').mockImplementationOnce(async () => {
      const reading = sql`WITH RECURSIVE steps(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM steps WHERE i < 20000000)
        SELECT count(*) FROM steps`.execute(test.database.reads)
      begin()
      reading.catch(end)
      await reading
      return []
    })
    const origin = await test.http.listen({ host: '127.0.0.1', port: 0 })
    const browser = get(`${origin}/api/applications`, { headers: { cookie: maker.cookie } }).on('error', () => {})
    await begun
    browser.destroy()
    expect(await ended).toBeInstanceOf(ReadAborted)
    expect((await maker.api('GET', '/api/applications')).status).toBe(200)
    expect(failures()).toEqual([])
  })
})

describeOnBothDatabases('a refusal for lack of room', (open) => {
  it('is one counted line a second in the log, without a trace, and 503 with Retry-After to who asked', async () => {
    const test = await createTestApp({ database: await open() })
    try {
      const { email } = await test.account()
      let isOver = false
      const fill = async (place: number) => {
        const line = { dashboard: { address: `192.0.2.${place}`, account: `user ${place}` } }
        // Evicted requests come back, so the queue stays full.
        while (!isOver) await test.app.passwords.hash('x', { line }).catch(() => 'refused')
      }
      const storm = Array.from({ length: places }, (_, place) => fill(place))
      const body = { email, password: 'a password' }
      const answers = await Promise.all(
        Array.from({ length: 40 }, () => test.call('POST', '/api/auth/login', { body, ip: '198.51.100.1' })),
      )
      isOver = true
      await Promise.all(storm)
      const refused = answers.filter(({ status }) => status === 503)
      expect(refused.length).toBeGreaterThan(10)
      for (const { headers, body: said } of refused) {
        expect(headers['retry-after']).toBe('2')
        expect(said).toMatchObject({ code: 'unavailable' })
      }
      const lines = () =>
        test.log.filter((line) => line.includes('no room for a request')).map((line) => JSON.parse(line))
      await vi.waitFor(() => expect(lines().length).toBeGreaterThan(0), { timeout: 60_000 })
      await vi.waitFor(() => expect(lines().reduce((sum: number, { count }) => sum + count, 0)).toBe(refused.length), {
        timeout: 60_000,
      })
      expect(lines().length).toBeLessThan(refused.length / 4)
      expect(lines()[0]).toMatchObject({ level: 'warn', reason: 'Too many passwords are waiting to be checked.' })
      expect(test.log.filter((line) => /request failed|\.ts:|stack/.test(line))).toEqual([])
    } finally {
      await test.close()
    }
  })
})
