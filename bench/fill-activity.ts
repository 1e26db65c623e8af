import { seededRandom } from './statistics.ts'

/** One row of a realistic log after years of use, in the order of `activityColumns`. */
export type FilledRow = readonly (string | number | null)[]

const dayMs = 86_400_000
const days = 80
const agents = ['Demo/1.0 (Windows NT 10.0)', 'Demo/1.1 (Windows NT 10.0)', 'Demo/1.1 (Linux)']
/** Per thousand rows. */
const shares = [
  ['user_login', 'login_successful', 400],
  ['session_start', 'session_started', 200],
  ['session_end', 'timeout', 150],
  ['session_end', 'logout', 50],
  ['login_failed', 'invalid_credentials', 120],
  ['hwid_mismatch', 'hwid_mismatch', 30],
  ['version_mismatch', 'version_mismatch', 20],
  ['account_expired', 'account_expired', 15],
  ['user_registration', 'user_registered', 10],
  ['account_disabled', 'account_banned', 4],
  ['login_blocked_ip', 'access_blocked', 1],
] as const
const kinds = shares.flatMap(([event, code, share]) => Array.from({ length: share }, () => ({ event, code })))
const succeeding = /^user_|^session_/

/** A tenth of all rows comes from one IP address: a large customer behind one connection. */
export const busiestIp = '198.51.100.1'

/** Rows of the last 80 days, the oldest first; the same in every run except for the time. */
export function* activityRows(applicationId: number, rows: number, userOf: (place: number) => FilledUser) {
  const random = seededRandom(7)
  const startMs = Date.now() - days * dayMs
  for (let place = 0; place < rows; place += 1) {
    const { event, code } = kinds[Math.floor(random() * kinds.length)] ?? { event: 'user_login', code: '' }
    const user = userOf(Math.floor(random() * 2 ** 31))
    const isBusy = random() < 0.1
    const spot = Math.floor(random() * 300_000)
    const ip = isBusy ? busiestIp : `10.${spot >> 16}.${(spot >> 8) & 255}.${spot & 255}`
    const at = Math.floor(startMs + (place / rows) * days * dayMs)
    const agent = agents[place % agents.length] ?? ''
    const success = succeeding.test(event) ? 1 : 0
    const name = user.username
    yield [applicationId, event, success, code, user.id, name, ip, agent, 1, at, name, null] satisfies FilledRow
  }
}

export interface FilledUser {
  readonly id: number
  readonly username: string
}
