import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeOnBothDatabases } from '../../../../test/databases.ts'
import { openWebhookSuite, type WebhookSuite } from '../../../../test/webhook-world.ts'
import { createLanes } from './lanes.ts'

const never = 1_000

describe('the lanes of the requests to webhooks', () => {
  it('give one endpoint two, and one when it has failed long', () => {
    const lanes = createLanes()
    expect(lanes.room(1, 0, never)).toBe(2)
    const leave = lanes.enter(1, false)
    lanes.enter(1, false)
    expect(lanes.room(1, 0, never)).toBe(0)
    leave()
    expect(lanes.room(1, 0, never)).toBe(1)
    expect(lanes.room(2, 10, 10)).toBe(1)
  })

  it('give all failing endpoints together half, and the others the rest', () => {
    const lanes = createLanes()
    const leaves = Array.from({ length: 16 }, (_, id) => lanes.enter(id, true))
    expect(lanes.room(100, 1, never)).toBe(0)
    expect(lanes.room(100, 0, never)).toBe(2)
    leaves[0]?.()
    expect(lanes.room(100, 1, never)).toBe(1)
  })

  it('are 32 in all', () => {
    const lanes = createLanes()
    for (let id = 0; id < 31; id += 1) lanes.enter(id, false)
    expect([lanes.room(100, 0, never), lanes.isFull()]).toEqual([1, false])
    const leave = lanes.enter(100, false)
    expect([lanes.room(101, 0, never), lanes.isFull()]).toEqual([0, true])
    leave()
    expect([lanes.room(101, 0, never), lanes.isFull()]).toEqual([1, false])
  })
})

describeOnBothDatabases('many webhooks with something to send', (open) => {
  let suite: WebhookSuite
  beforeAll(async () => {
    suite = await openWebhookSuite(open)
  })
  afterAll(() => suite.close())

  /** A receiver that holds every answer back until it is told; how many wait at once, and did at most. */
  const holdBack = () => {
    const open = new Set<() => void>()
    let most = 0
    suite.receiver.answerWith((response) => {
      const answer = () => {
        open.delete(answer)
        response.end('ok')
      }
      open.add(answer)
      most = Math.max(most, open.size)
    })
    return {
      open: () => open.size,
      most: () => most,
      async answerAllUntil(ended: Promise<void>) {
        let hasEnded = false
        const end = ended.then(() => {
          hasEnded = true
        })
        while (!hasEnded) {
          for (const answer of [...open]) answer()
          await new Promise((resolve) => setImmediate(resolve))
        }
        await end
      },
    }
  }

  it('are asked 32 at a time, and all of them are', async () => {
    const { happen, deliver, dashboard, applicationId, url, received } = await suite.world()
    for (let n = 1; n < 40; n += 1)
      await dashboard('POST', '/api/webhooks', { url: `${url}${n}`, applicationId, events: ['session_end'] })
    await happen()
    await happen()
    const held = holdBack()
    const delivered = deliver()
    await expect.poll(held.open).toBe(32)
    await held.answerAllUntil(delivered)
    expect(received()).toHaveLength(80)
    expect(held.most()).toBe(32)
  })

  it('reach one that is well while those that fail take as long as they like', async () => {
    const failing = await suite.world()
    const { dashboard, applicationId, url, clock } = failing
    for (let n = 1; n < 40; n += 1)
      await dashboard('POST', '/api/webhooks', { url: `${url}${n}`, applicationId, events: ['session_end'] })
    await failing.happen()
    suite.receiver.answerWith((response) => response.writeHead(500).end())
    await failing.deliver()
    expect(failing.received()).toHaveLength(40)
    clock.advance(10_000)
    const well = await suite.world()
    for (let n = 0; n < 5; n += 1) await well.happen()
    const release: (() => void)[] = []
    let [open, most] = [0, 0]
    suite.receiver.answerWith((response, { path }) => {
      if (!path.startsWith(failing.path)) return response.end('ok')
      open += 1
      most = Math.max(most, open)
      release.push(() => {
        open -= 1
        response.end('ok')
      })
    })
    const delivered = suite.test.app.webhooks.deliverDue()
    await expect.poll(() => open).toBe(16)
    await expect.poll(() => well.received().length).toBe(5)
    expect(open).toBe(16)
    let hasEnded = false
    void delivered.then(() => {
      hasEnded = true
    })
    while (!hasEnded) {
      for (const answer of release.splice(0)) answer()
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect(most).toBe(16)
    suite.receiver.answerWith((response) => response.end('ok'))
    // Who found no lane free has its turn when the queue is looked through again.
    for (let round = 0; round < 5 && failing.received().length < 80; round += 1) await failing.deliver()
    expect(failing.received()).toHaveLength(80)
  })
})
