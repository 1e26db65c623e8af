import { Webhook as Verifier } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp } from '../../../../test/harness/create-test-app.ts'
import { ManualClock } from '../../../../test/harness/manual-clock.ts'
import { useAccounts, useTestApp } from '../../../../test/harness/use-suite.ts'
import { type Receiver, startReceiver } from '../../../../test/harness/webhook-receiver.ts'
import { webhookRoutes } from '../../../shared/contract/webhooks.ts'
import { eventNames } from '../../../shared/events.ts'

interface Shown {
  readonly id: number
  readonly url: string
  readonly events: readonly string[]
  readonly [field: string]: unknown
}
interface Created extends Shown {
  readonly secret: string
}
interface Details {
  readonly id: string
  readonly status: string
  readonly code: number | null
  readonly error: string | null
  readonly answer: string | null
  readonly request: { readonly url: string; readonly headers: Record<string, string>; readonly body: string }
  readonly [field: string]: unknown
}

describe('webhooks', () => {
  // The real time: the verifying library rejects signatures older than five minutes.
  const clock = new ManualClock(Date.now())
  const test = useTestApp({ clock, env: { WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8', RATE_LIMIT_SCALE: '1000' } })
  const roles = { maker: 'user', stranger: 'user', viewer: 'staff', admin: 'admin' } as const
  const { maker, stranger, viewer, admin } = useAccounts(test, roles)
  let receiver: Receiver
  let applicationId: number

  beforeAll(async () => {
    receiver = await startReceiver()
    applicationId = (await maker.api<{ id: number }>('POST', '/api/applications', { name: 'Demo' })).body.id
  })
  afterAll(() => receiver.close())

  const create = async (body: object = {}) => {
    const made = await maker.api<Created>('POST', '/api/webhooks', { url: receiver.url, applicationId, ...body })
    if (made.status !== 200) throw new Error(made.text)
    return made.body
  }
  const secretRows = async () => test.stores.webhooks.list({ accountId: maker.id }, {}, true, undefined, 1000)

  it('are made with user_login, active, as JSON and with a secret of the server unless said otherwise', async () => {
    const { secret, ...made } = await create()
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(made).toMatchObject({
      applicationId,
      url: receiver.url,
      isUrlMasked: false,
      events: ['user_login'],
      isActive: true,
      format: 'json',
      isFormatDerived: true,
      hasSecret: true,
      notice: null,
      pendingCount: 0,
      successRate: null,
      retryAt: null,
    })
  })

  it('tell their secret in the answer that makes or rotates it and never again', async () => {
    const { id, secret } = await create()
    const rotated = await maker.api<Created>('POST', `/api/webhooks/${id}/rotate-secret`, {})
    const answers = await Promise.all([
      maker.api('GET', '/api/webhooks'),
      maker.api('GET', `/api/webhooks/${id}`),
      maker.api('PUT', `/api/webhooks/${id}`, { isActive: false }),
      maker.api('POST', `/api/webhooks/${id}/test`, { event: 'user_login' }),
      maker.api('GET', `/api/webhooks/${id}/deliveries`),
    ])
    for (const { status, text } of answers) {
      expect(status).toBe(200)
      for (const known of [secret, rotated.body.secret]) expect(text).not.toContain(known.slice(6))
    }
    expect(test.log.join()).not.toContain(secret.slice(6))
  })

  it('are listed with those of the whole account where an application is named, each page once', async () => {
    const other = (await maker.api<{ id: number }>('POST', '/api/applications', { name: 'Other' })).body.id
    const [own, everywhere] = [await create({ applicationId: other }), await create({ applicationId: undefined })]
    const listed = await maker.api<Shown[]>('GET', `/api/webhooks?applicationId=${other}`)
    expect(listed.body.map(({ id }) => id)).toEqual([everywhere.id, own.id])
    expect(listed.headers['x-total-count']).toBe('2')
    const first = await maker.api<Shown[]>('GET', `/api/webhooks?applicationId=${other}&limit=1`)
    expect(first.body.map(({ id }) => id)).toEqual([everywhere.id])
    const next = /<(.+)>/.exec(String(first.headers.link))?.[1] ?? ''
    expect((await maker.api<Shown[]>('GET', next)).body.map(({ id }) => id)).toEqual([own.id])
    const none = await maker.api<Shown[]>('GET', `/api/webhooks?applicationId=${other}&event=session_end`)
    expect(none.body).toEqual([])
    await maker.api('DELETE', `/api/webhooks/${everywhere.id}`)
  })

  it('keep what a change does not name', async () => {
    const { id } = await create({ events: ['login_failed', 'session_end'], secret: 'my own words' })
    const changed = await maker.api<Shown>('PUT', `/api/webhooks/${id}`, { isActive: false })
    expect(changed.body).toMatchObject({ isActive: false, events: ['login_failed', 'session_end'], url: receiver.url })
    expect((await maker.api<Shown>('PUT', `/api/webhooks/${id}`, {})).body).toMatchObject({ isActive: false })
  })

  it('are gone once deleted', async () => {
    const { id } = await create()
    expect((await maker.api('DELETE', `/api/webhooks/${id}`)).body).toEqual({ message: 'Webhook deleted' })
    for (const [method, body] of [['GET'], ['PUT', { isActive: true }], ['DELETE']] as const) {
      expect((await maker.api(method, `/api/webhooks/${id}`, body)).status).toBe(404)
    }
  })

  const bodies: Readonly<Record<string, object>> = {
    'PUT /api/webhooks/:id': { isActive: false },
    'POST /api/webhooks/:id/rotate-secret': {},
    'POST /api/webhooks/:id/test': { event: 'user_login' },
    'POST /api/webhooks/:id/redeliver': { since: '2026-01-01T00:00:00.000Z' },
  }
  const keys = Object.keys(webhookRoutes).filter((key) => key.includes(':id'))

  it.each(keys)('answer %s of another account letter by letter like a missing one', async (key) => {
    const { id } = await create()
    const { body } = await maker.api<Details>('POST', `/api/webhooks/${id}/test`, { event: 'user_login' })
    const sent = receiver.received.length
    const before = await secretRows()
    const [method = '', path = ''] = key.split(' ')
    const ask = async (webhookId: number) => {
      const filled = path.replace(':id', String(webhookId)).replace(':deliveryId', body.id)
      const { status, text } = await stranger.api(method, filled, bodies[key])
      return { status, text: text.replace(/"requestId":"[^"]+"/, '') }
    }
    expect(await ask(id)).toEqual(await ask(999_999))
    expect((await ask(id)).status).toBe(404)
    expect(await secretRows()).toEqual(before)
    expect(receiver.received.length).toBe(sent)
  })

  it('show who may only look where they lead and no more, and let nobody else change them', async () => {
    const { id } = await create({ url: `${receiver.url}?token=in-the-query` })
    const seen = await viewer.api<Shown>('GET', `/api/webhooks/${id}`)
    expect(seen.body).toMatchObject({ isUrlMasked: true, url: `${new URL(receiver.url).origin}/••••••••` })
    for (const [method, path, body] of [
      ['PUT', '', { isActive: false }],
      ['DELETE', '', undefined],
      ['POST', '/rotate-secret', {}],
      ['POST', '/test', { event: 'user_login' }],
    ] as const) {
      expect(await viewer.api(method, `/api/webhooks/${id}${path}`, body)).toMatchObject({
        status: 403,
        body: { code: 'permission_missing', message: 'You need the permission manage_applications for this.' },
      })
      expect((await stranger.api(method, `/api/webhooks/${id}${path}`, body)).status).toBe(404)
    }
    expect((await admin.api('PUT', `/api/webhooks/${id}`, { isActive: false })).status).toBe(200)
  })

  it("belong to the application's owner, whoever makes them, and to nobody else's application", async () => {
    const made = await admin.api<Created>('POST', '/api/webhooks', { url: receiver.url, applicationId })
    expect((await maker.api('GET', `/api/webhooks/${made.body.id}`)).status).toBe(200)
    const refused = await stranger.api('POST', '/api/webhooks', { url: receiver.url, applicationId })
    const missing = await stranger.api('POST', '/api/webhooks', { url: receiver.url, applicationId: 999_999 })
    expect([refused.status, missing.status]).toEqual([404, 404])
  })

  it('take the format of a chat from its address, and never show that address again', async () => {
    const chats = {
      discord: 'https://discord.com/api/webhooks/123/canary-of-the-address',
      slack: 'https://hooks.slack.com/services/T0/B0/canary-of-the-address',
      telegram: 'https://api.telegram.org/bot1:canary-of-the-address/sendMessage?chat_id=5',
    }
    for (const [format, url] of Object.entries(chats)) {
      const made = await maker.api<Created>('POST', '/api/webhooks', { url, applicationId })
      expect(made.body).toMatchObject({ format, isFormatDerived: true, isUrlMasked: true })
      expect(made.text).not.toContain('canary')
      const asJson = await maker.api<Shown>('PUT', `/api/webhooks/${made.body.id}`, { format: 'json' })
      expect(asJson.body).toMatchObject({ format: 'json', isFormatDerived: false })
      const back = await maker.api<Shown>('PUT', `/api/webhooks/${made.body.id}`, { format: null })
      expect(back.body).toMatchObject({ format, isFormatDerived: true })
    }
    expect((await maker.api('GET', '/api/webhooks')).text).not.toContain('canary')
  })

  it.each([
    [{ url: 'ftp://example.com/' }, 'url'],
    [{ url: 'https://user:pass@example.com/' }, 'url'],
    [{ url: 'not an address' }, 'url'],
    [{ events: [] }, 'events'],
    [{ events: ['no_such_event'] }, 'events.0'],
    [{ secret: 'whsec_short' }, 'secret'],
    [{ ownerId: 1 }, 'ownerId'],
    [{ format: 'pager' }, 'format'],
  ])('are refused with %j, and the answer names the field', async (body, field) => {
    const made = await maker.api<{ fields: object }>('POST', '/api/webhooks', { url: receiver.url, ...body })
    expect(made.status).toBe(400)
    expect(Object.keys(made.body.fields)).toEqual([field])
  })

  it('are at most fifty in one place', async () => {
    const crowded = (await maker.api<{ id: number }>('POST', '/api/applications', { name: 'Crowded' })).body.id
    for (let made = 0; made < 50; made += 1) await create({ applicationId: crowded })
    const more = await maker.api('POST', '/api/webhooks', { url: receiver.url, applicationId: crowded })
    expect(more).toMatchObject({ status: 409, body: { code: 'too_many_webhooks' } })
  })

  it('send a sample of each of the twelve events, which an independent library verifies', async () => {
    const { id, secret } = await create()
    for (const event of eventNames) {
      const sent = await maker.api<Details>('POST', `/api/webhooks/${id}/test`, { event })
      expect(sent.body).toMatchObject({ status: 'delivered', code: 200, isTest: true, attempt: 1, maxAttempts: 1 })
      const got = receiver.received.at(-1)
      expect(got?.body).toBe(sent.body.request.body)
      expect(got?.headers).toMatchObject(sent.body.request.headers)
      expect(JSON.parse(got?.body ?? '')).toMatchObject({
        type: event,
        data: { application: { id: applicationId, name: 'Demo' }, test: true },
      })
    }
    verify(secret)
  })

  it("sign with a maker's own text as it is", async () => {
    const { id } = await create({ secret: 'just some words, 24 %' })
    await maker.api('POST', `/api/webhooks/${id}/test`, { event: 'user_login' })
    const { headers, body } = last()
    new Verifier('just some words, 24 %', { format: 'raw' }).verify(body, headers)
    expect(() => new Verifier('other words', { format: 'raw' }).verify(body, headers)).toThrow()
    expect(() => new Verifier('just some words, 24 %', { format: 'raw' }).verify(`${body} `, headers)).toThrow()
    const otherId = { ...headers, 'webhook-id': 'msg_other' }
    expect(() => new Verifier('just some words, 24 %', { format: 'raw' }).verify(body, otherId)).toThrow()
  })

  it('sign with both secrets while a rotation overlaps, and with the new one alone afterwards', async () => {
    const { id, secret } = await create()
    const rotated = await maker.api<Created>('POST', `/api/webhooks/${id}/rotate-secret`, { overlapHours: 1 })
    expect(rotated.body.previousSecretEndsAt).toBe(new Date(test.clock.nowMs() + 3_600_000).toISOString())
    await maker.api('POST', `/api/webhooks/${id}/test`, { event: 'user_login' })
    verify(secret)
    verify(rotated.body.secret)
    expect(last().headers['webhook-signature']?.split(' ')).toHaveLength(2)
    const again = await maker.api<Created>('POST', `/api/webhooks/${id}/rotate-secret`, { overlapHours: 0 })
    await maker.api('POST', `/api/webhooks/${id}/test`, { event: 'user_login' })
    verify(again.body.secret)
    expect(() => verify(rotated.body.secret)).toThrow()
  })

  it('show what a refused sample was answered, as text', async () => {
    const { id } = await create()
    receiver.answerWith((response) => response.writeHead(500).end(`<b>no</b>\0${'x'.repeat(5000)}`))
    const sent = await maker.api<Details>('POST', `/api/webhooks/${id}/test`, { event: 'user_login' })
    receiver.answerWith((response) => response.end('ok'))
    expect(sent.body).toMatchObject({ status: 'failed', code: 500, error: 'Response 500.', nextTryAt: null })
    expect(sent.body.answer).toMatch(/^<b>no<\/b>\ufffdx+$/)
    expect(Buffer.byteLength(sent.body.answer ?? '')).toBeLessThanOrEqual(2048 + 2)
  })

  it('lie in the database sealed, secret and address', async () => {
    const { id } = await create({ url: `${receiver.url}?canary-address`, secret: 'canary of the secret' })
    const audited = await test.database.reads.selectFrom('audit').selectAll().execute()
    expect(JSON.stringify(audited)).not.toContain('canary')
    expect((await test.stores.webhooks.find(id))?.url).toContain('canary-address')
    const rows = await test.database.reads.selectFrom('webhooks').selectAll().execute()
    expect(rows.map((row) => row.id)).toContain(id)
    expect(JSON.stringify(rows)).not.toContain('canary')
  })

  it('limit how many samples and repetitions are sent of one owner’s webhooks in a minute, also at once', async () => {
    const limited = await createTestApp({ env: { WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' } })
    const account = await limited.account()
    const { id } = (await account.api<Created>('POST', '/api/webhooks', { url: receiver.url })).body
    const send = async (by: typeof account) =>
      (await by.api('POST', `/api/webhooks/${id}/test`, { event: 'user_login' })).status
    const statuses = await Promise.all(Array.from({ length: 200 }, () => send(account)))
    expect(statuses.filter((status) => status === 200)).toHaveLength(10)
    expect(statuses.filter((status) => status === 429)).toHaveLength(190)
    const administrator = await limited.account('owner')
    expect(await send(administrator)).toBe(429)
    limited.clock.advance(60_000)
    expect(await send(administrator)).toBe(200)
    await limited.close()
  })

  const last = () => {
    const got = receiver.received.at(-1)
    if (!got) throw new Error('nothing came')
    return { body: got.body, headers: got.headers as Record<string, string> }
  }
  const verify = (secret: string) => new Verifier(secret).verify(last().body, last().headers)
})
