import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createTestDatabase } from '../harness/create-test-database.ts'
import { describePostgres } from '../harness/databases.ts'
import { type RunningServer, startServer } from '../harness/start-server.ts'

const fastClock = fileURLToPath(new URL('../harness/fast-clock.ts', import.meta.url))

interface Readiness {
  readonly status: string
  readonly detail?: string
}

describePostgres('two servers, one on a machine whose clock is three minutes fast', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>
  let right: RunningServer
  let fast: RunningServer

  beforeAll(async () => {
    database = await createTestDatabase()
    const env = { DATABASE_URL: database.url, MASTER_KEY: 'a master key that both nodes of a test share' }
    right = await startServer({ env })
    fast = await startServer({
      env: { ...env, NODE_OPTIONS: `--import=${fastClock}`, FAST_CLOCK_MS: '180000' },
    })
  })
  afterAll(async () => {
    await Promise.all([right?.stop(), fast?.stop()])
    await database.drop()
  })

  const readiness = async (server: RunningServer) => {
    const response = await fetch(`${server.origin}/readyz`)
    return { code: response.status, ...((await response.json()) as Readiness) }
  }

  it('give out the same time, and the one that is wrong says so until it is right', async () => {
    const made = await fast.api<{ createdAt: string }>('POST', '/api/applications', { name: 'Fast' })
    expect(made.status).toBe(200)
    expect(Math.abs(new Date(made.body.createdAt).getTime() - Date.now())).toBeLessThan(60_000)
    expect(await readiness(right)).not.toHaveProperty('detail')
    expect(right.output()).not.toContain('clock')
    expect(await readiness(fast)).toMatchObject({
      code: 200,
      status: 'ok',
      detail: expect.stringContaining('180 s ahead'),
    })
    expect(fast.output()).toContain("this machine's clock is wrong")

    fast.process.kill('SIGUSR2')
    await vi.waitUntil(() => fast.output().includes("this machine's clock is right again"), { timeout: 60_000 })
    expect(await readiness(fast)).not.toHaveProperty('detail')
    expect((await fast.api('GET', '/api/applications')).status).toBe(200)
  })
})
