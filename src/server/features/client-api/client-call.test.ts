import { beforeAll, describe, expect, it } from 'vitest'
import { useSeededApp } from '../../../../test/harness/use-suite.ts'

describe('a call of the public API', () => {
  const test = useSeededApp()
  let apiKey: string
  beforeAll(async () => {
    apiKey = (await test.stores.apiKeys.reveal(test.applicationId)) ?? ''
  })

  it.each([
    ['as it is, up to 256 characters', 'x'.repeat(256), 'x'.repeat(256)],
    ['without what is beyond them', 'x'.repeat(300), 'x'.repeat(256)],
  ])('is logged with its user agent %s', async (_name, sent, logged) => {
    const headers = { 'x-api-key': apiKey, 'user-agent': sent }
    await test.call('POST', '/api/v1/login', { body: { username: 'nobody', password: 'x' }, headers })
    const [entry] = await test.stores.activity.list([test.applicationId], {}, undefined, 1)
    expect(entry?.userAgent).toBe(logged)
  })

  it.each([
    ['login', { username: 'ada', password: 'long enough' }],
    ['register', { username: 'bob', password: 'long enough' }],
    ['verify', { user_id: 1 }],
    ['session/track', { action: 'start', user_id: 1 }],
  ])('%s is refused while the application is switched off, before anything else is looked at', async (path, body) => {
    const { maker, base } = test
    await maker.api('PATCH', base, { isActive: false })
    expect((await test.client(path, body)).body).toMatchObject({ success: false, code: 'application_offline' })
    expect((await test.client(path, { ...body, username: '' })).body.code).toBe('application_offline')
    await maker.api('PATCH', base, { isActive: true })
    expect(await test.stores.appUsers.count(test.applicationId, { q: 'bob' })).toBe(0)
  })
})
