import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { describeOnBothDatabases } from '../../../../../test/harness/databases.ts'
import { openWebhookSuite, type WebhookSuite } from '../../../../../test/harness/webhook-suite.ts'
import { createEndpointConcurrency } from './endpoint-concurrency.ts'

const never = 1_000
/** As long as a busy machine may need. */
const waiting = { timeout: 20_000 }

describe('the lanes of the requests to webhooks', () => {
  it('give one endpoint two, and one when it has failed long', () => {
    const lanes = createEndpointConcurrency()
    expect(lanes.freeSlots(1, 0, never)).toBe(2)
    const leave = lanes.acquire(1, false)
    lanes.acquire(1, false)
    expect(lanes.freeSlots(1, 0, never)).toBe(0)
    leave()
    expect(lanes.freeSlots(1, 0, never)).toBe(1)
    expect(lanes.freeSlots(2, 10, 10)).toBe(1)
  })

  it('give all failing endpoints together half, and the others the rest', () => {
    const lanes = createEndpointConcurrency()
    const leaves = Array.from({ length: 16 }, (_, id) => lanes.acquire(id, true))
    expect(lanes.freeSlots(100, 1, never)).toBe(0)
    expect(lanes.freeSlots(100, 0, never)).toBe(2)
    leaves[0]?.()
    expect(lanes.freeSlots(100, 1, never)).toBe(1)
  })

  it('are 32 in all', () => {
    const lanes = createEndpointConcurrency()
    for (let id = 0; id < 31; id += 1) lanes.acquire(id, false)
    expect([lanes.freeSlots(100, 0, never), lanes.isFull()]).toEqual([1, false])
    const leave = lanes.acquire(100, false)
    expect([lanes.freeSlots(101, 0, never), lanes.isFull()]).toEqual([0, true])
    leave()
    expect([lanes.freeSlots(101, 0, never), lanes.isFull()]).toEqual([1, false])
  })
})

describeOnBothDatabases('many webhooks with something to send', (open) => {
  let suite: WebhookSuite
  beforeAll(async () => {
    suite = await openWebhookSuite(open)
  })
  afterAll(() => suite.close())

  /** A receiver that holds answers back until it is told; counts how many wait at once, and did at most. */
  const holdBack = (isHeld: (path: string) => boolean) => {
    const held = new Set<() => void>()
    let most = 0
    suite.receiver.answerWith((response, { path }) => {
      if (!isHeld(path)) return response.end('ok')
      held.add(() => response.end('ok'))
      most = Math.max(most, held.size)
    })
    const release = () => {
      suite.receiver.answerWith((response) => response.end('ok'))
      for (const answer of held) answer()
    }
    onTestFinished(release)
    return { held, most: () => most, release }
  }
  const manyWebhooks = async () => {
    const made = await suite.world()
    const { dashboard, applicationId, url } = made
    for (let n = 1; n < 40; n += 1) {
      await dashboard('POST', '/api/webhooks', { url: `${url}${n}`, applicationId, events: ['session_end'] })
    }
    return made
  }
  /** Who finds no lane free has the next turn when the queue is looked through again. */
  const deliverUntil = async (isDone: () => boolean) => {
    for (let round = 0; round < 5 && !isDone(); round += 1) await suite.test.app.webhooks.deliverDue()
  }

  it('are asked 32 at a time, and all of them are', async () => {
    const { happen, received } = await manyWebhooks()
    await happen()
    await happen()
    const { held, most, release } = holdBack(() => true)
    const delivered = suite.test.app.webhooks.deliverDue()
    await expect.poll(() => held.size, waiting).toBe(32)
    release()
    await delivered
    await deliverUntil(() => received().length === 80)
    expect(received()).toHaveLength(80)
    expect(most()).toBe(32)
  })

  it('reach one that is well while those that fail take as long as they like', async () => {
    const failing = await manyWebhooks()
    await failing.happen()
    suite.receiver.answerWith((response) => response.writeHead(500).end())
    await deliverUntil(() => failing.received().length === 40)
    failing.clock.advance(10_000)
    const well = await suite.world()
    for (let n = 0; n < 5; n += 1) await well.happen()
    const { held, most, release } = holdBack((path) => path.startsWith(failing.path))
    const delivered = suite.test.app.webhooks.deliverDue()
    await expect.poll(() => held.size, waiting).toBe(16)
    await expect.poll(() => well.received().length, waiting).toBe(5)
    expect(held.size).toBe(16)
    release()
    await delivered
    await deliverUntil(() => failing.received().length === 80)
    expect(failing.received()).toHaveLength(80)
    expect(most()).toBe(16)
  })
})
