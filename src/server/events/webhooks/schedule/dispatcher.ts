import { AsyncLocalStorage } from 'node:async_hooks'
import { traceDelivery } from '../../../lib/tracing.ts'
import type { ClaimedDelivery, DeliveryQueue } from '../../../store/webhooks/delivery-queue.ts'
import type { WebhookWithSecrets } from '../../../store/webhooks/webhooks.ts'
import { createDeliveredBatch } from '../queue/delivered-batch.ts'
import type { EndpointCache } from '../queue/endpoint-cache.ts'
import { type Attempt, type AttemptDeps, recordAttempt, sendOnce } from '../send/attempt-delivery.ts'
import { isEmpty } from './round-robin.ts'
import { advance, initialState, mayDelayCommit, type SchedulerEvent, type SchedulerStep } from './scheduler.ts'

/** Sends deliveries: new ones at once, others when their retry is due. */
export interface Dispatcher {
  start(): void
  /** A message was written; it may be committed a moment later. */
  wake(): void
  /** Creates the deliveries of every message written so far. */
  queueMessages(): Promise<void>
  /** Attempts everything that is due now, and resolves when all of it was attempted. */
  deliverDue(): Promise<void>
  /** Claims nothing more and gives running attempts a moment to finish. Those it aborts are due again at once. */
  stop(): Promise<void>
}

/** How often the queue is searched for retries, and for what other nodes left behind. */
const pollMs = 1_000
/** How long queued messages may wait to share a commit. */
const commitDelayMs = 100
const messagesPerBatch = 200
const shutdownGraceMs = 5_000
/** How long a delivery whose result could not be stored is kept from being sent again. */
const unwrittenMs = 60_000

export interface DispatcherDeps extends AttemptDeps {
  readonly queue: DeliveryQueue
  readonly endpoints: EndpointCache
}

type Event = SchedulerEvent<WebhookWithSecrets>
type Step = SchedulerStep<WebhookWithSecrets>
type ClaimStep = Step & { readonly type: 'loadEndpoints' | 'findEndpoint' | 'claim' }

/** Carries out what the scheduler decides (`scheduler.ts`), and reports to it what came of it. */
export function openDispatcher(deps: DispatcherDeps): Dispatcher {
  const { queue, endpoints, sender, clock, log } = deps
  let state = initialState
  let pollTimer: NodeJS.Timeout | undefined
  let wakeTimer: NodeJS.Timeout | undefined
  const claims = new Set<Promise<void>>()
  const attempts = new Set<Promise<void>>()
  /** `wake` may be called inside a transaction, of which what follows is no part. */
  const outsideTransaction = AsyncLocalStorage.snapshot()
  const deliveredBatch = createDeliveredBatch(queue, () => mayDelayCommit(state))

  const report = (event: Event) => {
    const decision = advance(state, event)
    state = decision.state
    if (decision.step) carryOut(decision.step)
  }
  const carryOut = (step: Step) => {
    if (step.type === 'setWakeTimer') wakeTimer = setTimeout(fireWakeTimer, step.afterMs).unref()
    else if (step.type === 'queueMessages') {
      const next = step.thenFindDue ? findDue : async () => report({ type: 'allMessagesQueued' })
      queueMessages().then(next).catch(logReadFailure)
    } else if (step.type === 'findDue') findDue().catch(logReadFailure)
    else track(claims, claim(step).catch(reportClaimFailure))
  }
  const fireWakeTimer = () => outsideTransaction(() => report({ type: 'wakeTimerFired', elapsedMs: performance.now() }))
  const logReadFailure = (error: unknown) => log.error('deliveries not read', { error: String(error) })
  const reportClaimFailure = (error: unknown) => {
    logReadFailure(error)
    report({ type: 'claimFailed', elapsedMs: performance.now() })
  }

  const queueMessages = async () => {
    for (;;) {
      const { messages, webhookIds } = await queue.queueMessages(
        messagesPerBatch,
        mayDelayCommit(state) ? commitDelayMs : 0,
      )
      report({ type: 'messagesQueued', messages, webhookIds, elapsedMs: performance.now() })
      if (messages < messagesPerBatch) return
    }
  }
  const findDue = async () => {
    report({ type: 'dueRequested' })
    report({ type: 'dueFound', webhooks: await queue.due(clock.nowMs()) })
  }
  const claim = async (step: ClaimStep) => {
    if (step.type === 'loadEndpoints') {
      await endpoints.load(step.webhookIds)
      report({ type: 'endpointsLoaded' })
    } else if (step.type === 'findEndpoint') {
      const { webhookId } = step
      const nowMs = clock.nowMs()
      report({ type: 'endpointFound', webhookId, endpoint: await endpoints.find(webhookId), nowMs })
    } else {
      const { endpoint, limit } = step
      const deliveries = await queue.claim(endpoint.id, clock.nowMs(), limit)
      report({ type: 'claimed', slot: slotOf(endpoint), count: deliveries.length })
      for (const delivery of deliveries) {
        const facts = { 'keywright.webhook': endpoint.id, 'keywright.attempt': delivery.attempt + 1 }
        track(
          attempts,
          traceDelivery(facts, false, () => attempt(endpoint, delivery)),
        )
      }
    }
  }
  const attempt = async (webhook: WebhookWithSecrets, delivery: ClaimedDelivery) => {
    const slot = slotOf(webhook)
    let isDelivered = false
    try {
      const tried = await sendOnce(deps, webhook, delivery)
      // Aborted by `stop`: not counted as an attempt.
      if (state.phase === 'stopping' && tried.sent.code === null) return await queue.release(delivery, clock.nowMs())
      isDelivered = tried.sent.error === null
      if (isDelivered) report({ type: 'delivered', slot })
      await storeResult(webhook, delivery, tried)
    } catch (error) {
      log.error('delivery not tried', { webhook: webhook.id, error: String(error) })
    } finally {
      report(isDelivered ? { type: 'resultWritten' } : { type: 'attemptEnded', slot })
    }
  }
  const storeResult = async (webhook: WebhookWithSecrets, delivery: ClaimedDelivery, tried: Attempt) => {
    try {
      await recordResult(webhook, delivery, tried)
      await queue.release(delivery)
    } catch (error) {
      log.error('delivery not written', { webhook: webhook.id, delivery: delivery.messageId, error: String(error) })
      setTimeout(() => void queue.release(delivery, clock.nowMs()).catch(() => {}), unwrittenMs).unref()
    }
  }
  const recordResult = async (webhook: WebhookWithSecrets, delivery: ClaimedDelivery, tried: Attempt) => {
    const { sent, triedAt, signature } = tried
    const { webhookId, messageId, applicationId } = delivery
    if (sent.error === null) {
      const { code, ms, answer } = sent
      await deliveredBatch.add({ webhookId, messageId, triedAt, signature, code, ms, answer })
      if (applicationId !== null) deps.onTried?.(applicationId)
    } else await recordAttempt(deps, webhook, { ...delivery, isTest: false }, tried)
    if (sent.error !== null || webhook.failures > 0 || webhook.retryAt) endpoints.forget(webhookId)
  }

  return {
    start() {
      report({ type: 'started' })
      pollTimer = setInterval(() => report({ type: 'pollTimerFired', elapsedMs: performance.now() }), pollMs).unref()
    },
    wake() {
      report({ type: 'messageWritten', elapsedMs: performance.now() })
    },
    queueMessages,
    async deliverDue() {
      endpoints.forget()
      do {
        await queueMessages()
        await findDue()
        while (claims.size + attempts.size > 0) await Promise.all([...claims, ...attempts])
      } while (!isEmpty(state.ready))
    },
    async stop() {
      report({ type: 'stopped' })
      clearInterval(pollTimer)
      clearTimeout(wakeTimer)
      await Promise.all(claims)
      await Promise.race([
        Promise.all(attempts),
        new Promise((resolve) => setTimeout(resolve, shutdownGraceMs).unref()),
      ])
      await sender.close()
      await Promise.all(attempts)
    },
  }
}

const slotOf = ({ id, failures }: WebhookWithSecrets) => ({ webhookId: id, isFailing: failures > 0 })

/** Keeps the promise in the set until it is settled. */
function track(set: Set<Promise<void>>, promise: Promise<void>): void {
  const tracked = promise.finally(() => set.delete(tracked))
  set.add(tracked)
}
