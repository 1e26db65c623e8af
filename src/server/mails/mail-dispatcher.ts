import { AsyncLocalStorage } from 'node:async_hooks'
import type { Clock } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import type { Stores } from '../store/index.ts'
import type { ClaimedMail, DueSender } from '../store/selling/mails.ts'
import { nextAttempt, nextSender, type SmtpId, smtpOf } from './mail-schedule.ts'
import { MailNotSent, type SendAs } from './send-mail.ts'

/** Sends what is queued: new mails within a second, others when their next attempt is due. */
export interface MailDispatcher {
  start(): void
  /** A mail was committed. */
  wake(): void
  /** Tries everything that is due now, as fast as it can, and resolves when all of it was tried. */
  sendDue(): Promise<void>
  /** Claims nothing more and gives running attempts a moment to finish. Those it aborts are due again at once. */
  stop(): Promise<void>
}

export interface DispatcherDeps {
  readonly stores: Stores
  readonly clock: Clock
  readonly log: Log
  readonly sendAs: SendAs
  /** Other servers may queue mails in this database. */
  readonly hasOtherNodes: boolean
  /** Called after each attempt: open dashboards reload. */
  readonly onTried: (applicationId: number) => void
}

/** Five mails a second. */
const paceMs = 200
/** How often the queue is searched for mails whose time comes, and for what other nodes left behind. */
const pollMs = { some: 1_000, none: 5_000, noneAlone: 60_000 }
/** An attempt ends by then. */
const sendTimeoutMs = 30_000
/** Nobody else sends a claimed mail for so long: longer than any attempt. */
const leaseMs = 60_000
/** The rest of a mail server that was not reached. */
const pauseMs = 30_000
const shutdownGraceMs = 5_000

export function openMailDispatcher({
  stores,
  clock,
  log,
  sendAs,
  hasOtherNodes,
  onTried,
}: DispatcherDeps): MailDispatcher {
  const busy = new Map<SmtpId, number>()
  const pausedUntilMs = new Map<SmtpId, number>()
  const attempts = new Set<Promise<void>>()
  const stopping = new AbortController()
  /** `wake` may be called inside a transaction, of which what follows is no part. */
  const outsideTransaction = AsyncLocalStorage.snapshot()
  let lastApplicationId = 0
  let timer: NodeJS.Timeout | undefined
  let isRunning = false
  let isTaking = false
  let isWoken = false

  const take = async (): Promise<readonly [DueSender, ClaimedMail] | undefined> => {
    const now = clock.now()
    const due = await stores.mails.dueSenders(now)
    const sender = nextSender(due, lastApplicationId, { busy, pausedUntilMs }, clock.elapsedMs())
    if (!sender || stopping.signal.aborted) return undefined
    const { applicationId } = sender
    lastApplicationId = applicationId
    const until = new Date(now.getTime() + leaseMs)
    const mail = await stores.transaction((tx) => tx.mails.claim(applicationId, now, until))
    return mail && [sender, mail]
  }

  const send = async (mail: ClaimedMail, signal: AbortSignal): Promise<void> => {
    const sender = await stores.mailSenders.find(mail.applicationId)
    if (!sender) throw new MailNotSent('The application is deleted.', 'deleted', { isPermanent: true })
    await sendAs(sender, { ...mail, id: String(mail.id) }, signal)
  }

  /** Sends a mail and stores what came of it. */
  const attempt = async (sender: DueSender, mail: ClaimedMail): Promise<void> => {
    const smtp = smtpOf(sender)
    busy.set(smtp, (busy.get(smtp) ?? 0) + 1)
    const failure = await tried(mail)
    busy.set(smtp, (busy.get(smtp) ?? 1) - 1)
    if (failure?.isOfServer) pausedUntilMs.set(smtp, clock.elapsedMs() + pauseMs)
    else if (!failure) pausedUntilMs.delete(smtp)
    await stores.transaction(async (tx) => {
      const now = clock.now()
      if (!failure) return tx.mails.sent(mail.id, now)
      // Aborted by `stop`: not counted as an attempt.
      if (stopping.signal.aborted) return tx.mails.release(mail.id, now)
      const next = nextAttempt(mail.attempts, failure.isPermanent, now)
      return next ? tx.mails.tryAgain(mail.id, failure.message, next) : tx.mails.failed(mail.id, failure.message, now)
    })
    if (failure) log.warn('mail not sent', { mail: mail.id, application: mail.applicationId, code: failure.code })
    onTried(mail.applicationId)
  }
  const tried = async (mail: ClaimedMail): Promise<MailNotSent | undefined> => {
    if (mail.expiresAt && mail.expiresAt.getTime() <= clock.nowMs()) {
      return new MailNotSent('Its code has ended before it could be sent.', 'expired', { isPermanent: true })
    }
    try {
      await send(mail, AbortSignal.any([stopping.signal, AbortSignal.timeout(sendTimeoutMs)]))
      return undefined
    } catch (error) {
      return error instanceof MailNotSent ? error : new MailNotSent(String(error), 'unknown')
    }
  }

  /** Begins the next mail. False: none is due, or the limits are reached. */
  const step = async (): Promise<boolean> => {
    const taken = await take()
    if (!taken) return false
    const [sender, mail] = taken
    const attempted = attempt(sender, mail)
      .catch((error: unknown) => log.error('mail not written', { mail: mail.id, error: String(error) }))
      .finally(() => attempts.delete(attempted))
    attempts.add(attempted)
    return true
  }
  /** One timer that is set only for when there may be something to do: a tick of an idle server costs it most. */
  const lookAfter = (ms: number) => {
    clearTimeout(timer)
    if (isRunning) timer = outsideTransaction(() => setTimeout(() => void look(), ms).unref())
  }
  const look = async () => {
    isTaking = true
    isWoken = false
    let afterMs: number = pollMs.none
    try {
      if (await step()) afterMs = paceMs
      else if (await stores.mails.hasWaiting(null, 1)) afterMs = pollMs.some
      else if (!hasOtherNodes) afterMs = pollMs.noneAlone
    } catch (error) {
      log.error('mails not read', { error: String(error) })
    }
    isTaking = false
    lookAfter(isWoken ? paceMs : afterMs)
  }

  return {
    start() {
      isRunning = true
      lookAfter(paceMs)
    },
    wake() {
      // the first of many sets the timer, or they would put it off for ever
      if (!isWoken && !isTaking) lookAfter(paceMs)
      isWoken = true
    },
    async sendDue() {
      for (;;) {
        if (await step()) continue
        if (attempts.size === 0) return
        await Promise.race(attempts)
      }
    },
    async stop() {
      isRunning = false
      clearTimeout(timer)
      const grace = setTimeout(() => stopping.abort(), shutdownGraceMs)
      await Promise.all(attempts)
      clearTimeout(grace)
      stopping.abort()
    },
  }
}
