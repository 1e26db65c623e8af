const dayMs = 86_400_000

/** One UTC day. */
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
  readonly start: string
  /** Monday to Sunday; undefined outside the range. */
  readonly days: readonly (ExpiryDay | undefined)[]
}

const dayStyle = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })

interface Expiries {
  /** The first day, ISO. */
  readonly from: string
  readonly users: readonly number[]
  readonly licenses: readonly number[]
}

/** Groups days into weeks that start on Monday. */
export function weeksOf({ from, users, licenses }: Expiries): readonly ExpiryWeek[] {
  const first = new Date(from).getTime()
  const daysBefore = (new Date(first).getUTCDay() + 6) % 7
  const count = Math.ceil((daysBefore + users.length) / 7)
  return Array.from({ length: count }, (_, week) => {
    const days = Array.from({ length: 7 }, (_day, place) => {
      const index = week * 7 + place - daysBefore
      if (index < 0 || index >= users.length) return undefined
      const startMs = first + index * dayMs
      return {
        name: dayStyle.format(startMs),
        start: new Date(startMs).toISOString(),
        end: new Date(startMs + dayMs).toISOString(),
        users: users[index] ?? 0,
        licenses: licenses[index] ?? 0,
      }
    })
    const mondayMs = first + (week * 7 - daysBefore) * dayMs
    return { name: dayStyle.format(mondayMs), start: new Date(mondayMs).toISOString(), days }
  })
}
