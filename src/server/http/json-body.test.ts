import { beforeAll, describe, expect, it } from 'vitest'
import { seedTenant, type Tenant } from '../../../test/contract/tenant.ts'
import { signedInAccount } from '../../../test/harness/create-test-app.ts'
import { useTestApp } from '../../../test/harness/use-suite.ts'

describe('a body', () => {
  const test = useTestApp({ env: { RATE_LIMIT_SCALE: '1000' } })
  let own: Tenant
  beforeAll(async () => {
    own = await seedTenant(test, await signedInAccount(test))
  })

  const send = async (method: 'POST' | 'DELETE', url: string, type: string, payload?: string) => {
    const headers = { cookie: own.account.cookie, 'content-type': type }
    const answer = await test.http.inject({ method, url, headers, ...(payload !== undefined && { payload }) })
    return { status: answer.statusCode, code: answer.json().code }
  }

  it('that is empty is none, whatever type is declared: as the specification’s own function sends it', async () => {
    const user = `/api/applications/${own.ids.application}/users/${own.ids.user}`
    for (const call of ['pause', 'unpause', 'ban', 'unban', 'reset-hwid']) {
      expect((await send('POST', `${user}/${call}`, 'application/json')).status, call).toBe(200)
      expect((await send('POST', `${user}/${call}`, 'application/json', '')).status, call).toBe(200)
    }
    expect((await send('DELETE', user, 'application/json')).status).toBe(200)
  })

  it.each([
    ...['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/json'],
    ...['application/json; charset=utf-16', 'application/json; charset=iso-8859-1'],
  ])('of type %s is refused', async (type) => {
    const refused = await send('POST', '/api/applications', type, '{"name":"Not made"}')
    expect(refused).toEqual({ status: 415, code: 'unsupported_media_type' })
  })

  it.each([
    '{"name":"x","__proto__":{"a":1}}',
    '{"name":"x","constructor":{"prototype":{"a":1}}}',
    '{"name":"x","\\u005f_proto__":{"a":1}}',
    '{"name":"x"',
  ])('like %s is refused', async (text) => {
    const refused = await send('POST', '/api/applications', 'application/json', text)
    expect(refused).toEqual({ status: 400, code: 'invalid_request' })
  })
})
