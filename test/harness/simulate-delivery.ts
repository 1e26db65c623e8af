import { expect } from 'vitest'
import { backoffAfterFailures } from '../../src/server/events/webhooks/schedule/retry-schedule.ts'
import {
  advance,
  type Endpoint,
  initialState,
  type SchedulerEvent,
  type SchedulerState,
} from '../../src/server/events/webhooks/schedule/scheduler.ts'

/** The time of a simulation's clock, which stands still. */
export const nowMs = Date.parse('2026-03-01T12:00:00Z')

export interface SimulatedEndpoint extends Endpoint {
  failures: number
  retryAt: Date | null
  /** Deliveries that are due. */
  due: number
  readonly receiver: 'accepts' | 'fails' | 'hangs'
}

export type SimulationOptions = { readonly isWritable?: boolean; readonly choices?: readonly number[] }

/**
 * Endpoints and a database in memory. Whatever is under way completes one by one, in the order that `choices` says, and
 * after each event everything that must always hold is checked.
 */
export function simulateDelivery(
  endpoints: readonly SimulatedEndpoint[],
  { isWritable = true, choices = [0] }: SimulationOptions = {},
) {
  let state: SchedulerState = initialState
  const underWay: (() => void)[] = []
  let completed = 0
  let claimsUnderWay = 0
  let stepsAfterStop = 0
  const inFlight: SimulatedEndpoint[] = []
  const inFlightFailing: SimulatedEndpoint[] = []
  const unwritten: (() => void)[] = []
  const accepted = new Map<number, number>()
  const byId = new Map(endpoints.map((endpoint) => [endpoint.id, endpoint]))
  const countOf = (list: readonly SimulatedEndpoint[], endpoint: SimulatedEndpoint) =>
    list.filter((each) => each === endpoint).length
  const removeFrom = (list: SimulatedEndpoint[], endpoint: SimulatedEndpoint) => list.splice(list.indexOf(endpoint), 1)

  const report = (event: SchedulerEvent) => {
    const before = structuredClone(state)
    const { state: next, step } = advance(state, event)
    // A pure function: the given state is unchanged, and gives the same decision again.
    expect(state).toEqual(before)
    expect(advance(state, event)).toEqual(step ? { state: next, step } : { state: next })
    const wasStopping = state.phase === 'stopping'
    state = next
    checkLimits()
    if (!step) return
    if (wasStopping) stepsAfterStop += 1
    if (step.type === 'findDue') {
      findDue()
    } else if (step.type === 'queueMessages') {
      underWay.push(() => (step.thenFindDue ? findDue() : report({ type: 'allMessagesQueued' })))
    } else if (step.type === 'loadEndpoints') {
      underClaim(() => report({ type: 'endpointsLoaded' }))
    } else if (step.type === 'findEndpoint') {
      const { webhookId } = step
      underClaim(() => {
        const found = byId.get(webhookId)
        report({ type: 'endpointFound', webhookId, endpoint: found && { ...found }, nowMs })
      })
    } else if (step.type === 'claim') {
      const { endpoint, limit } = step
      underClaim(() => claim(byId.get(endpoint.id) as SimulatedEndpoint, endpoint.failures, limit))
    }
  }
  const findDue = () => {
    report({ type: 'dueRequested' })
    underWay.push(() => report({ type: 'dueFound', webhooks: due() }))
  }
  const due = () =>
    endpoints
      .filter((endpoint) => endpoint.due > 0)
      .map(({ id, retryAt }) => ({ webhookId: id, isHeld: retryAt !== null && retryAt.getTime() > nowMs }))
  const underClaim = (complete: () => void) => {
    claimsUnderWay += 1
    expect(claimsUnderWay).toBe(1)
    underWay.push(() => {
      claimsUnderWay -= 1
      complete()
    })
  }
  const claim = (endpoint: SimulatedEndpoint, failures: number, limit: number) => {
    const isFailing = failures > 0
    const count = Math.min(limit, endpoint.due)
    endpoint.due -= count
    for (let made = 0; made < count; made += 1) {
      inFlight.push(endpoint)
      if (isFailing) inFlightFailing.push(endpoint)
    }
    expect(countOf(inFlight, endpoint)).toBeLessThanOrEqual(failures >= backoffAfterFailures ? 1 : 2)
    report({ type: 'claimed', slot: { webhookId: endpoint.id, isFailing }, count })
    if (endpoint.receiver === 'hangs') return
    for (let made = 0; made < count; made += 1) underWay.push(() => answer(endpoint, isFailing))
  }
  const answer = (endpoint: SimulatedEndpoint, isFailing: boolean) => {
    removeFrom(inFlight, endpoint)
    if (isFailing) removeFrom(inFlightFailing, endpoint)
    const slot = { webhookId: endpoint.id, isFailing }
    if (endpoint.receiver === 'fails') {
      endpoint.failures += 1
      if (endpoint.failures >= backoffAfterFailures) endpoint.retryAt = new Date(nowMs + 5_000)
      return report({ type: 'attemptEnded', slot })
    }
    accepted.set(endpoint.id, (accepted.get(endpoint.id) ?? 0) + 1)
    const write = () => report({ type: 'resultWritten' })
    ;(isWritable ? underWay : unwritten).push(write)
    report({ type: 'delivered', slot })
  }
  const checkLimits = () => {
    expect(inFlight.length).toBeLessThanOrEqual(32)
    expect(inFlightFailing.length).toBeLessThanOrEqual(16)
    expect(state.unwritten + inFlight.length).toBeLessThan(1_000 + 32)
    expect(stepsAfterStop).toBe(0)
  }
  const completeOne = () => {
    const choice = (choices[completed % choices.length] ?? 0) % underWay.length
    completed += 1
    const [complete] = underWay.splice(choice, 1)
    complete?.()
  }

  return {
    report,
    completeOne,
    /** Completes everything that does not hang. */
    settle() {
      while (underWay.length > 0) completeOne()
    },
    /** Looks for due deliveries, and completes everything that does not hang. */
    poll() {
      report({ type: 'pollTimerFired', elapsedMs: 0 })
      this.settle()
    },
    isBusy: () => underWay.length > 0,
    writeResult: () => unwritten.shift()?.(),
    /** Whatever hangs is aborted. */
    abortAll() {
      for (const endpoint of [...inFlight]) {
        removeFrom(inFlight, endpoint)
        const isFailing = inFlightFailing.includes(endpoint)
        if (isFailing) removeFrom(inFlightFailing, endpoint)
        report({ type: 'attemptEnded', slot: { webhookId: endpoint.id, isFailing } })
      }
    },
    state: () => state,
    inFlight: () => inFlight.length,
    acceptedOf: ({ id }: SimulatedEndpoint) => accepted.get(id) ?? 0,
    accepted: () => [...accepted.values()].reduce((sum, count) => sum + count, 0),
  }
}
