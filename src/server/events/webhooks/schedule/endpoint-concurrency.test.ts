import { describe, expect, it, onTestFinished } from 'vitest'
import { describeOnBothDatabases } from '../../../../../test/harness/databases.ts'
import { useWebhookSuite } from '../../../../../test/harness/webhook-suite.ts'
import { acquireSlots, freeSlots, isFull, noUsedSlots, releaseSlot } from './endpoint-concurrency.ts'

/** As long as a busy machine may need. */
const waiting = { timeout: 20_000 }
const healthy = 0
const failing = 1

describe('the concurrency limit of webhook endpoints', () => {
  it('gives one endpoint two slots, and one when it has failed ten times in a row', () => {
    const slot = { webhookId: 1, isFailing: false }
    expect(freeSlots(noUsedSlots, 1, healthy)).toBe(2)
    const used = acquireSlots(noUsedSlots, slot, 2)
    expect(freeSlots(used, 1, healthy)).toBe(0)
    expect(freeSlots(used, 2, healthy)).toBe(2)
    expect(freeSlots(releaseSlot(used, slot), 1, healthy)).toBe(1)
    expect([9, 10].map((failures) => freeSlots(noUsedSlots, 1, failures))).toEqual([2, 1])
    expect(freeSlots(acquireSlots(noUsedSlots, slot, 1), 1, 10)).toBe(0)
    expect(freeSlots(used, 1, 10)).toBe(0)
  })

  it('gives all failing endpoints together half of the slots, and the others the rest', () => {
    const slots = Array.from({ length: 16 }, (_, webhookId) => ({ webhookId, isFailing: true }))
    const used = slots.reduce((all, slot) => acquireSlots(all, slot, 1), noUsedSlots)
    expect(freeSlots(used, 100, failing)).toBe(0)
    expect(freeSlots(used, 100, healthy)).toBe(2)
    expect(freeSlots(releaseSlot(used, { webhookId: 0, isFailing: true }), 100, failing)).toBe(1)
  })

  it('is 32 in all', () => {
    let used = noUsedSlots
    for (let webhookId = 0; webhookId < 31; webhookId += 1)
      used = acquireSlots(used, { webhookId, isFailing: false }, 1)
    expect([freeSlots(used, 100, healthy), isFull(used)]).toEqual([1, false])
    const full = acquireSlots(used, { webhookId: 100, isFailing: false }, 1)
    expect([freeSlots(full, 101, healthy), isFull(full)]).toEqual([0, true])
    const released = releaseSlot(full, { webhookId: 100, isFailing: false })
    expect([freeSlots(released, 101, healthy), isFull(released)]).toEqual([1, false])
  })

  it('is as it was when every slot is released, and remembers no webhook', () => {
    const slots = [1, 1, 2, 3].map((webhookId) => ({ webhookId, isFailing: webhookId === 2 }))
    const used = slots.reduce((all, slot) => acquireSlots(all, slot, 1), noUsedSlots)
    expect([used.total, used.failing, used.byWebhook.size]).toEqual([4, 1, 3])
    expect(slots.reduce(releaseSlot, used)).toEqual(noUsedSlots)
  })
})

describeOnBothDatabases('many webhooks with something to send', (open) => {
  const suite = useWebhookSuite(open)

  /** A receiver that answers nothing until `release`; counts how many requests wait at once, and the most so far. */
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
  /** A webhook that finds no free slot has its next turn when the queue is read again. */
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
