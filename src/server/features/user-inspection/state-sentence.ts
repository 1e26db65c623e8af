import { neverYear } from '../../../shared/constants.ts'
import type { OutcomeKey } from '../../../shared/outcomes.ts'

interface State {
  /** When access ends, in milliseconds; null: never. */
  readonly at: number | null
  readonly banReason: string | null
  readonly now: Date
}

const dayMs = 86_400_000

/** The state of a user in one sentence. */
export function stateSentence(refusal: OutcomeKey | undefined, state: State): string {
  if (refusal === undefined) return `Can sign in${until(state)}.`
  return `Cannot sign in: ${reason(refusal, state)}.`
}

function reason(refusal: OutcomeKey, { at, banReason, now }: State): string {
  switch (refusal) {
    case 'application_offline':
      return 'the application is offline'
    case 'account_banned':
      return banReason ? `banned (${banReason})` : 'banned'
    case 'account_disabled':
      return 'inactive'
    case 'account_paused':
      return 'paused'
    case 'account_expired':
      return at === null ? 'expired' : `expired ${days(now.getTime() - at)} ago`
    case 'license_expired':
      return at === null ? 'the license has expired' : `the license expired ${days(now.getTime() - at)} ago`
    case 'license_inactive':
      return 'the license is inactive'
    case 'blocked_ip':
      return 'the address of the last login is on the blacklist'
    case 'blocked_username':
      return 'the username is on the blacklist'
    case 'blocked_email':
      return 'the e-mail address is on the blacklist'
    case 'blocked_hwid':
      return 'the hardware ID is on the blacklist'
    default:
      return refusal.replaceAll('_', ' ')
  }
}

function until({ at, now }: State): string {
  if (at === null || new Date(at).getUTCFullYear() >= neverYear) return ''
  return `, for another ${days(at - now.getTime())}`
}

/** "3 days", "5 hours", "less than an hour". */
function days(ms: number): string {
  const hours = Math.floor(ms / 3_600_000)
  if (ms >= dayMs) return counted(Math.floor(ms / dayMs), 'day')
  return hours > 0 ? counted(hours, 'hour') : 'less than an hour'
}

const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`
