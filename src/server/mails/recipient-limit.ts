import { limitTable } from '../lib/limits/limit-table.ts'

const { mailsOfRecipientPerHour, mailsOfRecipientPerDay } = limitTable

/** How many of the last mails to a recipient decide when the next one may be sent. */
export const mailsThatCount = mailsOfRecipientPerDay.limit

/** When the next mail to a recipient may be sent, from the times of the last ones, the newest first. */
export function nextMailAt(now: Date, planned: readonly Date[]): Date {
  const endOf = ({ limit, windowMs }: { readonly limit: number; readonly windowMs: number }) => {
    const first = planned[limit - 1]
    return first === undefined ? 0 : first.getTime() + windowMs
  }
  // Never before one that waits: so the times rise, and each window holds no more than its limit.
  const last = planned[0]?.getTime() ?? 0
  return new Date(Math.max(now.getTime(), last, endOf(mailsOfRecipientPerHour), endOf(mailsOfRecipientPerDay)))
}
