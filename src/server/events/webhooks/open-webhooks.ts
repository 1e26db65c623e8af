import type { Database } from '../../db/open.ts'
import type { Network } from '../../lib/canonical.ts'
import type { Clock } from '../../lib/clock.ts'
import type { ClockJumpDetector } from '../../lib/clock-jump.ts'
import type { Log } from '../../lib/log.ts'
import { traceDelivery } from '../../lib/tracing.ts'
import type { Stores } from '../../store/index.ts'
import { openDeliveryQueue } from '../../store/webhooks/open-delivery-queue.ts'
import type { WebhookWithSecrets } from '../../store/webhooks/webhooks.ts'
import { openEndpointCache } from './queue/endpoint-cache.ts'
import { disableBacklogged, removeOldDeliveries, resetFutureRetries } from './queue/housekeeping.ts'
import type { Outbox } from './queue/outbox.ts'
import { type Dispatcher, openDispatcher } from './schedule/dispatcher.ts'
import { recordAttempt, sendOnce } from './send/attempt-delivery.ts'
import { openResolve, type Resolve } from './send/connect.ts'
import type { Message } from './send/outgoing-request.ts'
import { openSender, sendTimeoutMs } from './send/send.ts'

interface WebhookDeps {
  readonly stores: Stores
  readonly database: Database
  readonly outbox: Outbox
  readonly clock: Clock
  readonly clockJumps: ClockJumpDetector
  readonly log: Log
  /** Private networks that webhooks may be sent to. */
  readonly allowed: readonly Network[]
  /** Multiplies every delay; below 1 also the timeout of a request. For tests. */
  readonly timeScale: number
  readonly resolve?: Resolve
  /** Called after each attempt with the application of the message: open dashboards reload. */
  readonly onTried?: (applicationId: number) => void
  /** Called after each request to an endpoint, samples included. */
  readonly onSent?: (isDelivered: boolean) => void
}

/** Sends webhooks. */
export interface Webhooks extends Pick<Dispatcher, 'queueMessages' | 'deliverDue' | 'wake'> {
  start(): void
  stop(): Promise<void>
  /** Sends a sample immediately, without retries, and stores the result. */
  sendSample(webhook: WebhookWithSecrets, message: Message): Promise<void>
  /** Called after the commit of a change to a webhook. */
  changed(): void
}

const housekeepingMs = 60_000
const leastTimeoutMs = 250

export function openWebhooks(deps: WebhookDeps): Webhooks {
  const { stores, database, outbox, clock, clockJumps, log, allowed, timeScale } = deps
  const queue = openDeliveryQueue(database)
  const timeoutMs = Math.max(leastTimeoutMs, sendTimeoutMs * Math.min(1, timeScale))
  const sender = openSender({ resolve: deps.resolve ?? openResolve(), allowed, timeoutMs })
  const timing = { scale: timeScale, random: Math.random }
  const endpoints = openEndpointCache(stores, clock)
  const changed = () => {
    outbox.forget()
    endpoints.forget()
  }
  const attemptDeps = {
    stores,
    sender,
    clock,
    clockJumps,
    log,
    timing,
    onDisabled: changed,
    onTried: deps.onTried,
    onSent: deps.onSent,
  }
  const dispatcher = openDispatcher({ ...attemptDeps, queue, endpoints })
  outbox.listen(dispatcher.wake)
  const stopping = new AbortController()
  let housekeeping: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined

  const runHousekeeping = async () => {
    if (!clockJumps.isSure()) await resetFutureRetries({ stores, clock }, stopping.signal)
    await removeOldDeliveries({ stores, clock, clockJumps }, stopping.signal)
    if (!stopping.signal.aborted) await disableBacklogged({ stores, queue, clock, log })
  }

  return {
    queueMessages: dispatcher.queueMessages,
    deliverDue: dispatcher.deliverDue,
    wake: dispatcher.wake,
    changed,
    start() {
      dispatcher.start()
      housekeeping = setInterval(() => {
        running ??= runHousekeeping()
          .catch((error: unknown) => log.error('job failed', { job: 'webhooks', error: String(error) }))
          .finally(() => (running = undefined))
      }, housekeepingMs).unref()
    },
    async stop() {
      clearInterval(housekeeping)
      stopping.abort()
      await dispatcher.stop()
      await running
    },
    async sendSample(webhook, message) {
      await traceDelivery({ 'keywright.webhook': webhook.id }, true, async () => {
        const tried = await sendOnce(attemptDeps, webhook, message)
        const sample = { ...message, applicationId: webhook.applicationId, attempt: 0, isTest: true }
        await recordAttempt(attemptDeps, webhook, sample, tried)
      })
    },
  }
}
