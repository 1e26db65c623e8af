import { describe, expect, it } from 'vitest'
import { ManualClock } from '../../../../../test/harness/manual-clock.ts'
import { openSettingsFreshness } from '../../../store/hot/settings-freshness.ts'
import type { Subscriptions } from '../../../store/webhooks/webhooks.ts'
import { openOutbox } from './outbox.ts'

const heard: Subscriptions = { applicationName: 'Demo', webhooks: [{ webhookId: 7, events: new Set(['session_end']) }] }
const ended = { applicationId: 1, event: 'session_end' } as Parameters<ReturnType<typeof openOutbox>['audienceOf']>[0]

/** An outbox over webhooks that a test changes, and how often they were read. */
function outbox(subscriptions: () => Subscriptions | undefined = () => heard) {
  const clock = new ManualClock()
  let reads = 0
  const webhooks = {
    subscriptions: async () => {
      reads += 1
      return subscriptions()
    },
  } as unknown as Parameters<typeof openOutbox>[0]['webhooks']
  return { outbox: openOutbox({ webhooks }, openSettingsFreshness(clock)), clock, reads: () => reads }
}

describe('the outbox of webhooks', () => {
  it('tells whoever sends, at once, that a message is committed', () => {
    const { outbox: made } = outbox()
    let told = 0
    made.written()
    made.listen(() => {
      told += 1
    })
    made.written()
    expect(told).toBe(1)
  })

  it('says who hears of an event, and that nobody does', async () => {
    const { outbox: made } = outbox()
    expect(await made.audienceOf(ended)).toEqual({ applicationName: 'Demo', webhookIds: [7] })
    expect(await made.audienceOf({ ...ended, event: 'user_login' })).toBeUndefined()
    expect(await outbox(() => undefined).outbox.audienceOf(ended)).toBeUndefined()
  })

  it('reads webhooks again after half a second, after a change, and where the clock was set back', async () => {
    const { outbox: made, clock, reads } = outbox()
    await made.audienceOf(ended)
    clock.advance(500)
    // Known: the answer is no promise.
    expect(made.audienceOf(ended)).toEqual({ applicationName: 'Demo', webhookIds: [7] })
    expect(reads()).toBe(1)
    clock.advance(1)
    await made.audienceOf(ended)
    expect(reads()).toBe(2)
    made.forget()
    await made.audienceOf(ended)
    expect(reads()).toBe(3)
    clock.jump(-501)
    await made.audienceOf(ended)
    expect(reads()).toBe(4)
  })

  it('keeps nothing that was read before a change which came meanwhile', async () => {
    const { outbox: made, reads } = outbox()
    const asked = made.audienceOf(ended)
    made.forget()
    await asked
    await made.audienceOf(ended)
    expect(reads()).toBe(2)
  })
})
