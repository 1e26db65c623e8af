import type { EventName } from '../../../../shared/events.ts'
import type { WebhookPayload } from '../../../../shared/webhook-payload.ts'

/** One line of a chat message. The value is untrusted text, shown literally. */
interface Fact {
  readonly name: string
  readonly value: string
}

/** The content of a chat message, before it is formatted for one service. */
export interface ChatMessage {
  readonly title: string
  readonly isSuccess: boolean
  readonly facts: readonly Fact[]
  readonly timestamp: string
}

const titles: Record<EventName, string> = {
  user_login: 'User logged in',
  login_failed: 'Login failed',
  user_registration: 'User registered',
  account_disabled: 'Disabled user rejected',
  account_expired: 'Expired user rejected',
  version_mismatch: 'Outdated version rejected',
  hwid_mismatch: 'Wrong hardware ID rejected',
  login_blocked_ip: 'Blocked IP address rejected',
  login_blocked_username: 'Blocked username rejected',
  login_blocked_hwid: 'Blocked hardware ID rejected',
  session_start: 'Session started',
  session_end: 'Session ended',
  device_released: 'Device released',
  license_redeemed: 'License key redeemed',
  order_paid: 'Order paid',
  order_reversed: 'Order refunded or disputed',
  order_unmatched: 'Order without a preset',
}

/** Maximum length of a value, which keeps the message within every service's limits. */
const maxValue = 256

export function chatMessage({ type, timestamp, data }: WebhookPayload): ChatMessage {
  const user = data.user.username ?? (data.user.id === null ? '' : `#${data.user.id}`)
  const facts: [string, string][] = [
    ['Application', data.application.name],
    ['User', user],
    ['IP address', data.ip],
    ['User agent', data.userAgent],
    ['Reason', data.success && type !== 'session_end' ? '' : data.reason],
    ['Times', data.count > 1 ? String(data.count) : ''],
  ]
  return {
    title: data.test ? `${titles[type]} (sample)` : titles[type],
    isSuccess: data.success,
    facts: facts
      .filter(([, value]) => value !== '')
      .map(([name, value]) => ({ name, value: truncate(value, maxValue) })),
    timestamp,
  }
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Truncates to `max` UTF-16 units, as chat services count, at a grapheme boundary and with an ellipsis. */
export function truncate(text: string, max: number): string {
  if (text.length <= max) return text
  let end = 0
  // A grapheme can be arbitrarily long, so only the part that can be in the result is segmented.
  for (const { index, segment } of graphemes.segment(text.slice(0, max))) {
    if (index + segment.length > max - 1) break
    end = index + segment.length
  }
  return `${text.slice(0, end)}…`
}
