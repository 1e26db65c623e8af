import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TestAccount } from '../../../test/harness/create-test-app.ts'
import { openAuditedApp } from '../../../test/harness/open-audited-app.ts'
import { useSeededApp } from '../../../test/harness/use-suite.ts'

interface Key {
  id: number
  masked: string
  apiKey?: string
  isCurrent: boolean
  expiresAt: string | null
  lastUsedAt: string | null
}

const dayMs = 86_400_000

describe('API keys that are replaced', () => {
  const test = useSeededApp()
  let maker: TestAccount
  let made = 0

  const application = async () => {
    made += 1
    const { body } = await maker.api<{ id: number; apiKey: string }>('POST', '/api/applications', {
      name: `Keys ${made}`,
    })
    return { ...body, path: `/api/applications/${body.id}/api-keys` }
  }
  const rotate = async (path: string, grace?: string) => {
    const answer = await maker.api<Key>('POST', path, grace === undefined ? {} : { grace })
    expect(answer.status).toBe(200)
    return answer.body.apiKey ?? ''
  }
  const list = async (path: string) => (await maker.api<Key[]>('GET', path)).body
  const login = (apiKey: string) =>
    test.call<{ code: string }>('POST', '/api/v1/login', {
      body: { username: 'nobody', password: 'x' },
      headers: { 'x-api-key': apiKey },
    })
  const codeOf = async (apiKey: string) => (await login(apiKey)).body.code

  // moving the clock expired the earlier session
  beforeEach(async () => {
    maker = await test.account()
  })

  it('go on working for the grace time, 30 days unless said otherwise, beside the new one', async () => {
    const { apiKey, path } = await application()
    const next = await rotate(path)
    expect(next).not.toBe(apiKey)
    expect([await codeOf(apiKey), await codeOf(next)]).toEqual(['invalid_credentials', 'invalid_credentials'])
    const until = new Date(test.clock.nowMs() + 30 * dayMs).toISOString()
    expect((await list(path)).map(({ isCurrent, expiresAt }) => ({ isCurrent, expiresAt }))).toEqual([
      { isCurrent: true, expiresAt: null },
      { isCurrent: false, expiresAt: until },
    ])
  })

  it.each([
    ['24h', dayMs],
    ['7d', 7 * dayMs],
    ['30d', 30 * dayMs],
  ])('%s: work to the last millisecond and answer a second later like a key that never was', async (grace, ms) => {
    const [{ id, apiKey, path }, other] = [await application(), await application()]
    await rotate(path, grace)
    test.clock.advance(ms - 1)
    expect(await codeOf(apiKey)).toBe('invalid_credentials')
    test.clock.advance(1001)
    expect(await login(apiKey)).toMatchObject({ status: 404, body: { code: 'application_not_found' } })
    expect(await codeOf(other.apiKey)).toBe('invalid_credentials')
    expect(await test.stores.apiKeys.list(id, test.clock.now())).toHaveLength(1)
    test.clock.advance(-ms - 1000)
  })

  it('end at once where no grace time is given, with the very bytes of an unknown key', async () => {
    const [{ apiKey, path }, other] = [await application(), await application()]
    await rotate(path, 'now')
    await maker.api('DELETE', `/api/applications/${other.id}`)
    const same = ({ text }: { text: string }) => text.replace(/"request_id":"[^"]*"/, '')
    const [ended, unknown] = [await login(apiKey), await login(other.apiKey)]
    expect(ended.status).toBe(404)
    expect(same(ended)).toBe(same(unknown))
  })

  it('say when they were used last, to the minute, each for itself', async () => {
    const { apiKey, path } = await application()
    const next = await rotate(path)
    expect((await list(path)).map(({ lastUsedAt }) => lastUsedAt)).toEqual([null, null])
    await login(next)
    const at = test.clock.now().toISOString()
    await expect.poll(async () => (await list(path)).map(({ lastUsedAt }) => lastUsedAt)).toEqual([at, null])
    test.clock.advance(30_000)
    await login(next)
    await login(apiKey)
    await expect
      .poll(async () => (await list(path)).map(({ lastUsedAt }) => lastUsedAt))
      .toEqual([at, test.clock.now().toISOString()])
  })

  it('can be ended before their time, but the current one stays', async () => {
    const { apiKey, path } = await application()
    const next = await rotate(path)
    const [current, old] = await list(path)
    expect((await maker.api('DELETE', `${path}/${old?.id}`)).status).toBe(200)
    expect(await codeOf(apiKey)).toBe('application_not_found')
    expect(await maker.api('DELETE', `${path}/${current?.id}`)).toMatchObject({ status: 404 })
    expect(await codeOf(next)).toBe('invalid_credentials')
  })

  it('are shown in full on demand only, to who may change the application', async () => {
    const { apiKey, path } = await application()
    await rotate(path)
    const keys = await list(path)
    expect(JSON.stringify(keys)).not.toContain(apiKey)
    const reveal = `${path}/${keys[1]?.id}/reveal`
    const shown = await maker.api<Key>('POST', reveal)
    expect(shown.body.apiKey).toBe(apiKey)
    expect(shown.headers['cache-control']).toContain('no-store')
    const looker = await test.account('moderator')
    const stranger = await test.account()
    for (const [who, refusal] of [
      [looker, 403],
      [stranger, 404],
    ] as const) {
      expect((await who.api('POST', reveal)).status).toBe(refusal)
      expect((await who.api('POST', path, {})).status).toBe(refusal)
    }
    expect(JSON.stringify((await looker.api('GET', path)).body)).not.toContain(apiKey)
  })

  it('leave a note in the audit log for each rotation, look and copy, without the key', async () => {
    const audited = await openAuditedApp()
    try {
      const maker = await audited.account()
      const { id, apiKey } = (
        await maker.api<{ id: number; apiKey: string }>('POST', '/api/applications', { name: 'A' })
      ).body
      const path = `/api/applications/${id}/api-keys`
      const key = (await maker.api<Key>('POST', path, { grace: '7d' })).body
      await maker.api('POST', `${path}/${key.id}/reveal`)
      for (const use of ['reveal', 'copy']) {
        const noted = await maker.api('POST', `/api/applications/${id}/api-key-uses`, { use })
        expect(noted.status).toBe(200)
      }
      const rows = await audited.audited()
      expect(rows.slice(-4).map(({ action, actor }) => ({ action, actor }))).toEqual([
        { action: 'api_key.rotate', actor: maker.email },
        { action: 'api_key.reveal', actor: maker.email },
        { action: 'api_key.reveal', actor: maker.email },
        { action: 'api_key.copy', actor: maker.email },
      ])
      for (const secret of [apiKey, key.apiKey ?? '?']) expect(JSON.stringify(rows)).not.toContain(secret)
    } finally {
      await audited.close()
    }
  })
})

describe('an API key in the query or the body', () => {
  const test = useSeededApp()
  let apiKey: string
  let id: number
  beforeAll(async () => {
    const { body } = await test.maker.api<{ id: number; apiKey: string }>('POST', '/api/applications', { name: 'Q' })
    ;({ apiKey, id } = body)
  })

  const calls = () => [
    { path: `/api/v1/login?api_key=${apiKey}`, body: {}, headers: {} },
    { path: '/api/v1/login', body: { api_key: apiKey }, headers: {} },
    { path: '/api/v1/login', body: {}, headers: { 'x-api-key': apiKey } },
  ]
  const send = () =>
    Promise.all(
      calls().map(({ path, body, headers }) =>
        test.call<{ code: string }>('POST', path, { body: { username: 'a', password: 'b', ...body }, headers }),
      ),
    )

  it('is accepted with a note that it is discouraged; in the header without one', async () => {
    const answers = await send()
    expect(answers.map(({ body }) => body.code)).toEqual(Array(3).fill('invalid_credentials'))
    expect(answers.map(({ headers }) => headers.deprecation)).toEqual(['@1795132800', '@1795132800', undefined])
  })

  it('is refused where the maker wants it in the header only', async () => {
    await test.maker.api('PATCH', `/api/applications/${id}`, { isKeyInHeaderOnly: true })
    const answers = await send()
    expect(answers.map(({ status, body }) => `${status} ${body.code}`)).toEqual([
      '401 invalid_api_key',
      '401 invalid_api_key',
      '401 invalid_credentials',
    ])
  })
})
