import {
  acquireSlots,
  freeSlots,
  isFull,
  noUsedSlots,
  releaseSlot,
  type Slot,
  type UsedSlots,
} from './endpoint-concurrency.ts'
import { enqueue, isEmpty, nextRound, nobody, type RoundRobin, takeTurn } from './round-robin.ts'

/** What the scheduler remembers. It is never changed in place. */
export interface SchedulerState {
  /** `manual`: before the start there are no timers, and only `deliverDue` sends. */
  readonly phase: 'manual' | 'polling' | 'stopping'
  readonly ready: RoundRobin
  /** Webhooks that were in backoff at their last turn. They are looked at again at the next poll, not before. */
  readonly backedOff: ReadonlySet<number>
  readonly slots: UsedSlots
  /** Deliveries that a receiver has accepted and whose result is not stored yet. */
  readonly unwritten: number
  /** Claims are made one after the other. */
  readonly isClaiming: boolean
  readonly isWakeTimerSet: boolean
  readonly lastBurstMs: number
}

/** What the scheduler has to know of an endpoint. */
export interface Endpoint {
  readonly id: number
  /** Failed attempts in a row. */
  readonly failures: number
  /** Backoff: nothing is sent to it before. */
  readonly retryAt: Date | null
}

/** What has happened. `elapsedMs` is a monotonic time, `nowMs` the time of the clock. */
export type SchedulerEvent<E extends Endpoint = Endpoint> =
  | { readonly type: 'started' }
  /** A message was written; it may be committed a moment later. */
  | { readonly type: 'messageWritten'; readonly elapsedMs: number }
  | { readonly type: 'wakeTimerFired'; readonly elapsedMs: number }
  | { readonly type: 'pollTimerFired'; readonly elapsedMs: number }
  /** Messages became deliveries of these webhooks. */
  | {
      readonly type: 'messagesQueued'
      readonly messages: number
      readonly webhookIds: readonly number[]
      readonly elapsedMs: number
    }
  /** No message is left that has no deliveries. */
  | { readonly type: 'allMessagesQueued' }
  /** The database is about to be asked which webhooks have due deliveries. */
  | { readonly type: 'dueRequested' }
  | {
      readonly type: 'dueFound'
      readonly webhooks: readonly { readonly webhookId: number; readonly isHeld: boolean }[]
    }
  | { readonly type: 'endpointsLoaded' }
  /** `endpoint` undefined: the webhook is inactive or deleted. */
  | {
      readonly type: 'endpointFound'
      readonly webhookId: number
      readonly endpoint: E | undefined
      readonly nowMs: number
    }
  /** Requests begin for this many deliveries. */
  | { readonly type: 'claimed'; readonly slot: Slot; readonly count: number }
  | { readonly type: 'claimFailed'; readonly elapsedMs: number }
  /** A receiver has accepted a delivery; the result waits to be stored with others. */
  | { readonly type: 'delivered'; readonly slot: Slot }
  /** The result of a `delivered` one is stored, or could not be. */
  | { readonly type: 'resultWritten' }
  /** Any other end of an attempt. A failure is stored by now, so the endpoint's next turn takes it into account. */
  | { readonly type: 'attemptEnded'; readonly slot: Slot }
  | { readonly type: 'stopped' }

/** What to do now. The scheduler learns the result as an event. */
export type SchedulerStep<E extends Endpoint = Endpoint> =
  | { readonly type: 'setWakeTimer'; readonly afterMs: number }
  | { readonly type: 'queueMessages'; readonly thenFindDue: boolean }
  | { readonly type: 'findDue' }
  | { readonly type: 'loadEndpoints'; readonly webhookIds: readonly number[] }
  | { readonly type: 'findEndpoint'; readonly webhookId: number }
  | { readonly type: 'claim'; readonly endpoint: E; readonly limit: number }

export interface Decision<E extends Endpoint = Endpoint> {
  readonly state: SchedulerState
  /** undefined: nothing, until the next event. */
  readonly step?: SchedulerStep<E>
}

/** What wakes the dispatcher is committed by then. */
const wakeMs = 50
/** This many messages together are load: then they are queued less often, which writes each page once for many. */
const burstMessages = 5
const burstIntervalMs = 500
/** Backpressure: with this many unwritten results nothing more is sent, since after a crash each is sent again. */
const maxUnwritten = 1_000

export const initialState: SchedulerState = {
  phase: 'manual',
  ready: nobody,
  backedOff: new Set(),
  slots: noUsedSlots,
  unwritten: 0,
  isClaiming: false,
  isWakeTimerSet: false,
  lastBurstMs: Number.NEGATIVE_INFINITY,
}

/** Decides the next step: a pure function without timers, I/O or a clock. `dispatcher.ts` carries the steps out. */
export function advance<E extends Endpoint>(state: SchedulerState, event: SchedulerEvent<E>): Decision<E> {
  switch (event.type) {
    case 'started':
      return only({ ...state, phase: 'polling' })
    case 'messageWritten':
      return setWakeTimer(state, event.elapsedMs)
    case 'wakeTimerFired':
      return wakeUp({ ...state, isWakeTimerSet: false }, event.elapsedMs)
    case 'pollTimerFired':
      // In a burst messages are left to the wake timer.
      if (burstWaitMs(state, event.elapsedMs) > 0) return { state, step: { type: 'findDue' } }
      return { state, step: { type: 'queueMessages', thenFindDue: true } }
    case 'messagesQueued': {
      const lastBurstMs = event.messages >= burstMessages ? event.elapsedMs : state.lastBurstMs
      const webhookIds = event.webhookIds.filter((id) => !state.backedOff.has(id))
      return only({ ...state, lastBurstMs, ready: enqueue(state.ready, webhookIds) })
    }
    case 'allMessagesQueued':
      return startClaims(state)
    case 'dueRequested':
      return only({ ...state, backedOff: new Set() })
    case 'dueFound': {
      const idsOf = (isHeld: boolean) =>
        event.webhooks.filter((each) => each.isHeld === isHeld).map(({ webhookId }) => webhookId)
      const backedOff = new Set([...state.backedOff, ...idsOf(true)])
      return startClaims({ ...state, backedOff, ready: enqueue(state.ready, idsOf(false)) })
    }
    case 'endpointsLoaded':
      return nextTurn(state)
    case 'endpointFound':
      return claimFor(state, event)
    case 'claimed':
      return nextTurn({ ...state, slots: acquireSlots(state.slots, event.slot, event.count) })
    case 'claimFailed': {
      const stopped = { ...state, isClaiming: false }
      return mayClaim(stopped) ? setWakeTimer(stopped, event.elapsedMs) : only(stopped)
    }
    case 'delivered':
      return startClaims({ ...withoutSlot(state, event.slot), unwritten: state.unwritten + 1 })
    case 'resultWritten':
      return startClaims({ ...state, unwritten: state.unwritten - 1 })
    case 'attemptEnded':
      return startClaims(withoutSlot(state, event.slot))
    case 'stopped':
      return only({ ...state, phase: 'stopping' })
  }
}

/** While the server runs, a commit may wait a moment for others to share it. */
export function mayDelayCommit({ phase }: SchedulerState): boolean {
  return phase === 'polling'
}

const only = (state: SchedulerState): Decision<never> => ({ state })

function burstWaitMs({ lastBurstMs }: SchedulerState, elapsedMs: number): number {
  return lastBurstMs + burstIntervalMs - elapsedMs
}

function setWakeTimer(state: SchedulerState, elapsedMs: number): Decision<never> {
  if (state.isWakeTimerSet || state.phase !== 'polling') return only(state)
  const afterMs = Math.max(wakeMs, burstWaitMs(state, elapsedMs))
  return { state: { ...state, isWakeTimerSet: true }, step: { type: 'setWakeTimer', afterMs } }
}

function wakeUp(state: SchedulerState, elapsedMs: number): Decision<never> {
  // Many were queued since the timer was set.
  if (burstWaitMs(state, elapsedMs) > 0) return setWakeTimer(state, elapsedMs)
  return { state, step: { type: 'queueMessages', thenFindDue: false } }
}

/** Whether anything may be claimed now. */
function mayClaim({ ready, slots, unwritten, phase }: SchedulerState): boolean {
  return !isEmpty(ready) && !isFull(slots) && unwritten < maxUnwritten && phase !== 'stopping'
}

function startClaims(state: SchedulerState): Decision<never> {
  return state.isClaiming || !mayClaim(state) ? only(state) : startRound(state)
}

function startRound(state: SchedulerState): Decision<never> {
  const ready = nextRound(state.ready)
  const claiming = { ...state, ready, isClaiming: true }
  return { state: claiming, step: { type: 'loadEndpoints', webhookIds: ready.round } }
}

/** Gives the next webhook its turn, round after round, until a limit is reached or none is ready. */
function nextTurn(state: SchedulerState): Decision<never> {
  if (!mayClaim(state)) return only({ ...state, isClaiming: false })
  const { webhookId, line } = takeTurn(state.ready)
  if (webhookId === undefined) return startRound(state)
  return { state: { ...state, ready: line }, step: { type: 'findEndpoint', webhookId } }
}

function claimFor<E extends Endpoint>(
  state: SchedulerState,
  { webhookId, endpoint, nowMs }: SchedulerEvent<E> & { readonly type: 'endpointFound' },
): Decision<E> {
  if (!endpoint || state.phase === 'stopping') return nextTurn(state)
  if (endpoint.retryAt && nowMs < endpoint.retryAt.getTime()) {
    return nextTurn({ ...state, backedOff: new Set([...state.backedOff, webhookId]) })
  }
  const limit = freeSlots(state.slots, webhookId, endpoint.failures)
  // Without a free slot it has its next turn when one of its own is released, or at the next poll.
  return limit === 0 ? nextTurn(state) : { state, step: { type: 'claim', endpoint, limit } }
}

/** The endpoint may have more to send, so it joins the line again. */
function withoutSlot(state: SchedulerState, slot: Slot): SchedulerState {
  return { ...state, slots: releaseSlot(state.slots, slot), ready: enqueue(state.ready, [slot.webhookId]) }
}
