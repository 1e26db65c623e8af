import type { Database } from '../../db/open.ts'
import type { Network } from '../../lib/canonical.ts'
import type { Clock } from '../../lib/clock.ts'
import type { ClockJumpDetector } from '../../lib/clock-jump.ts'
import type { Log } from '../../lib/log.ts'
import type { Stores } from '../../store/index.ts'
import { openDeliveryQueue } from '../../store/webhooks/open-delivery-queue.ts'
import type { WebhookWithSecrets } from '../../store/webhooks/webhooks.ts'
import { openEndpointCache } from './queue/endpoint-cache.ts'
import { disableBacklogged, removeOldDeliveries } from './queue/housekeeping.ts'
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
  readonly clockWatch: ClockJumpDetector
  readonly log: Log
  /** Networks of the installation that are sent to though they are not public. */
  readonly allowed: readonly Network[]
  /** Multiplies every wait; below 1 the patience with a receiver too. */
  readonly timeScale: number
  readonly resolve?: Resolve
  /** Called after each try, with the application the message tells of: open dashboards read again. */
  readonly onTried?: (applicationId: number) => void
}

/** Everything that sends webhooks. */
export interface Webhooks extends Pick<Dispatcher, 'queueMessages' | 'deliverDue' | 'wake'> {
  start(): void
  stop(): Promise<void>
  /** Sends a sample, now and once, and writes what it came to. */
  sendSample(webhook: WebhookWithSecrets, message: Message): Promise<void>
  /** Called after the commit of a change to a webhook. */
  changed(): void
}

const housekeepingMs = 60_000
const leastTimeoutMs = 250

export function openWebhooks(deps: WebhookDeps): Webhooks {
  const { stores, database, outbox, clock, clockWatch, log, allowed, timeScale } = deps
  const queue = openDeliveryQueue(database)
  const timeoutMs = Math.max(leastTimeoutMs, sendTimeoutMs * Math.min(1, timeScale))
  const sender = openSender({ resolve: deps.resolve ?? openResolve(), allowed, timeoutMs })
  const timing = { scale: timeScale, random: Math.random }
  const endpoints = openEndpointCache(stores, clock)
  const changed = () => {
    outbox.forget()
    endpoints.forget()
  }
  const attemptDeps = { stores, sender, clock, log, timing, onDisabled: changed, onTried: deps.onTried }
  const dispatcher = openDispatcher({ ...attemptDeps, queue, endpoints })
  outbox.listen(dispatcher.wake)
  const stopping = new AbortController()
  let housekeeping: NodeJS.Timeout | undefined
  let keeping: Promise<void> | undefined

  const keepHouse = async () => {
    await removeOldDeliveries({ stores, clock, clockWatch }, stopping.signal)
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
        keeping ??= keepHouse()
          .catch((error: unknown) => log.error('job failed', { job: 'webhooks', error: String(error) }))
          .finally(() => (keeping = undefined))
      }, housekeepingMs).unref()
    },
    async stop() {
      clearInterval(housekeeping)
      stopping.abort()
      await dispatcher.stop()
      await keeping
    },
    async sendSample(webhook, message) {
      const tried = await sendOnce(attemptDeps, webhook, message)
      await recordAttempt(
        attemptDeps,
        webhook,
        { ...message, applicationId: webhook.applicationId, attempt: 0, isTest: true },
        tried,
      )
    },
  }
}
