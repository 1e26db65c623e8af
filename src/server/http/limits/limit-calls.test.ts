import { beforeAll, expect, it } from 'vitest'
import type { TestAccount } from '../../../../test/harness/create-test-app.ts'
import { describeOnBothDatabases } from '../../../../test/harness/databases.ts'
import { useTestApp } from '../../../../test/harness/use-suite.ts'

describeOnBothDatabases('calls of the dashboard', (open) => {
  const test = useTestApp({ open })
  let maker: TestAccount
  let base: string
  beforeAll(async () => {
    maker = await test.account()
    const { id } = (await maker.api<{ id: number }>('POST', '/api/applications', { name: 'Called' })).body
    base = `/api/applications/${id}`
  })

  /** Number of responses per status in a new minute, for this many requests, 200 at once. */
  async function statuses(count: number, call: () => Promise<{ status: number }>): Promise<Record<number, number>> {
    test.clock.advance(60_000)
    const counts: Record<number, number> = {}
    for (let sent = 0; sent < count; sent += 200) {
      for (const { status } of await Promise.all(Array.from({ length: 200 }, call))) {
        counts[status] = (counts[status] ?? 0) + 1
      }
    }
    return counts
  }

  it('are 600 a minute of one session, and another session of the account is not touched', async () => {
    const other = await test.call('POST', '/api/auth/login', {
      body: { email: maker.email, password: 'correct horse battery staple' },
    })
    expect(await statuses(800, () => maker.api('GET', base))).toEqual({ 200: 600, 429: 200 })
    const refused = await maker.api<{ code: string }>('GET', base)
    expect(refused.body).toMatchObject({ code: 'rate_limited', message: 'Rate limit exceeded' })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    const cookie = String(other.headers['set-cookie']).split(';')[0] ?? ''
    expect((await test.call('GET', base, { headers: { cookie } })).status).toBe(200)
    test.clock.advance(60_000)
    expect((await maker.api('GET', base)).status).toBe(200)
  })

  it('that export are ten a minute of one session, whatever they export', async () => {
    const paths = ['users/export', 'licenses/export'].map((part) => `${base}/${part}`)
    let asked = 0
    const exporting = () => {
      asked += 1
      const path = asked % 3 === 0 ? '/api/activity-logs/export' : (paths[asked % 2] ?? '')
      return maker.api('GET', path)
    }
    expect(await statuses(200, exporting)).toMatchObject({ 429: 190 })
    expect((await maker.api('GET', base)).status).toBe(200)
  })

  it('that change any number of rows are ten a minute of one session, refused ones too', async () => {
    const body = { action: 'pause', target: { ids: [1] }, token: 'none' }
    const counts = await statuses(200, () => maker.api('POST', `${base}/users/bulk`, body))
    expect(counts[429]).toBe(190)
    expect((await maker.api('POST', `${base}/operations/1/undo`)).status).toBe(429)
    expect((await maker.api('GET', base)).status).toBe(200)
  })
})
