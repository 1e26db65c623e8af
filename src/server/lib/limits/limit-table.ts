import { clientLimits } from './client-limits.ts'
import { dashboardLimits } from './dashboard-limits.ts'
import { mailLimits } from './mail-limits.ts'
import { portalLimits } from './portal-limits.ts'

/**
 * All rate limits, and the only place with their numbers: limiters are created from these rows, and a test compares
 * them with the document. No limit is keyed by the API key alone: the key ships inside the software, so an attacker
 * could exhaust it for all users. Addresses are IPv4 addresses or /64 networks of IPv6. `RATE_LIMIT_SCALE` multiplies
 * the numbers.
 */
export const limitTable = { ...clientLimits, ...dashboardLimits, ...mailLimits, ...portalLimits }

/** A number of the table times `RATE_LIMIT_SCALE`; at least one. */
export function scaledLimit(limit: number, scale: number): number {
  return Math.max(1, Math.round(limit * scale))
}
