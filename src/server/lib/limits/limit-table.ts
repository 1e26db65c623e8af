import { clientLimits } from './client-limits.ts'
import { dashboardLimits } from './dashboard-limits.ts'

/**
 * Every limit of the server, and the only place with their numbers: limiters are made of these rows, and a test compares
 * them with the document. None is keyed by an API key alone: it ships in the makers' programs, so a stranger could fill
 * it for everybody. An address is one of IPv4, or a /64 of IPv6. `RATE_LIMIT_SCALE` multiplies them.
 */
export const limitTable = { ...clientLimits, ...dashboardLimits }

/** A number of the table as `RATE_LIMIT_SCALE` makes it; at least one, whatever the scale. */
export function scaledLimit(limit: number, scale: number): number {
  return Math.max(1, Math.round(limit * scale))
}
