import { expect, it } from 'vitest'
import { createTestApp, signedInAccount, type TestApp } from '../../../test/harness/create-test-app.ts'
import { describeOnBothDatabases, describeOnPostgres } from '../../../test/harness/databases.ts'
import { metricsToken, scrape, seriesValue } from '../../../test/harness/scrape.ts'
import { useOpened, useTestApp } from '../../../test/harness/use-suite.ts'
import { newestStep } from '../db/open.ts'

interface System {
  readonly version: string
  readonly engine: string
  readonly schema: string
  readonly nodes: readonly { id: string; name: string; isThis: boolean; seenAt: string; clockSkewMs: number }[]
}

const system = async (test: TestApp) => {
  const owner = await signedInAccount(test, 'owner')
  const { status, body } = await owner.api<System>('GET', '/api/system')
  expect(status).toBe(200)
  return body
}

describeOnBothDatabases('the description of the installation', (open) => {
  const test = useTestApp({ open, env: { NODE_NAME: 'north-1' } })

  it('names version, database, schema and this server to owners', async () => {
    const engine = test.database.engine
    expect(await system(test)).toEqual({
      ...{ version: '0.0.0-test', engine, schema: newestStep },
      nodes: [
        {
          id: expect.stringMatching(/^[0-9a-f-]{36}$/),
          ...{ name: 'north-1', version: '0.0.0-test', schema: newestStep, clockSkewMs: 0, isThis: true },
          startedAt: expect.any(String),
          seenAt: expect.any(String),
        },
      ],
    })
  })

  it('is for owners alone', async () => {
    const admin = await signedInAccount(test, 'admin')
    expect((await admin.api('GET', '/api/system')).status).toBe(403)
    expect((await test.call('GET', '/api/system')).status).toBe(401)
  })
})

describeOnPostgres('two servers on one database', (open) => {
  const suite = useOpened(
    async () => {
      const database = await open()
      const env = { METRICS_TOKEN: metricsToken, MASTER_KEY: 'a master key that both servers of a test share' }
      const first = await createTestApp({ database, env: { ...env, NODE_NAME: 'a' } })
      const second = await createTestApp({ database, clock: first.clock, env: { ...env, NODE_NAME: 'b' } })
      return { first, second }
    },
    ({ first }) => first.close(),
  )
  const names = async (test: TestApp) => (await system(test)).nodes.map(({ name, isThis }) => [name, isThis])

  it('see each other while both run, and each knows which of them it is; metrics count them', async () => {
    const { first, second } = suite
    await second.app.jobs.writeNode()
    await first.app.jobs.writeNode()
    expect(await names(first)).toEqual([
      ['a', true],
      ['b', false],
    ])
    expect(await names(second)).toEqual([
      ['a', false],
      ['b', true],
    ])
    const scraped = await scrape(first)
    expect(seriesValue(scraped, 'keywright_nodes')).toBe(2)
    expect(scraped).toContain('\nkeywright_clock_skew_seconds 0\n')
  })

  it('forget one that was killed after a minute without a word, and one that stops at once', async () => {
    const { first, second } = suite
    first.clock.advance(59_000)
    await first.app.jobs.writeNode()
    expect((await names(first)).length).toBe(2)
    first.clock.advance(2_000)
    expect((await names(first)).length).toBe(1)
    await second.app.jobs.writeNode()
    expect((await names(first)).length).toBe(2)
    await second.close()
    expect(await names(first)).toEqual([['a', true]])
  })
})
