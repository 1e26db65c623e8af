import type { DueSender } from '../store/selling/mails.ts'

const minute = 60_000

/** The wait after each failed attempt; after the last one the mail is given up. */
const retryDelaysMs = [minute, 5 * minute, 30 * minute, 120 * minute, 360 * minute]

/** What becomes of a mail after a failed attempt: when it is tried next; undefined: never. */
export function nextAttempt(attemptsBefore: number, isPermanent: boolean, now: Date): Date | undefined {
  const delayMs = isPermanent ? undefined : retryDelaysMs[attemptsBefore]
  return delayMs === undefined ? undefined : new Date(now.getTime() + delayMs)
}

/** The mail server that a mail goes through: connections and pauses are counted for it. */
export type SmtpId = 'server' | `application ${number}`

export const smtpOf = ({ applicationId, hasOwnSmtp }: DueSender): SmtpId =>
  hasOwnSmtp ? `application ${applicationId}` : 'server'

/** Mails at once through a mail server. */
const maxAtOnce = (smtp: SmtpId) => (smtp === 'server' ? 10 : 2)
const maxAtOnceInAll = 20

export interface SmtpState {
  /** How many mails are being sent, per mail server. */
  readonly busy: ReadonlyMap<SmtpId, number>
  /** Until when nothing is tried, per mail server that was not reached. */
  readonly pausedUntilMs: ReadonlyMap<SmtpId, number>
}

/** Whose turn it is: one mail of each application after the other. `due` rises by application. */
export function nextSender(
  due: readonly DueSender[],
  lastApplicationId: number,
  { busy, pausedUntilMs }: SmtpState,
  elapsedMs: number,
): DueSender | undefined {
  if (busy.values().reduce((sum, count) => sum + count, 0) >= maxAtOnceInAll) return undefined
  const free = due.filter((sender) => {
    const smtp = smtpOf(sender)
    return (busy.get(smtp) ?? 0) < maxAtOnce(smtp) && (pausedUntilMs.get(smtp) ?? 0) <= elapsedMs
  })
  return free.find(({ applicationId }) => applicationId > lastApplicationId) ?? free[0]
}
