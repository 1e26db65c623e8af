const dayMs = 86_400_000

/** Adds days to an expiry, or to now if it has passed. `daysLater(user.expiresAt, 30, new Date())` */
export function daysLater(end: string | null, days: number, now: Date): string {
  const from = Math.max(end === null ? 0 : new Date(end).getTime(), now.getTime())
  return new Date(from + days * dayMs).toISOString()
}
