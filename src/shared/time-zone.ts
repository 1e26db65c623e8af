/** Dates of a time zone. Works in browsers and on the server, by the zones that JavaScript knows. */

/** A calendar day: `2027-01-31`. */
export type Day = string

export const dayPattern = /^\d{4}-\d{2}-\d{2}$/

/** Whether this is the name of a time zone, such as Europe/Berlin. Bare offsets aren't: they know no summer time. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name })
    return true
  } catch {
    return false
  }
}

export interface TimeZone {
  readonly name: string
  /** What a clock there shows, as if it were UTC. */
  wallMs(atMs: number): number
  /** When a clock there shows this; the first moment after it where clocks skip it. */
  momentMs(wallMs: number): number
  dayAt(atMs: number): Day
  startOfDayMs(day: Day): number
}

/** The name must be valid. */
export function openTimeZone(name: string): TimeZone {
  const style = new Intl.DateTimeFormat('en-US', {
    timeZone: name,
    hourCycle: 'h23',
    ...{ year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric' },
  })
  const wallMs = (atMs: number) => {
    const of = new Map(style.formatToParts(atMs).map(({ type, value }) => [type, Number(value)]))
    const part = (type: Intl.DateTimeFormatPartTypes) => of.get(type) ?? 0
    // `Date.UTC` takes the years up to 99 for those of the last century.
    const wall = new Date(((atMs % 1000) + 1000) % 1000)
    wall.setUTCFullYear(part('year'), part('month') - 1, part('day'))
    return wall.setUTCHours(part('hour'), part('minute'), part('second'))
  }
  const offsetMs = (atMs: number) => wallMs(atMs) - atMs
  const momentMs = (wall: number) => {
    const guessed = offsetMs(wall)
    const first = wall - guessed
    const offset = offsetMs(first)
    if (offset === guessed) return first
    const second = wall - offset
    return wallMs(second) === wall ? second : Math.max(first, second)
  }
  return {
    name,
    wallMs,
    momentMs,
    dayAt: (atMs) => new Date(wallMs(atMs)).toISOString().slice(0, 10),
    startOfDayMs: (day) => momentMs(Date.parse(`${day}T00:00:00Z`)),
  }
}

/** The day that many days later. */
export function addDays(day: Day, days: number): Day {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}
