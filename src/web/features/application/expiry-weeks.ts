import { addDays, type Day, openTimeZone } from '../../../shared/time-zone.ts'

export interface ExpiryDay {
  /** `Nov 24` */
  readonly name: string
  /** ISO: the start of the day and of the next. */
  readonly start: string
  readonly end: string
  readonly users: number
  readonly licenses: number
}

export interface ExpiryWeek {
  /** The label of its Monday. */
  readonly name: string
  /** The Monday. */
  readonly start: Day
  /** Monday to Sunday; undefined outside the range. */
  readonly days: readonly (ExpiryDay | undefined)[]
}

const dayStyle = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })
const nameOf = (day: Day) => dayStyle.format(new Date(day))

interface Expiries {
  /** When each day starts and the last one ends, ISO. */
  readonly bounds: readonly string[]
  readonly zone: string
  readonly users: readonly number[]
  readonly licenses: readonly number[]
}

/** Groups days into weeks that start on Monday. */
export function weeksOf({ bounds, zone, users, licenses }: Expiries): readonly ExpiryWeek[] {
  const first = openTimeZone(zone).dayAt(new Date(bounds[0] ?? 0).getTime())
  const daysBefore = (new Date(first).getUTCDay() + 6) % 7
  const count = Math.ceil((daysBefore + users.length) / 7)
  return Array.from({ length: count }, (_, week) => {
    const monday = addDays(first, week * 7 - daysBefore)
    const days = Array.from({ length: 7 }, (_day, place) => {
      const index = week * 7 + place - daysBefore
      const [start, end] = [bounds[index], bounds[index + 1]]
      if (start === undefined || end === undefined) return undefined
      const counts = { users: users[index] ?? 0, licenses: licenses[index] ?? 0 }
      return { name: nameOf(addDays(first, index)), start, end, ...counts }
    })
    return { name: nameOf(monday), start: monday, days }
  })
}
