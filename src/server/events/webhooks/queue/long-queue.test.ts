import { expect, it } from 'vitest'
import { describeOnBothDatabases } from '../../../../../test/harness/databases.ts'
import { useWebhookSuite } from '../../../../../test/harness/webhook-suite.ts'
import { openLog } from '../../../lib/log.ts'
import { openDeliveryQueue } from '../../../store/webhooks/open-delivery-queue.ts'
import { disableBacklogged } from './housekeeping.ts'

const day = 24 * 60 * 60 * 1000

describeOnBothDatabases('a webhook with a long queue', (open) => {
  const suite = useWebhookSuite(open)
  const logged: string[] = []

  /** Looks at all queues, of which these are too long; the limits that were asked for. */
  const check = async (...tooLong: number[]) => {
    logged.length = 0
    const limits = new Set<number>()
    const log = openLog('info', 'json', (line) => logged.push(line))
    const { database, test } = suite
    const isLongerThan = async (webhookId: number, limit: number) => {
      limits.add(limit)
      return tooLong.includes(webhookId)
    }
    const queue = { ...openDeliveryQueue(database), isLongerThan }
    await disableBacklogged({ stores: test.stores, queue, clock: test.clock, log })
    return [...limits]
  }
  /** A webhook whose receiver refused a message, which is due again. */
  const failing = async () => {
    const made = await suite.world()
    suite.receiver.answerWith((response) => response.writeHead(500).end())
    await made.happen()
    await made.deliver()
    suite.test.clock.advance(day)
    expect(await made.shown()).toMatchObject({ failures: 1 })
    return made
  }

  it('is disabled with a notice when its receiver fails and more than a million deliveries wait', async () => {
    const { shown, deliveries, id } = await failing()
    const other = await failing()
    expect(await check(id)).toEqual([1_000_000])
    expect(await shown()).toMatchObject({ isActive: false, notice: { reason: 'backlog' } })
    expect(logged.map((line) => JSON.parse(line))).toMatchObject([{ webhook: id, reason: 'backlog' }])
    expect(await other.shown()).toMatchObject({ isActive: true, notice: null })
    // What waits can be sent later; and once is enough.
    expect(await deliveries({ status: 'pending' })).toHaveLength(1)
    await check(id)
    expect(logged).toEqual([])
  })

  it('stays as it is where its receiver took the last message: it is only busy', async () => {
    const { shown, happen, id, deliveries } = await suite.world()
    await happen()
    expect(await deliveries({ status: 'pending' })).toHaveLength(1)
    await check(id)
    expect(await shown()).toMatchObject({ isActive: true, failures: 0 })
  })
})
