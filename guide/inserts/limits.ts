import { clientLimits } from '../../src/server/lib/limits/client-limits.ts'
import { dashboardLimits } from '../../src/server/lib/limits/dashboard-limits.ts'
import type { Limit } from '../../src/server/lib/limits/limit.ts'
import { mailLimits } from '../../src/server/lib/limits/mail-limits.ts'
import { portalLimits } from '../../src/server/lib/limits/portal-limits.ts'

const spans = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'min'],
  [1000, 's'],
] as const

/** `1 min`, `10 min`, `15 min`, `30 d`. */
function span(ms: number): string {
  const [unitMs, unit] = spans.find(([size]) => ms % size === 0) ?? [1, 'ms']
  return `${ms / unitMs} ${unit}`
}

const number = (value: number) => value.toLocaleString('en-US')

/** How much of a limit is allowed, in words. */
export function limitAmount(limit: Limit): string {
  if ('windowMs' in limit) return `${number(limit.limit)} in ${span(limit.windowMs)}`
  if ('atOnce' in limit) return `${number(limit.atOnce)} at once`
  if ('longestWaitMs' in limit) return `a wait of ${span(limit.longestWaitMs)}`
  const perDay = Number.isFinite(limit.maxPerDay) ? `; ${limit.maxPerDay} in 1 d` : ''
  return `${limit.free}, then 1, 2, 4 … s up to ${span(limit.maxWaitMs)}${perDay}`
}

const tables: Readonly<Record<string, Readonly<Record<string, Limit>>>> = {
  client: clientLimits,
  dashboard: dashboardLimits,
  mail: mailLimits,
  portal: portalLimits,
}

/** The limits of one API from the server's own table. */
export function insertLimits(name: string): string {
  const table = tables[name]
  if (table === undefined) throw new Error(`There is no table of limits called "${name}"`)
  const lines = Object.values(table).map(
    (limit) => `| ${limit.what} | ${limit.key} | ${limitAmount(limit)} | ${limit.beyond} |`,
  )
  return ['| What counts | Per | Limit | Beyond it |', '|---|---|---|---|', ...lines].join('\n')
}
