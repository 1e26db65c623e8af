import { AsyncLocalStorage } from 'node:async_hooks'
import type { ClaimedDelivery, DeliveryQueue } from '../../../store/webhooks/delivery-queue.ts'
import type { WebhookWithSecrets } from '../../../store/webhooks/webhooks.ts'
import { createDeliveredBatch } from '../queue/delivered-batch.ts'
import type { EndpointCache } from '../queue/endpoint-cache.ts'
import { type Attempt, type AttemptDeps, recordAttempt, sendOnce } from '../send/attempt-delivery.ts'
import { createEndpointConcurrency } from './endpoint-concurrency.ts'
import { backoffAfterFailures } from './retry-schedule.ts'

/** Sends what waits for webhooks: at once when it is written, again when a retry is due. */
export interface Dispatcher {
  start(): void
  /** Something was written; it may be committed a moment later. */
  wake(): void
  /** Makes deliveries of everything that was written until now. */
  queueMessages(): Promise<void>
  /** Tries everything that is due now, and resolves when all of it was tried. */
  deliverDue(): Promise<void>
  /** Takes nothing more and waits a moment for what is under way; the rest is as due as before. */
  stop(): Promise<void>
}

/** How often the queue is looked through for retries, and for what other nodes left behind. */
const pollMs = 1_000
/** Until then what woke the dispatcher is committed. */
const wakeMs = 50
/** So many together are load, under which they are queued less often: the pages they touch are written once for many. */
const burstMessages = 5
const burstIntervalMs = 500
/** Messages wait so long for a commit that comes anyway. */
const commitDelayMs = 100
const messagesPerBatch = 200
/** Endpoints that are read together. */
const endpointsPerRound = 100
const shutdownGraceMs = 5_000
/** A message that arrived while the database took no writes is not sent again at once. */
const unwrittenMs = 60_000
/** So many, and nothing more is sent: a database that takes no writes must not make the receivers hear all twice. */
const maxUnwritten = 1_000

export interface DispatcherDeps extends AttemptDeps {
  readonly queue: DeliveryQueue
  readonly endpoints: EndpointCache
}

export function openDispatcher(deps: DispatcherDeps): Dispatcher {
  const { queue, endpoints, sender, clock, log } = deps
  const concurrency = createEndpointConcurrency()
  /** Webhooks that may have something due, in the order of their turn. */
  const ready = new Set<number>()
  /** Webhooks that may not be asked yet, by their last turn; looked at again with the next poll. */
  const backedOff = new Set<number>()
  const running = new Set<Promise<void>>()
  /** Whoever wakes the dispatcher may be inside a transaction; what it does then stands outside. */
  const outside = AsyncLocalStorage.snapshot()
  let pumping: Promise<void> | undefined
  let polling: NodeJS.Timeout | undefined
  let waking: NodeJS.Timeout | undefined
  let lastBurstMs = Number.NEGATIVE_INFINITY
  let isStopping = false
  const mayDelayCommit = () => polling !== undefined && !isStopping
  const deliveredBatch = createDeliveredBatch(queue, mayDelayCommit)
  const isBusy = () => concurrency.isFull() || deliveredBatch.unwritten() >= maxUnwritten

  /** Gives each webhook its turn until all lanes are taken or nothing is left. */
  const claimRounds = async () => {
    while (ready.size > 0) {
      const round = [...ready].slice(0, endpointsPerRound)
      await endpoints.load(round)
      for (const webhookId of round) {
        if (isBusy() || isStopping) return
        ready.delete(webhookId)
        await claimFor(webhookId)
      }
    }
  }
  const claimFor = async (webhookId: number) => {
    const nowMs = clock.nowMs()
    const webhook = await endpoints.find(webhookId)
    if (!webhook) return
    if (webhook.retryAt && nowMs < webhook.retryAt.getTime()) {
      backedOff.add(webhookId)
      return
    }
    const room = concurrency.freeSlots(webhookId, webhook.failures, backoffAfterFailures)
    if (room === 0) return
    for (const delivery of await queue.claim(webhookId, nowMs, room)) startAttempt(webhook, delivery)
  }
  const startAttempt = (webhook: WebhookWithSecrets, delivery: ClaimedDelivery) => {
    const leave = concurrency.acquire(webhook.id, webhook.failures > 0)
    let hasLeft = false
    const releaseSlot = () => {
      if (!hasLeft) {
        hasLeft = true
        leave()
        ready.add(webhook.id)
      }
      void pump()
    }
    const work = attemptAndRecord(webhook, delivery, releaseSlot)
      .catch((error: unknown) => log.error('delivery not tried', { webhook: webhook.id, error: String(error) }))
      .finally(() => {
        running.delete(work)
        releaseSlot()
      })
    running.add(work)
  }
  const attemptAndRecord = async (webhook: WebhookWithSecrets, delivery: ClaimedDelivery, leave: () => void) => {
    const tried = await sendOnce(deps, webhook, delivery)
    // Broken off by the stop: that was no try.
    if (isStopping && tried.sent.code === null) return queue.release(delivery, clock.nowMs())
    // A receiver that fails has its next turn when the failure is known to all; one that is well at once.
    if (tried.sent.error === null) leave()
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
      await deliveredBatch.add({
        webhookId,
        messageId,
        triedAt,
        signature,
        code: sent.code,
        ms: sent.ms,
        answer: sent.answer,
      })
      if (applicationId !== null) deps.onTried?.(applicationId)
    } else await recordAttempt(deps, webhook, { ...delivery, isTest: false }, tried)
    if (sent.error !== null || webhook.failures > 0 || webhook.retryAt) endpoints.forget(webhookId)
  }
  const pump = () => {
    pumping ??= claimRounds()
      .catch(logReadFailure)
      .finally(() => {
        pumping = undefined
        if (ready.size > 0 && !isBusy() && mayDelayCommit()) scheduleWake()
      })
    return pumping
  }
  const burstWaitMs = () => lastBurstMs + burstIntervalMs - performance.now()
  const scheduleWake = () => {
    waking ??= setTimeout(
      () => {
        waking = undefined
        // many were queued since it was set
        if (burstWaitMs() > 0) scheduleWake()
        else void outside(() => queueMessages().then(pump, logReadFailure))
      },
      Math.max(wakeMs, burstWaitMs()),
    ).unref()
  }
  const logReadFailure = (error: unknown) => log.error('deliveries not read', { error: String(error) })
  const queueMessages = async () => {
    for (;;) {
      const queued = await queue.queueMessages(messagesPerBatch, mayDelayCommit() ? commitDelayMs : 0)
      if (queued.messages >= burstMessages) lastBurstMs = performance.now()
      for (const webhookId of queued.webhookIds) if (!backedOff.has(webhookId)) ready.add(webhookId)
      if (queued.messages < messagesPerBatch) return
    }
  }
  const sendDue = async () => {
    backedOff.clear()
    for (const { webhookId, isHeld } of await queue.due(clock.nowMs())) (isHeld ? backedOff : ready).add(webhookId)
    await pump()
  }

  return {
    start() {
      polling = setInterval(() => {
        if (burstWaitMs() <= 0) void queueMessages().then(sendDue).catch(logReadFailure)
        else sendDue().catch(logReadFailure)
      }, pollMs).unref()
    },
    wake() {
      if (mayDelayCommit()) scheduleWake()
    },
    queueMessages,
    async deliverDue() {
      endpoints.forget()
      do {
        await queueMessages()
        await sendDue()
        await Promise.all(running)
        await pumping
      } while (running.size > 0 || ready.size > 0)
    },
    async stop() {
      isStopping = true
      clearInterval(polling)
      clearTimeout(waking)
      await pumping
      await Promise.race([Promise.all(running), new Promise((resolve) => setTimeout(resolve, shutdownGraceMs).unref())])
      await sender.close()
      await Promise.all(running)
    },
  }
}
