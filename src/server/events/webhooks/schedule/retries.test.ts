import { expect, it } from 'vitest'
import { describeOnBothDatabases } from '../../../../../test/harness/databases.ts'
import { startReceiver } from '../../../../../test/harness/webhook-receiver.ts'
import { useWebhookSuite, type WebhookSuite } from '../../../../../test/harness/webhook-suite.ts'
import { resetFutureRetries } from '../queue/housekeeping.ts'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

describeOnBothDatabases('a webhook whose receiver fails', (open) => {
  const suite = useWebhookSuite(open)
  const world: WebhookSuite['world'] = (webhook) => suite.world(webhook)

  it('is tried again after 5 s, 5 min, 30 min and so on, ten times within 76 hours, always with its id', async () => {
    const { happen, deliver, deliveries, clock, messageIds } = await world()
    suite.receiver.answerWith((response) => response.writeHead(500).end('no'))
    await happen()
    const waits: number[] = []
    for (;;) {
      await deliver()
      const [delivery] = await deliveries()
      if (delivery?.status !== 'pending') break
      const waitMs = (delivery.nextTryAt?.getTime() ?? 0) - clock.nowMs()
      waits.push(waitMs)
      clock.advance(waitMs - 1)
      await deliver()
      expect((await deliveries())[0]?.attempt).toBe(delivery.attempt)
      clock.advance(1)
    }
    const planned = [
      5 * second,
      5 * minute,
      30 * minute,
      2 * hour,
      5 * hour,
      10 * hour,
      14 * hour,
      20 * hour,
      24 * hour,
    ]
    expect(waits).toHaveLength(planned.length)
    for (const [index, waitMs] of waits.entries()) {
      expect(waitMs / (planned[index] ?? 0)).toBeGreaterThanOrEqual(0.8)
      expect(waitMs / (planned[index] ?? 0)).toBeLessThanOrEqual(1.2)
    }
    expect(await deliveries()).toMatchObject([{ status: 'failed', attempt: 10, code: 500, nextTryAt: null }])
    expect(new Set(messageIds()).size).toBe(1)
  })

  it('retries what was not answered like a 500: a closed port, a broken connection', async () => {
    const { happen, deliver, deliveries, dashboard, id, clock } = await world()
    const gone = await startReceiver()
    await gone.close()
    await dashboard('PUT', `/api/webhooks/${id}`, { url: gone.url })
    await happen()
    await deliver()
    expect(await deliveries()).toMatchObject([{ status: 'pending', code: null, error: 'Connection refused.' }])
    const back = await startReceiver(gone.port)
    clock.advance(6 * second)
    await deliver()
    expect(back.received).toHaveLength(1)
    expect(await deliveries()).toMatchObject([{ status: 'delivered', attempt: 2 }])
    await back.close()
  })

  it('leaves a receiver alone for as long as it asks', async () => {
    const { happen, deliver, deliveries, clock, shown, received } = await world()
    suite.receiver.answerWith((response) => response.writeHead(429, { 'retry-after': '120' }).end())
    await happen()
    await deliver()
    expect((await shown())?.retryAt).toEqual(new Date(clock.nowMs() + 120 * second))
    await happen()
    clock.advance(119 * second)
    await deliver()
    expect(received()).toHaveLength(1)
    suite.receiver.answerWith((response) => response.end())
    clock.advance(second)
    await deliver()
    expect((await deliveries()).map(({ status }) => status)).toEqual(['delivered', 'delivered'])
    expect((await shown())?.retryAt).toBeNull()
  })

  it('stops for good when the receiver says 410, with a notice, until it is enabled again', async () => {
    const { happen, deliver, deliveries, shown, dashboard, id, messageIds } = await world()
    suite.receiver.answerWith((response) => response.writeHead(410).end())
    await happen()
    await deliver()
    expect(await shown()).toMatchObject({ isActive: false, notice: { reason: 'gone' } })
    await happen()
    await deliver()
    expect(messageIds()).toHaveLength(1)
    suite.receiver.answerWith((response) => response.end())
    expect(await dashboard('PUT', `/api/webhooks/${id}`, { isActive: true })).toMatchObject({ notice: null })
    const [failed] = await deliveries({ status: 'failed' })
    await dashboard('POST', `/api/webhooks/${id}/deliveries/${failed?.messageId}/redeliver`)
    await deliver()
    expect(messageIds()).toEqual([failed?.messageId, failed?.messageId])
    expect(await deliveries()).toMatchObject([{ status: 'delivered' }])
  })

  it('is not given up by a clock that is wrong for a minute', async () => {
    const { happen, deliver, deliveries, shown, clock } = await world()
    suite.receiver.answerWith((response) => response.writeHead(503).end())
    for (let failures = 0; failures < 12; failures += 1) {
      await happen()
      await deliver()
      clock.advance(10 * minute)
    }
    const before = (await deliveries()).length
    for (const setMs of [400 * day, -400 * day]) {
      clock.jump(setMs)
      await deliver()
      expect(await shown()).toMatchObject({ isActive: true, notice: null })
    }
    await happen()
    expect(await deliveries()).toHaveLength(before + 1)
  })

  it('is tried again soon when a clock that was wrong for a minute is right again', async () => {
    const { happen, deliver, deliveries, shown, clock, stores } = await world()
    suite.receiver.answerWith((response) => response.writeHead(429, { 'retry-after': '120' }).end())
    await happen()
    clock.jump(400 * day)
    await deliver()
    clock.jump(-400 * day)
    expect((await deliveries())[0]).toMatchObject({ status: 'pending', attempt: 1 })
    await resetFutureRetries({ stores, clock }, new AbortController().signal)
    expect((await shown())?.retryAt).toBeNull()
    suite.receiver.answerWith((response) => response.end())
    clock.advance(second)
    await deliver()
    expect(await deliveries()).toMatchObject([{ status: 'delivered', attempt: 2 }])

    // A retry that is planned as usual keeps its time.
    suite.receiver.answerWith((response) => response.writeHead(500).end())
    await happen()
    await deliver()
    const [planned] = await deliveries({ status: 'pending' })
    await resetFutureRetries({ stores, clock }, new AbortController().signal)
    expect(await deliveries({ status: 'pending' })).toEqual([planned])
  })

  it('keeps a retry that is planned 48 hours ahead, and makes one due that is planned beyond', async () => {
    const { happen, deliver, deliveries, clock, stores } = await world()
    suite.receiver.answerWith((response) => response.writeHead(500).end())
    await happen()
    await deliver()
    const [planned] = await deliveries()
    const startMs = clock.nowMs()
    clock.jump((planned?.nextTryAt?.getTime() ?? Number.NaN) - 48 * hour - startMs)
    await resetFutureRetries({ stores, clock }, new AbortController().signal)
    expect(await deliveries()).toEqual([planned])
    clock.jump(-1)
    await resetFutureRetries({ stores, clock }, new AbortController().signal)
    expect(await deliveries()).toEqual([{ ...planned, nextTryAt: clock.now() }])
    clock.jump(startMs - clock.nowMs())
  })

  it('gives an endpoint up after five days of nothing but failures, with a notice, and keeps what waits', async () => {
    const { happen, deliver, deliveries, shown, enable, clock } = await world()
    suite.receiver.answerWith((response) => response.writeHead(503).end())
    for (let hours = 0; hours <= 120; hours += 8) {
      await happen()
      await deliver()
      expect((await shown())?.isActive).toBe(hours < 120)
      clock.advance(8 * hour)
    }
    expect(await shown()).toMatchObject({ isActive: false, notice: { reason: 'failing' } })
    expect(suite.test.log.join()).toContain('webhook disabled')
    const waiting = (await deliveries({ status: 'pending' })).length
    expect(waiting).toBeGreaterThan(0)
    suite.receiver.answerWith((response) => response.end())
    await enable()
    clock.advance(day)
    await deliver()
    expect(await deliveries({ status: 'pending' })).toEqual([])
    expect((await deliveries({ status: 'delivered' })).length).toBeGreaterThanOrEqual(waiting)
  })

  it('asks an endpoint that failed ten times in a row with one message at a time, and sends all when it is back', async () => {
    const { happen, deliver, deliveries, clock, shown, received } = await world()
    suite.receiver.answerWith((response) => response.writeHead(500).end())
    for (let round = 0; round < 25; round += 1) await happen()
    await deliver()
    const tried = received().length
    expect(tried).toBeGreaterThanOrEqual(10)
    expect(tried).toBeLessThanOrEqual(12)
    expect(await shown()).toMatchObject({ retryAt: expect.any(Date) })
    clock.set((await shown())?.retryAt ?? 0)
    await deliver()
    expect(received().length).toBe(tried + 1)
    suite.receiver.answerWith((response) => response.end())
    clock.advance(10 * minute)
    await deliver()
    expect((await deliveries({ status: 'delivered' })).length).toBe(25)
    expect(await shown()).toMatchObject({ failures: 0, retryAt: null })
  })
})
