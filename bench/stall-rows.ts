import type { DashboardCall } from '../test/contract/dashboard-calls.ts'
import { atMost, quietPercent, type Row } from './figure.ts'
import type { LoopHeld } from './loop-watch.ts'

/** A call of the dashboard, and what `verify` took beside it. */
export interface Stall {
  readonly call: DashboardCall
  /** 200, or the first that was none. */
  readonly status: number
  /** Of that refusal. */
  readonly code: string
  readonly times: number
  readonly medianMs: number
  /** The longest. */
  readonly firstByteMs: number
  readonly tookMs: number
  /** Of verify, in milliseconds. */
  readonly p50: number
  readonly p99: number
  readonly max: number
  readonly held: LoopHeld
  readonly noise: number | undefined
}

/** Refused here, since they need a second factor, an authenticator, another account, a user's address or a backup. */
const needMore = new Set([
  'POST /api/account/prove',
  'POST /api/account/recovery-codes',
  'POST /api/account/passkeys',
  'PATCH /api/account/passkeys/:id',
  'DELETE /api/account/passkeys/:id',
  'POST /api/account/password',
  'POST /api/account/totp/confirm',
  'DELETE /api/account/totp',
  'DELETE /api/admin/users/:userId/sessions/:sessionId',
  'PATCH /api/applications/:id/members/:accountId',
  'DELETE /api/applications/:id/members/:accountId',
  'POST /api/applications/:id/transfer',
  'POST /api/applications/:id/transfer/accept',
  'DELETE /api/applications/:id/transfer',
  'POST /api/account/invites/accept',
  'POST /api/applications/:id/users/:userId/password-link',
  'POST /api/system/backups/:id/rehearse',
])

/** The worst of all calls, by what they are judged by. */
export function rowsOfStalls(engine: string, measured: readonly Stall[]): Row[] {
  const exports = measured.filter(({ call }) => call.url.includes('/export'))
  const pages = measured.filter(({ call }) => call.method === 'GET' && call.url.includes('limit=50'))
  // `not_embedded`: PostgreSQL has backups of its own.
  const isExpected = ({ call, code }: Stall) => needMore.has(call.name) || code === 'not_embedded'
  const refused = measured.filter((stall) => stall.status >= 300 && !isExpected(stall))
  return [
    worst(`${engine}: worst p99 of verify, ms`, measured, ({ p99 }) => p99, 25),
    worst(`${engine}: worst verify, ms`, measured, ({ max }) => max, 100),
    worst(`${engine}: longest time the loop was held, ms of CPU`, measured, ({ held }) => held.cpuMs),
    ...(exports.length > 0
      ? [worst(`${engine}: latest first byte of an export, ms`, exports, ({ firstByteMs }) => firstByteMs, 200)]
      : []),
    ...(pages.length > 0
      ? [worst(`${engine}: slowest page of a list, ms`, pages, ({ medianMs }) => medianMs, 50)]
      : []),
    {
      name: `${engine}: calls refused${refused.map(({ call, status, code }) => `, ${call.name} ${status} ${code}`).join('')}`,
      values: [refused.length],
      digits: 0,
      target: atMost(0),
      noise: 0,
    },
  ]
}

/** A call beside little other work that misses the target counts before one that is worse beside much. */
function worst(name: string, measured: readonly Stall[], figureOf: (stall: Stall) => number, limit?: number): Row {
  const quiet = measured.filter(({ noise = 0 }) => noise <= quietPercent)
  const worstOf = (stalls: readonly Stall[]) => stalls.toSorted((a, b) => figureOf(b) - figureOf(a))[0]
  const [amongQuiet, amongAll] = [worstOf(quiet), worstOf(measured)]
  const isMissed = limit !== undefined && amongQuiet !== undefined && figureOf(amongQuiet) > limit
  const shown = isMissed ? amongQuiet : amongAll
  return {
    name: `${name}, beside ${shown?.call.name}`,
    values: [shown ? figureOf(shown) : Number.NaN],
    digits: 1,
    ...(limit !== undefined && { target: atMost(limit) }),
    noise: shown?.noise,
  }
}
