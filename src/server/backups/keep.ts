/** How many copies stay: the newest ones, and one of each of so many weeks and months. */
export interface KeepRule {
  readonly recent: number
  readonly weeks: number
  readonly months: number
}

interface Kept {
  readonly createdAt: Date
  readonly bytes: number
  /** Whether a rehearsal has found it damaged. */
  readonly isDamaged: boolean
}

const dayMs = 24 * 60 * 60 * 1000
/** Weeks begin on Monday, as in ISO 8601; 1970 began on a Thursday. */
const weekOf = ({ createdAt }: Kept) => Math.floor((createdAt.getTime() / dayMs + 3) / 7)
const monthOf = ({ createdAt }: Kept) => createdAt.getUTCFullYear() * 12 + createdAt.getUTCMonth()

/**
 * The copies that the rule no longer keeps. Where those that it keeps fill more than `roomBytes`, the oldest months go
 * too, then the oldest weeks, then the oldest of the newest ones. The newest readable copy never goes, and damaged ones
 * go only where there is one.
 */
export function copiesToRemove<C extends Kept>(copies: readonly C[], rule: KeepRule, roomBytes: number): C[] {
  const readable = copies
    .filter(({ isDamaged }) => !isDamaged)
    .sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
  const [newest] = readable
  if (!newest) return []
  const recent = readable.slice(0, Math.max(1, rule.recent))
  const weeks = newestOfEach(readable, weekOf, rule.weeks)
  const months = newestOfEach(readable, monthOf, rule.months)
  // Each copy once, the most precious first.
  const kept = [...new Set([...recent, ...weeks, ...months])]
  let bytes = kept.reduce((sum, copy) => sum + copy.bytes, 0)
  while (bytes > roomBytes && kept.length > 1) bytes -= kept.pop()?.bytes ?? 0
  const staying = new Set(kept)
  return copies.filter((copy) => !staying.has(copy))
}

/** Of each of the latest periods that have a copy the newest one. */
function newestOfEach<C>(newestFirst: readonly C[], periodOf: (copy: C) => number, count: number): C[] {
  const found = new Map<number, C>()
  for (const copy of newestFirst) if (!found.has(periodOf(copy))) found.set(periodOf(copy), copy)
  return [...found.values()].slice(0, count)
}
