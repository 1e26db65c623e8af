import { AsyncLocalStorage } from 'node:async_hooks'
import type { ClaimedDelivery, DeliveryQueue } from '../../store/delivery-claim.ts'
import type { WebhookWithSecrets } from '../../store/webhooks.ts'
import { holdAfterFailures } from './decide-next.ts'
import { createLanes } from './lanes.ts'
import { sendOnce, type TryDeps, writeTry } from './try-delivery.ts'

/** Sends what waits for webhooks: at once when it is written, again when a retry is due. */
export interface Dispatcher {
  start(): void
  /** Something was written; it may be committed a moment later. */
  wake(): void
  /** Tries everything that is due now, and resolves when all of it was tried. */
  deliverDue(): Promise<void>
  /** Takes nothing more and waits a moment for what is under way; the rest is as due as before. */
  stop(): Promise<void>
}

/** How often the queue is looked through for retries, and for what other nodes left behind. */
const pollMs = 1_000
/** Until then what woke the dispatcher is committed, and more has come that is queued with it. */
const wakeMs = 50
const queuedAtOnce = 200
const drainMs = 5_000
/** A message that arrived while the database took no writes is not sent again at once. */
const unwrittenMs = 60_000

export function openDispatcher(deps: TryDeps, queue: DeliveryQueue): Dispatcher {
  const { stores, sender, clock, log } = deps
  const lanes = createLanes()
  /** Webhooks that may have something due, in the order of their turn. */
  const ready = new Set<number>()
  const running = new Set<Promise<void>>()
  /** What wakes the dispatcher stands inside a transaction, as a rule; what it does then stands outside. */
  const outside = AsyncLocalStorage.snapshot()
  let pumping: Promise<void> | undefined
  let polling: NodeJS.Timeout | undefined
  let waking: NodeJS.Timeout | undefined
  let isStopping = false

  /** Gives each webhook its turn until all lanes are taken or nothing is left. */
  const turns = async () => {
    for (const webhookId of ready) {
      if (lanes.isFull() || isStopping) return
      ready.delete(webhookId)
      await turn(webhookId)
    }
  }
  const turn = async (webhookId: number) => {
    const now = clock.now()
    const webhook = await stores.webhooks.findWithSecrets(webhookId, now)
    if (!webhook?.isActive || (webhook.retryAt && now < webhook.retryAt)) return
    const room = lanes.room(webhookId, webhook.failures, holdAfterFailures)
    if (room === 0) return
    for (const delivery of await queue.claim(webhookId, now.getTime(), room)) begin(webhook, delivery)
  }
  const begin = (webhook: WebhookWithSecrets, delivery: ClaimedDelivery) => {
    const leave = lanes.enter(webhook.id, webhook.failures > 0)
    const work = tryAndWrite(webhook, delivery)
      .catch((error: unknown) => log.error('delivery not tried', { webhook: webhook.id, error: String(error) }))
      .finally(() => {
        leave()
        running.delete(work)
        ready.add(webhook.id)
        void pump()
      })
    running.add(work)
  }
  const tryAndWrite = async (webhook: WebhookWithSecrets, delivery: ClaimedDelivery) => {
    const tried = await sendOnce(deps, webhook, delivery)
    // Broken off by the stop: that was no try.
    if (isStopping && tried.sent.code === null) return queue.release(delivery, clock.nowMs())
    try {
      await writeTry(deps, webhook, { ...delivery, isTest: false }, tried)
      await queue.release(delivery)
    } catch (error) {
      log.error('delivery not written', { webhook: webhook.id, delivery: delivery.messageId, error: String(error) })
      setTimeout(() => void queue.release(delivery, clock.nowMs()).catch(() => {}), unwrittenMs).unref()
    }
  }
  const pump = () => {
    pumping ??= turns()
      .catch(noteFailure)
      .finally(() => {
        pumping = undefined
        if (ready.size > 0 && !lanes.isFull() && !isStopping && polling) wakeSoon()
      })
    return pumping
  }
  const wakeSoon = () => {
    waking ??= setTimeout(() => {
      waking = undefined
      void outside(() => queueMessages().then(pump, noteFailure))
    }, wakeMs).unref()
  }
  const noteFailure = (error: unknown) => log.error('deliveries not read', { error: String(error) })
  const queueMessages = async () => {
    for (;;) {
      const queued = await stores.transaction((tx) => tx.deliveries.queueMessages(queuedAtOnce))
      for (const webhookId of queued.webhookIds) ready.add(webhookId)
      if (queued.messages < queuedAtOnce) return
    }
  }
  const poll = async () => {
    await queueMessages()
    for (const webhookId of await queue.due(clock.nowMs())) ready.add(webhookId)
    await pump()
  }

  return {
    start() {
      polling = setInterval(() => {
        poll().catch(noteFailure)
      }, pollMs).unref()
    },
    wake() {
      if (polling && !isStopping) wakeSoon()
    },
    async deliverDue() {
      do {
        await poll()
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
