import { expect, it } from 'vitest'
import { createTestApp } from '../../../../test/harness/create-test-app.ts'
import { describeOnBothDatabases } from '../../../../test/harness/databases.ts'
import { sessionEnd, useWebhookSuite, type WebhookSuite, webhookEnv } from '../../../../test/harness/webhook-suite.ts'
import { newToken } from '../../../../test/harness/world.ts'
import { eventNames } from '../../../shared/events.ts'
import { webhookPayload } from '../../../shared/webhook-payload.ts'
import { openClockJumpDetector } from '../../lib/clock-jump.ts'
import { removeOldDeliveries } from './queue/housekeeping.ts'

const second = 1_000
const minute = 60 * second
const day = 24 * 60 * minute
const moreThanOneSlice = 201

describeOnBothDatabases('the delivery of webhooks', (open) => {
  const suite = useWebhookSuite(open)
  const world: WebhookSuite['world'] = (webhook) => suite.world(webhook)

  it('brings a login with who, where, when and why, as the documented schema says', async () => {
    const { login, user, deliver, applicationId, clock, deliveries, payloads } = await world()
    const person = await user()
    await login(person)
    await deliver()
    const [payload] = payloads()
    expect(webhookPayload('user_login').strict().parse(payload)).toEqual(payload)
    expect(payload).toMatchObject({
      type: 'user_login',
      timestamp: clock.now().toISOString(),
      data: {
        application: { id: applicationId },
        user: { id: person.id, username: person.username },
        success: true,
        code: 'login_successful',
        count: 1,
      },
    })
    expect(payload?.data.ip).toMatch(/^10\./)
    expect(payload?.data.userAgent).toMatch(/^Scenario\//)
    expect(await deliveries()).toMatchObject([{ status: 'delivered', attempt: 1, code: 200, nextTryAt: null }])
  })

  it('brings each event of a session, a registration and a refusal once, and nothing of what is not subscribed', async () => {
    const { send, login, user, deliver, track, payloads } = await world({
      events: eventNames.filter((name) => name !== 'user_login'),
    })
    const person = await user()
    await login(person)
    await send('/api/v1/login', { username: person.username, password: 'wrong password' })
    await send('/api/v1/register', { username: 'newcomer', password: 'long enough' })
    const session_token = newToken()
    await track('start', { user_id: person.id, session_token })
    await track('end', { session_token })
    await deliver()
    expect(
      payloads()
        .map(({ type }) => type)
        .sort(),
    ).toEqual(['login_failed', 'session_end', 'session_start', 'user_registration'].sort())
    expect(payloads().find(({ type }) => type === 'session_end')?.data).toMatchObject({
      code: 'logout',
      reason: 'The user logged out.',
    })
  })

  it('goes to the webhooks of the application and of the whole account, under one id, and to no other', async () => {
    const { dashboard, happen, deliver, applicationId, url, path, received, messageIds } = await world()
    const other = await dashboard<{ id: number }>('POST', '/api/applications', { name: 'Other' })
    const events = ['session_end']
    await dashboard('POST', '/api/webhooks', { url: `${url}account`, events })
    await dashboard('POST', '/api/webhooks', { url: `${url}other`, applicationId: other.id, events })
    await dashboard('POST', '/api/webhooks', { url: `${url}failed`, applicationId, events: ['login_failed'] })
    await dashboard('POST', '/api/webhooks', { url: `${url}off`, applicationId, isActive: false, events })
    await world()
    await happen()
    await deliver()
    expect(
      received()
        .map((request) => request.path)
        .sort(),
    ).toEqual([path, `${path}account`])
    expect(new Set(messageIds()).size).toBe(1)
  })

  it('is written with its event or not at all', async () => {
    const { stores, deliveries, deliver, applicationId, clock, received } = await world()
    const entry = { ...sessionEnd, applicationId, at: clock.now() }
    const failing = stores.transaction(async (tx) => {
      await suite.test.app.recorder.record(tx, entry)
      throw new Error('after the event')
    })
    await expect(failing).rejects.toThrow('after the event')
    await deliver()
    expect(await deliveries()).toEqual([])
    expect(received()).toEqual([])
    await stores.transaction((tx) => suite.test.app.recorder.record(tx, entry))
    expect(await deliveries()).toHaveLength(1)
  })

  it('sends everything again that failed since a time, with its ids, and not what failed before', async () => {
    const { happen, deliver, deliveries, dashboard, id, clock } = await world()
    suite.receiver.answerWith((response) => response.writeHead(410).end())
    await happen()
    await deliver()
    // Ids keep their order where a clock goes back by up to a minute, as it does from one suite to the next.
    clock.advance(2 * minute)
    const since = clock.now().toISOString()
    for (let round = 0; round < 3; round += 1) {
      await dashboard('PUT', `/api/webhooks/${id}`, { isActive: true })
      await happen()
      await deliver()
    }
    await dashboard('PUT', `/api/webhooks/${id}`, { isActive: true })
    suite.receiver.answerWith((response) => response.end())
    expect(await dashboard('POST', `/api/webhooks/${id}/redeliver`, { since })).toMatchObject({ count: 3 })
    await deliver()
    expect((await deliveries({ status: 'delivered' })).length).toBe(3)
    expect((await deliveries({ status: 'failed' })).length).toBe(1)
  })

  it('sends after a restart what was written before it', async () => {
    const { happen, payloads } = await world()
    await happen()
    // Another server on the same database, as after a crash: without the first one's memory.
    const next = await createTestApp({ database: suite.database, clock: suite.test.clock, env: webhookEnv })
    await next.app.webhooks.deliverDue()
    expect(payloads().map(({ type }) => type)).toEqual(['session_end'])
    await next.close()
  })

  it('keeps an event for webhooks that is so old, when its delivery is made, that the log forgets it', async () => {
    const { happen, payloads, clock, stores, applicationId } = await world()
    await happen()
    clock.advance(1_000 * day)
    const next = await createTestApp({ database: suite.database, clock, env: webhookEnv })
    await next.app.jobs.enforceRetention()
    expect(await stores.activity.list([applicationId], {}, undefined, 10)).toEqual([])
    await next.app.webhooks.deliverDue()
    expect(payloads().map(({ type }) => type)).toEqual(['session_end'])
    await next.close()
  })

  it('holds no login up: a webhook that hangs, or was deleted the moment before, changes no answer', async () => {
    const { login, user, stores, id, deliver, received } = await world()
    const person = await user()
    suite.receiver.answerWith(() => {})
    expect((await login(person)).status).toBe(200)
    // Bypasses the handlers, so that the webhook is still cached.
    await stores.transaction((tx) => tx.webhooks.remove(id, suite.test.clock.now()))
    expect((await login(person)).status).toBe(200)
    suite.receiver.answerWith((response) => response.end())
    await deliver()
    expect(received()).toEqual([])
  })

  it('forgets deliveries after two weeks, those of a deleted webhook at once, and then the webhook', async () => {
    const { happen, deliver, deliveries, clock, stores, id, applicationId } = await world()
    for (let made = 0; made < moreThanOneSlice; made += 1) await happen()
    await deliver()
    clock.advance(10 * day)
    await happen()
    await deliver()
    clock.advance(5 * day)
    const messages = async () => {
      const { reads } = suite.database
      return reads.selectFrom('webhook_messages').selectAll().where('application_id', '=', applicationId).execute()
    }
    expect(await messages()).toHaveLength(moreThanOneSlice + 1)
    const deps = { stores, clock, clockJumps: openClockJumpDetector(clock) }
    const never = new AbortController().signal
    await removeOldDeliveries(deps, never)
    expect([await deliveries(), await messages()].map((rows) => rows.length)).toEqual([1, 1])
    await stores.transaction((tx) => tx.webhooks.remove(id, clock.now()))
    clock.advance(2 * minute)
    await removeOldDeliveries(deps, never)
    await removeOldDeliveries(deps, never)
    const rows = await suite.database.reads.selectFrom('deliveries').selectAll().where('webhook_id', '=', id).execute()
    const webhooks = await suite.database.reads.selectFrom('webhooks').selectAll().where('id', '=', id).execute()
    expect([rows, webhooks]).toEqual([[], []])
    // Of the last message: 14 days, less a minute and then more.
    clock.advance(9 * day - 3 * minute)
    await removeOldDeliveries(deps, never)
    expect(await messages()).toHaveLength(1)
    clock.advance(2 * minute)
    await removeOldDeliveries(deps, never)
    expect(await messages()).toEqual([])
  })

  it('is waited for, and not forgotten, while the clock is wrong for a minute', async () => {
    const { login, user, deliver, deliveries, received, clock, stores } = await world()
    suite.receiver.answerWith((response) => response.writeHead(500).end())
    await login(await user())
    await deliver()
    suite.receiver.answerWith((response) => response.end())
    const deps = { stores, clock, clockJumps: openClockJumpDetector(clock) }
    const never = new AbortController().signal
    for (const setMs of [400 * day, -400 * day]) {
      clock.jump(setMs)
      await removeOldDeliveries(deps, never)
      clock.advance(minute)
      await removeOldDeliveries(deps, never)
      expect(await deliveries()).toMatchObject([{ status: 'pending', attempt: 1 }])
    }
    const before = received().length
    clock.advance(day)
    await deliver()
    expect(await deliveries()).toMatchObject([{ status: 'delivered', attempt: 2 }])
    expect(received()).toHaveLength(before + 1)
    clock.jump(20 * day)
    await removeOldDeliveries(deps, never)
    clock.advance(10 * minute)
    await removeOldDeliveries(deps, never)
    expect(await deliveries()).toEqual([])
    clock.jump(-20 * day)
  })

  it('is read page by page, newest first, filtered by status, event and time', async () => {
    const { login, user, send, deliver, deliveries, clock, id, maker, dashboard } = await world()
    const person = await user()
    const ids: string[] = []
    for (let round = 0; round < 5; round += 1) {
      clock.advance(second)
      await login(person)
      ids.unshift((await deliveries())[0]?.messageId ?? '')
    }
    const from = clock.now().toISOString()
    clock.advance(second)
    await send('/api/v1/login', { username: person.username, password: 'wrong password' })
    await deliver()
    const seen: string[] = []
    for (let next = `/api/webhooks/${id}/deliveries?limit=2&event=user_login`; next !== ''; ) {
      const page = await maker.api<{ id: string }[]>('GET', next)
      expect(page.body.length).toBeLessThanOrEqual(2)
      seen.push(...page.body.map((delivery) => delivery.id))
      next = /<(.+)>/.exec(String(page.headers.link ?? ''))?.[1] ?? ''
    }
    expect(seen).toEqual(ids)
    const since = await dashboard<{ event: string }[]>('GET', `/api/webhooks/${id}/deliveries?from=${from}`)
    expect(since.map(({ event }) => event)).toEqual(['login_failed', 'user_login'])
    expect(await deliveries({ status: 'failed' })).toEqual([])
  })
})
