import { AsyncLocalStorage } from 'node:async_hooks'
import type { ClaimedDelivery, DeliveryQueue } from '../../store/delivery-claim.ts'
import type { WebhookWithSecrets } from '../../store/webhooks.ts'
import { holdAfterFailures } from './decide-next.ts'
import type { Endpoints } from './endpoints.ts'
import { createLanes } from './lanes.ts'
import { collectTaken } from './taken-deliveries.ts'
import { sendOnce, type Try, type TryDeps, writeTry } from './try-delivery.ts'

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
const manyMessages = 5
const betweenMs = 500
/** Messages wait so long for a commit that comes anyway. */
const companyMs = 100
const queuedAtOnce = 200
/** Endpoints that are read together. */
const perRound = 100
const drainMs = 5_000
/** A message that arrived while the database took no writes is not sent again at once. */
const unwrittenMs = 60_000
/** So many, and nothing more is sent: a database that takes no writes must not make the receivers hear all twice. */
const maxUnwritten = 1_000

export interface DispatcherDeps extends TryDeps {
  readonly queue: DeliveryQueue
  readonly endpoints: Endpoints
}

export function openDispatcher(deps: DispatcherDeps): Dispatcher {
  const { queue, endpoints, sender, clock, log } = deps
  const lanes = createLanes()
  /** Webhooks that may have something due, in the order of their turn. */
  const ready = new Set<number>()
  /** Webhooks that may not be asked yet, by their last turn; looked at again with the next poll. */
  const held = new Set<number>()
  const running = new Set<Promise<void>>()
  /** Whoever wakes the dispatcher may be inside a transaction; what it does then stands outside. */
  const outside = AsyncLocalStorage.snapshot()
  let pumping: Promise<void> | undefined
  let polling: NodeJS.Timeout | undefined
  let waking: NodeJS.Timeout | undefined
  let lastManyMs = Number.NEGATIVE_INFINITY
  let isStopping = false
  const isPatient = () => polling !== undefined && !isStopping
  const taken = collectTaken(queue, isPatient)
  const isBusy = () => lanes.isFull() || taken.unwritten() >= maxUnwritten

  /** Gives each webhook its turn until all lanes are taken or nothing is left. */
  const turns = async () => {
    while (ready.size > 0) {
      const round = [...ready].slice(0, perRound)
      await endpoints.load(round)
      for (const webhookId of round) {
        if (isBusy() || isStopping) return
        ready.delete(webhookId)
        await turn(webhookId)
      }
    }
  }
  const turn = async (webhookId: number) => {
    const nowMs = clock.nowMs()
    const webhook = await endpoints.find(webhookId)
    if (!webhook) return
    if (webhook.retryAt && nowMs < webhook.retryAt.getTime()) {
      held.add(webhookId)
      return
    }
    const room = lanes.room(webhookId, webhook.failures, holdAfterFailures)
    if (room === 0) return
    for (const delivery of await queue.claim(webhookId, nowMs, room)) begin(webhook, delivery)
  }
  const begin = (webhook: WebhookWithSecrets, delivery: ClaimedDelivery) => {
    const leave = lanes.enter(webhook.id, webhook.failures > 0)
    let hasLeft = false
    const leaveToNext = () => {
      if (!hasLeft) {
        hasLeft = true
        leave()
        ready.add(webhook.id)
      }
      void pump()
    }
    const work = tryAndWrite(webhook, delivery, leaveToNext)
      .catch((error: unknown) => log.error('delivery not tried', { webhook: webhook.id, error: String(error) }))
      .finally(() => {
        running.delete(work)
        leaveToNext()
      })
    running.add(work)
  }
  const tryAndWrite = async (webhook: WebhookWithSecrets, delivery: ClaimedDelivery, leave: () => void) => {
    const tried = await sendOnce(deps, webhook, delivery)
    // Broken off by the stop: that was no try.
    if (isStopping && tried.sent.code === null) return queue.release(delivery, clock.nowMs())
    // A receiver that fails has its next turn when the failure is known to all; one that is well at once.
    if (tried.sent.error === null) leave()
    try {
      await write(webhook, delivery, tried)
      await queue.release(delivery)
    } catch (error) {
      log.error('delivery not written', { webhook: webhook.id, delivery: delivery.messageId, error: String(error) })
      setTimeout(() => void queue.release(delivery, clock.nowMs()).catch(() => {}), unwrittenMs).unref()
    }
  }
  const write = async (webhook: WebhookWithSecrets, delivery: ClaimedDelivery, tried: Try) => {
    const { sent, triedAt, signature } = tried
    const { webhookId, messageId, applicationId } = delivery
    if (sent.error === null) {
      await taken.add({ webhookId, messageId, triedAt, signature, code: sent.code, ms: sent.ms, answer: sent.answer })
      if (applicationId !== null) deps.onTried?.(applicationId)
    } else await writeTry(deps, webhook, { ...delivery, isTest: false }, tried)
    if (sent.error !== null || webhook.failures > 0 || webhook.retryAt) endpoints.forget(webhookId)
  }
  const pump = () => {
    pumping ??= turns()
      .catch(noteFailure)
      .finally(() => {
        pumping = undefined
        if (ready.size > 0 && !isBusy() && isPatient()) wakeSoon()
      })
    return pumping
  }
  const restMs = () => lastManyMs + betweenMs - performance.now()
  const wakeSoon = () => {
    waking ??= setTimeout(
      () => {
        waking = undefined
        // many were queued since it was set
        if (restMs() > 0) wakeSoon()
        else void outside(() => queueMessages().then(pump, noteFailure))
      },
      Math.max(wakeMs, restMs()),
    ).unref()
  }
  const noteFailure = (error: unknown) => log.error('deliveries not read', { error: String(error) })
  const queueMessages = async () => {
    for (;;) {
      const queued = await queue.queueMessages(queuedAtOnce, isPatient() ? companyMs : 0)
      if (queued.messages >= manyMessages) lastManyMs = performance.now()
      for (const webhookId of queued.webhookIds) if (!held.has(webhookId)) ready.add(webhookId)
      if (queued.messages < queuedAtOnce) return
    }
  }
  const sendDue = async () => {
    held.clear()
    for (const { webhookId, isHeld } of await queue.due(clock.nowMs())) (isHeld ? held : ready).add(webhookId)
    await pump()
  }

  return {
    start() {
      polling = setInterval(() => {
        if (restMs() <= 0) void queueMessages().then(sendDue).catch(noteFailure)
        else sendDue().catch(noteFailure)
      }, pollMs).unref()
    },
    wake() {
      if (isPatient()) wakeSoon()
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
      await Promise.race([Promise.all(running), new Promise((resolve) => setTimeout(resolve, drainMs).unref())])
      await sender.close()
      await Promise.all(running)
    },
  }
}
