import { afterEach, expect, it, vi } from 'vitest'
import { describeOnBothDatabases } from '../../../../test/harness/databases.ts'
import { ManualClock } from '../../../../test/harness/manual-clock.ts'
import { testStores } from '../../../../test/harness/test-stores.ts'
import { startReceiver } from '../../../../test/harness/webhook-receiver.ts'
import type { Database } from '../../db/open.ts'
import { parseNetwork } from '../../lib/canonical.ts'
import { openClockJumpDetector } from '../../lib/clock-jump.ts'
import { openLog } from '../../lib/log.ts'
import { newMessageId } from '../../lib/message-id.ts'
import { openSettingsFreshness } from '../../store/hot/settings-freshness.ts'
import { openWebhooks } from './open-webhooks.ts'
import { openOutbox } from './queue/outbox.ts'

const dayMs = 86_400_000

/** The webhooks of a server on this database, and a webhook with the address. */
async function serverOn(database: Database, url: string) {
  const clock = new ManualClock()
  const { stores, owner, application } = testStores(database)
  const applicationId = await application(await owner())
  const webhook = await stores.transaction((tx) =>
    tx.webhooks.insert(
      {
        ...{ accountId: 1, applicationId, url, format: 'json', isFormatDerived: true },
        ...{ events: ['user_login'], secret: 'a secret', isActive: true },
      },
      clock.now(),
    ),
  )
  const tried: number[] = []
  const loopback = parseNetwork('127.0.0.0/8')
  const webhooks = openWebhooks({
    ...{ stores, database, clock },
    outbox: openOutbox(stores, openSettingsFreshness(clock)),
    clockJumps: openClockJumpDetector(clock),
    log: openLog('silent', 'json', () => {}),
    allowed: loopback ? [loopback] : [],
    timeScale: 1,
    onTried: (id) => tried.push(id),
  })
  /** A test message that was made at this time. */
  const insertSample = async (atMs: number) => {
    const sample = { webhookId: webhook.id, messageId: newMessageId(atMs), applicationId, atMs }
    await stores.transaction((tx) => tx.deliveries.insertSample({ ...sample, event: 'user_login', body: '{}' }))
    return sample.messageId
  }
  return { stores, clock, applicationId, webhook, webhooks, tried, insertSample }
}

describeOnBothDatabases('the webhooks of a server', (open) => {
  afterEach(() => vi.useRealTimers())

  it('forget old deliveries by themselves, once a minute', async () => {
    const { stores, clock, webhook, webhooks, insertSample } = await serverOn(await open(), 'https://e.test/')
    const [old, young] = [await insertSample(clock.nowMs() - 15 * dayMs), await insertSample(clock.nowMs())]
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    webhooks.start()
    vi.advanceTimersByTime(59_999)
    expect(await stores.deliveries.find(webhook.id, old)).toBeDefined()
    vi.advanceTimersByTime(1)
    await expect.poll(() => stores.deliveries.find(webhook.id, old)).toBeUndefined()
    expect(await stores.deliveries.find(webhook.id, young)).toBeDefined()
    await webhooks.stop()
  })

  it('tell after an attempt whose application it was, also after one that failed', async () => {
    const receiver = await startReceiver()
    const { stores, clock, applicationId, webhook, webhooks, tried, insertSample } = await serverOn(
      await open(),
      receiver.url,
    )
    receiver.answerWith((response) => response.writeHead(500).end())
    const messageId = await insertSample(clock.nowMs())
    const found = await stores.webhooks.findWithSecrets(webhook.id, clock.now())
    if (!found) throw new Error('the webhook is gone')
    await webhooks.sendSample(found, { messageId, body: '{}' })
    expect(tried).toEqual([applicationId])
    await webhooks.stop()
    await receiver.close()
  })
})
