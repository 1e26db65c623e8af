/**
 * Mail to an application's customers, from the transaction of its cause.
 *
 *     const outcome = await mails.queueMail(tx, {
 *       applicationId, to: 'buyer@example.com', expiresAt,
 *       subject: { kind: 'code', code: '12345678', validMinutes: 10 },
 *     })
 *
 * - Call it last in the transaction: it makes others that queue a mail wait until the transaction ends.
 * - The mail exists if and only if the transaction commits. It is sent within a second, again and again while the mail
 *   server is away (`mail-schedule.ts`), and at least once: a server that is killed while it sends may send it twice.
 * - It never throws for the sake of a mail. Whoever answers a customer answers the same whatever the outcome is, so that
 *   nothing shows whether an address is known; the maker sees refused mails on the Selling page.
 * - Texts are in `mail-texts.ts`. Recipient and text are stored sealed, and the text is deleted once it was sent.
 * - `expiresAt`: when a code ends. A mail that would come later is not sent.
 * - `canSend`: whether the application has a mail server at all. What needs mail asks it first, and is hidden without.
 */
import type { MailRefusal } from '../../shared/mail.ts'
import type { Clock } from '../lib/clock.ts'
import { limitTable } from '../lib/limits/limit-table.ts'
import { isMailbox } from '../lib/mailbox.ts'
import { dayMs } from '../store/columns.ts'
import type { StoreSet } from '../store/index.ts'
import { type MailSubject, mailContent } from './mail-texts.ts'
import { mailsThatCount, nextMailAt } from './recipient-limit.ts'

export interface NewMail {
  readonly applicationId: number
  /** One mailbox. */
  readonly to: string
  readonly subject: MailSubject
  /** Of no use afterwards. Absent: it always makes sense. */
  readonly expiresAt?: Date
}

/** `no_sender`: neither the installation nor the application has a mail server. */
export type QueueOutcome = 'queued' | 'no_sender' | MailRefusal

export interface MailQueue {
  queueMail(tx: StoreSet, mail: NewMail): Promise<QueueOutcome>
  canSend(stores: Pick<StoreSet, 'mailSenders'>, applicationId: number): Promise<boolean>
  /** Sets who is told that a mail was committed. */
  listen(listener: () => void): void
}

interface QueueDeps {
  readonly clock: Clock
  /** Whether the installation has a mail server (`SMTP_URL`). */
  readonly hasServerSmtp: boolean
}

/** License keys to a busy recipient wait no longer than this. */
const longestWaitMs = dayMs

export function openMailQueue({ clock, hasServerSmtp }: QueueDeps): MailQueue {
  let onQueued = () => {}

  /** When it may be sent, or why it may not. */
  const place = async (
    tx: StoreSet,
    { applicationId, to, subject }: NewMail,
    now: Date,
  ): Promise<Date | MailRefusal> => {
    if (!isMailbox(to)) return 'bad_address'
    const isFull =
      (await tx.mails.hasWaiting(applicationId, limitTable.mailsWaiting.atOnce)) ||
      (await tx.mails.hasWaiting(null, limitTable.allMailsWaiting.atOnce))
    if (isFull) return 'queue_full'
    const plannedAt = nextMailAt(now, await tx.mails.plannedTimes(applicationId, to, mailsThatCount))
    // A key was paid for; a code would come too late.
    const mayWaitMs = subject.kind === 'key' ? longestWaitMs : 0
    return plannedAt.getTime() - now.getTime() <= mayWaitMs ? plannedAt : 'recipient_limit'
  }

  return {
    async queueMail(tx, mail) {
      const { applicationId, to, subject, expiresAt = null } = mail
      const sender = await tx.mailSenders.find(applicationId)
      if (!sender || (!hasServerSmtp && !sender.smtp)) return 'no_sender'
      const now = clock.now()
      // Once without the lock: a flood of mails that are refused holds up nobody.
      let placed = await place(tx, mail, now)
      if (typeof placed !== 'string') {
        await tx.mails.lockQueue()
        placed = await place(tx, mail, now)
      }
      if (typeof placed === 'string') {
        await tx.mailSenders.countRefused(applicationId, placed, now)
        return placed
      }
      const content = mailContent(subject, sender.fromName ?? sender.applicationName)
      const { kind } = subject
      await tx.mails.insert({ applicationId, kind, to, ...content, plannedAt: placed, expiresAt }, now)
      tx.onTransactionEnd((isCommitted) => {
        if (isCommitted) onQueued()
      })
      return 'queued'
    },
    canSend: async (stores, applicationId) => {
      if (hasServerSmtp) return true
      return (await stores.mailSenders.find(applicationId))?.smtp != null
    },
    listen(listener) {
      onQueued = listener
    },
  }
}
