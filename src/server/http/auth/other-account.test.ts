import { beforeAll, expect, it } from 'vitest'
import { describeOnBothDatabases } from '../../../../test/harness/databases.ts'
import { useAccounts, useTestApp } from '../../../../test/harness/use-suite.ts'

describeOnBothDatabases('a page that was drawn for somebody else', (open) => {
  const test = useTestApp({ open, env: { RATE_LIMIT_SCALE: '1000' } })
  const { ada, bob } = useAccounts(test, { ada: 'owner', bob: 'owner' })
  let id: number

  beforeAll(async () => {
    id = (await bob.api<{ id: number }>('POST', '/api/applications', { name: 'Shared' })).body.id
  })

  const calls: readonly (readonly [method: string, path: () => string, body?: object])[] = [
    ['GET', () => '/api/auth/user'],
    ['GET', () => `/api/applications/${id}`],
    ['GET', () => '/api/admin/users'],
    ['PATCH', () => `/api/applications/${id}`, { name: 'Renamed' }],
    ['DELETE', () => `/api/applications/${id}`],
    ['POST', () => '/api/admin/users', { email: 'new@example.com', role: 'owner' }],
  ]
  const call = ([method, path, body]: (typeof calls)[number], drawnFor: string | undefined) =>
    test.call<{ code: string; name: string }>(method, path(), {
      ...(body && { body }),
      headers: { cookie: bob.cookie, ...(drawnFor !== undefined && { 'x-account': drawnFor }) },
    })

  it('is refused whatever it asks of the browser’s new user, and changes nothing', async () => {
    for (const one of calls) {
      for (const drawnFor of [String(ada.id), '', 'x']) {
        const answer = await call(one, drawnFor)
        expect([one[0], one[1](), answer.status, answer.body.code]).toEqual([one[0], one[1](), 409, 'other_account'])
      }
    }
    const stream = await test.call('GET', `/api/events?account=${ada.id}`, { headers: { cookie: bob.cookie } })
    expect(stream.status).toBe(409)
    const [, application] = calls
    expect((await call(application as (typeof calls)[number], String(bob.id))).body.name).toBe('Shared')
  })

  it('is served where it is the own one, and so is whoever does not say it', async () => {
    for (const one of calls.slice(0, 3)) {
      expect((await call(one, String(bob.id))).status).toBe(200)
      expect((await call(one, undefined)).status).toBe(200)
    }
  })
})
