import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  nowMs,
  type SimulatedEndpoint,
  type SimulationOptions,
  simulateDelivery,
} from '../../../../../test/harness/simulate-delivery.ts'
import { noUsedSlots } from './endpoint-concurrency.ts'
import { backoffAfterFailures } from './retry-schedule.ts'
import { advance, initialState, type SchedulerEvent, type SchedulerState } from './scheduler.ts'

const endpointsOf = (count: number, each: Partial<SimulatedEndpoint>, firstId = 1): SimulatedEndpoint[] =>
  Array.from({ length: count }, (_, index) => ({
    id: firstId + index,
    failures: 0,
    retryAt: null,
    due: 1,
    receiver: 'accepts',
    ...each,
  }))

const anyEndpoint = (receivers: readonly SimulatedEndpoint['receiver'][], failures: readonly number[]) =>
  fc.record({
    due: fc.nat(6),
    failures: fc.constantFrom(...failures),
    isBackedOff: fc.boolean(),
    receiver: fc.constantFrom(...receivers),
  })
type Drawn = { due: number; failures: number; isBackedOff: boolean; receiver: SimulatedEndpoint['receiver'] }
const asEndpoints = (drawn: readonly Drawn[], firstId = 1): SimulatedEndpoint[] =>
  drawn.map(({ isBackedOff, ...rest }, index) => {
    const isHeld = isBackedOff && rest.failures >= backoffAfterFailures
    return { ...rest, id: firstId + index, retryAt: isHeld ? new Date(nowMs + 1) : null }
  })
const choices = fc.array(fc.nat(), { minLength: 1, maxLength: 50 })
const started = (endpoints: readonly SimulatedEndpoint[], options?: SimulationOptions) => {
  const simulation = simulateDelivery(endpoints, options)
  simulation.report({ type: 'started' })
  return simulation
}

describe('the scheduler of webhook deliveries', () => {
  it('keeps all limits whatever the endpoints do and in whatever order: 2 requests for each, 32 in all, 16 for those that fail', () => {
    const endpoints = fc.array(anyEndpoint(['accepts', 'fails', 'hangs'], [0, 1, 9, 10, 25]), { maxLength: 60 })
    fc.assert(
      fc.property(endpoints, choices, (drawn, order) => {
        const simulation = started(asEndpoints(drawn), { choices: order })
        simulation.poll()
        simulation.poll()
      }),
      { numRuns: 40 },
    )
  })

  it('delivers everything to healthy endpoints at once, however many failing ones hang', () => {
    const healthyOnes = fc.array(anyEndpoint(['accepts'], [0]), { minLength: 1, maxLength: 20 })
    const hangingOnes = fc.array(anyEndpoint(['hangs'], [1, 9, 10, 25]), { minLength: 20, maxLength: 40 })
    fc.assert(
      fc.property(healthyOnes, hangingOnes, choices, (drawnHealthy, drawnHanging, order) => {
        const healthy = asEndpoints(drawnHealthy, 1_000)
        const expected = healthy.map(({ due }) => due)
        const simulation = started([...asEndpoints(drawnHanging), ...healthy], { choices: order })
        simulation.poll()
        expect(healthy.map(simulation.acceptedOf)).toEqual(expected)
        expect(simulation.inFlight()).toBeLessThanOrEqual(16)
      }),
      { numRuns: 40 },
    )
  })

  it('stops at any moment: nothing is begun after it, and every slot is free when the requests under way have ended', () => {
    const endpoints = fc.array(anyEndpoint(['accepts', 'fails', 'hangs'], [0, 1, 10]), { maxLength: 60 })
    fc.assert(
      fc.property(endpoints, choices, fc.nat(150), (drawn, order, stopsAfter) => {
        const simulation = started(asEndpoints(drawn), { choices: order })
        simulation.report({ type: 'pollTimerFired', elapsedMs: 0 })
        for (let done = 0; done < stopsAfter && simulation.isBusy(); done += 1) simulation.completeOne()
        simulation.report({ type: 'stopped' })
        simulation.report({ type: 'messageWritten', elapsedMs: 0 })
        simulation.settle()
        simulation.abortAll()
        expect(simulation.state()).toMatchObject({ slots: noUsedSlots, unwritten: 0, isClaiming: false })
      }),
      { numRuns: 40 },
    )
  })

  it('sends no more while 1,000 results are not stored, and goes on with the first that is', () => {
    const simulation = started(endpointsOf(20, { due: 100 }), { isWritable: false })
    simulation.poll()
    expect(simulation.accepted()).toBeGreaterThanOrEqual(1_000)
    expect(simulation.accepted()).toBeLessThan(1_032)
    const accepted = simulation.accepted()
    simulation.poll()
    expect(simulation.accepted()).toBe(accepted)
    while (simulation.state().unwritten >= 1_000) simulation.writeResult()
    simulation.settle()
    expect(simulation.accepted()).toBeGreaterThan(accepted)
  })

  it('has 32 requests under way when enough is due, and claims more as soon as one ends', () => {
    const endpoints = endpointsOf(40, { receiver: 'hangs' })
    const simulation = started(endpoints)
    simulation.poll()
    expect(simulation.inFlight()).toBe(32)
    simulation.abortAll()
    expect(simulation.state().isClaiming).toBe(true)
  })

  it('asks an endpoint that failed ten times in a row once, and not again before its backoff ends', () => {
    const [endpoint] = endpointsOf(1, { due: 20, receiver: 'fails', failures: 9 })
    const simulation = started(endpoint ? [endpoint] : [])
    simulation.poll()
    const tried = 20 - (endpoint?.due ?? 0)
    expect(tried).toBeLessThanOrEqual(2)
    simulation.report({ type: 'messagesQueued', messages: 1, webhookIds: [1], elapsedMs: 0 })
    simulation.report({ type: 'allMessagesQueued' })
    simulation.settle()
    simulation.poll()
    expect(20 - (endpoint?.due ?? 0)).toBe(tried)
    if (endpoint) endpoint.retryAt = new Date(nowMs)
    simulation.poll()
    expect(20 - (endpoint?.due ?? 0)).toBe(tried + 1)
  })

  it('takes no notice of new messages for an endpoint in backoff until the next poll', () => {
    const events: SchedulerEvent[] = [
      { type: 'dueFound', webhooks: [{ webhookId: 1, isHeld: true }] },
      { type: 'messagesQueued', messages: 2, webhookIds: [1, 2], elapsedMs: 0 },
    ]
    const state = events.reduce((before, event) => advance(before, event).state, initialState)
    expect(advance(state, { type: 'allMessagesQueued' }).step).toEqual({ type: 'loadEndpoints', webhookIds: [2] })
    const polled = advance(state, { type: 'dueRequested' }).state
    const found = advance(polled, { type: 'dueFound', webhooks: [{ webhookId: 1, isHeld: false }] })
    expect(found.step).toEqual({ type: 'loadEndpoints', webhookIds: [2, 1] })
    const queued = advance(polled, { type: 'messagesQueued', messages: 1, webhookIds: [1], elapsedMs: 0 }).state
    expect(advance(queued, { type: 'allMessagesQueued' }).step).toEqual(found.step)
  })

  it('claims nothing for a webhook that is inactive or deleted, and goes on with the next one', () => {
    const state = play(
      { type: 'dueFound', webhooks: [1, 2].map((webhookId) => ({ webhookId, isHeld: false })) },
      { type: 'endpointsLoaded' },
    )
    const gone = advance(state, { type: 'endpointFound', webhookId: 1, endpoint: undefined, nowMs })
    expect(gone.step).toEqual({ type: 'findEndpoint', webhookId: 2 })
  })

  it('tries again soon when the database could not be read, and leaves that to the next call before the start', () => {
    const webhooks = [1, 2].map((webhookId) => ({ webhookId, isHeld: false }))
    const failed = (state: SchedulerState) => advance(state, { type: 'claimFailed', elapsedMs: 1_000 })
    expect(failed(play({ type: 'started' }, { type: 'dueFound', webhooks })).step).toEqual({
      type: 'setWakeTimer',
      afterMs: 50,
    })
    const manual = failed(play({ type: 'dueFound', webhooks }))
    expect(manual.step).toBeUndefined()
    expect(advance(manual.state, { type: 'allMessagesQueued' }).step).toEqual({
      type: 'loadEndpoints',
      webhookIds: [1, 2],
    })
    expect(failed(play({ type: 'started' })).step).toBeUndefined()
  })
})

describe('the timers of the scheduler', () => {
  it('are one for all messages that are written before it fires, 50 ms after the first', () => {
    const first = advance(play({ type: 'started' }), { type: 'messageWritten', elapsedMs: 1_000 })
    expect(first.step).toEqual({ type: 'setWakeTimer', afterMs: 50 })
    const second = advance(first.state, { type: 'messageWritten', elapsedMs: 1_010 })
    expect(second.step).toBeUndefined()
    const fired = advance(second.state, { type: 'wakeTimerFired', elapsedMs: 1_050 })
    expect(fired.step).toEqual({ type: 'queueMessages', thenFindDue: false })
    expect(advance(fired.state, { type: 'messageWritten', elapsedMs: 1_060 }).step).toMatchObject({
      type: 'setWakeTimer',
    })
  })

  it('are not set before the start, nor after the stop', () => {
    const written = { type: 'messageWritten', elapsedMs: 0 } as const
    expect(advance(initialState, written).step).toBeUndefined()
    expect(advance(play({ type: 'started' }, { type: 'stopped' }), written).step).toBeUndefined()
  })

  it('queue a burst of five or more messages every half second, and fewer at once', () => {
    const queued = (messages: number) =>
      play({ type: 'started' }, { type: 'messagesQueued', messages, webhookIds: [], elapsedMs: 1_000 })
    const written = { type: 'messageWritten', elapsedMs: 1_100 } as const
    expect(advance(queued(4), written).step).toEqual({ type: 'setWakeTimer', afterMs: 50 })
    expect(advance(queued(5), written).step).toEqual({ type: 'setWakeTimer', afterMs: 400 })
    expect(advance(queued(5), { ...written, elapsedMs: 1_480 }).step).toEqual({ type: 'setWakeTimer', afterMs: 50 })
  })

  it('wait on when a burst was queued after they were set, and in a burst a poll looks for retries only', () => {
    const waiting = play(
      { type: 'started' },
      { type: 'messageWritten', elapsedMs: 1_000 },
      { type: 'messagesQueued', messages: 5, webhookIds: [], elapsedMs: 1_020 },
    )
    const fired = advance(waiting, { type: 'wakeTimerFired', elapsedMs: 1_050 })
    expect(fired.step).toEqual({ type: 'setWakeTimer', afterMs: 470 })
    expect(advance(fired.state, { type: 'wakeTimerFired', elapsedMs: 1_520 }).step).toMatchObject({
      type: 'queueMessages',
    })
    const poll = (elapsedMs: number) => advance(waiting, { type: 'pollTimerFired', elapsedMs }).step
    expect(poll(1_519)).toEqual({ type: 'findDue' })
    expect(poll(1_520)).toEqual({ type: 'queueMessages', thenFindDue: true })
  })
})

function play(...events: readonly SchedulerEvent[]): SchedulerState {
  return events.reduce((state, event) => advance(state, event).state, initialState)
}
