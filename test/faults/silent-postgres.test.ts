import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { createTestDatabase } from '../harness/create-test-database.ts'
import { describePostgres } from '../harness/databases.ts'
import { printFigure } from '../harness/print-figure.ts'
import { type RunningServer, startServer } from '../harness/start-server.ts'
import { openSwallowingProxy, type SwallowingProxy } from '../harness/swallowing-proxy.ts'
import { newToken, password } from '../harness/world.ts'

/** What is promised, and what a machine that others use adds; without the promise it is 35 seconds. */
const callLimitMs = 5_000 + 5_000
const readinessLimitMs = 2_000 + 2_000

describePostgres('a PostgreSQL that takes every byte and answers none', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>
  let proxy: SwallowingProxy
  let server: RunningServer
  let call: (path: string, body: object) => Promise<{ status: number; body: Record<string, unknown>; tookMs: number }>

  beforeAll(async () => {
    database = await createTestDatabase({ isMigrated: true })
  })
  afterAll(() => database.drop())

  beforeEach(async () => {
    proxy = await openSwallowingProxy(database.url)
    const env = { DATABASE_URL: proxy.url, MASTER_KEY: 'a master key that every server of this test shares' }
    server = await startServer({ env })
    const { body } = await server.api<{ apiKey: string }>('POST', '/api/applications', { name: newToken() })
    call = async (path, fields) => {
      const fromMs = performance.now()
      const response = await fetch(`${server.origin}/api/v1/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': body.apiKey },
        body: JSON.stringify(fields),
      })
      const answer = (await response.json()) as Record<string, unknown>
      return { status: response.status, body: answer, tookMs: performance.now() - fromMs }
    }
  })
  afterEach(async () => {
    await server.kill()
    await proxy.close()
  })

  const readiness = async () => {
    const fromMs = performance.now()
    const { status } = await fetch(`${server.origin}/readyz`)
    return { status, tookMs: performance.now() - fromMs }
  }

  it('is answered with 503 in the known shape within 5 seconds, said by /readyz within 2, and served again later', async () => {
    const username = newToken()
    const { body } = await call('register', { username, password })
    const session_token = newToken()
    await call('session/track', { action: 'start', user_id: body.user_id, session_token })
    const reads = () => [
      call('verify', { user_id: body.user_id }),
      call('session/track', { action: 'heartbeat', session_token }),
      call('session/track', { action: 'start', user_id: body.user_id, session_token: newToken() }),
    ]
    // few of those that wait for a password's hash
    const hashed = (name: string) => [
      call('login', { username, password }),
      call('register', { username: name, password }),
    ]
    // some are in progress when it falls silent, more than there are connections come later
    const early = [...Array.from({ length: 4 }, reads).flat(), ...hashed('early')]
    proxy.swallow()
    const ready = Promise.all([readiness(), readiness(), readiness()])
    const late = [...Array.from({ length: 60 }, reads).flat(), ...hashed('late')]
    const answers = await Promise.all(late)
    for (const { status, body } of answers) {
      expect(status).toBe(503)
      expect(body).toMatchObject({ success: false, code: 'unavailable', request_id: expect.any(String) })
    }
    for (const { status, body } of await Promise.all(early)) {
      expect([200, 503]).toContain(status)
      expect(body).toHaveProperty('code')
    }
    const slowestMs = Math.max(...[...answers, ...(await Promise.all(early))].map(({ tookMs }) => tookMs))
    printFigure(`silent PostgreSQL: ${answers.length} calls, the slowest answered after ${slowestMs.toFixed(0)} ms`)
    expect(slowestMs).toBeLessThan(callLimitMs)
    for (const { status, tookMs } of await ready) {
      expect(status).toBe(503)
      expect(tookMs).toBeLessThan(readinessLimitMs)
    }
    proxy.passOn()
    await expect.poll(async () => (await readiness()).status).toBe(200)
    expect((await call('verify', { user_id: body.user_id })).body.code).toBe('user_verified')
  })

  it('does not keep a server from ending: SIGTERM ends it with 0 and says what was not written', async () => {
    await call('register', { username: newToken(), password })
    proxy.swallow()
    // its answer takes longer than that of the readiness, so it is in progress when the server is told to stop
    const [pending] = await Promise.all([
      call('register', { username: newToken(), password }),
      readiness().then(() => server.stop()),
    ])
    expect(pending).toMatchObject({ status: 503, body: { code: 'unavailable' } })
    expect(server.process.exitCode).toBe(0)
    expect(server.output()).not.toMatch(/^ {4}at /m)
  })
})
