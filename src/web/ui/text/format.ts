import { daysLeftWarning, neverYear } from '../../../shared/constants.ts'
import * as texts from '../../texts/ui.ts'

/** Formats of numbers, dates and durations: English, short month, the account's or the viewer's time zone. */

const locale = 'en-US'
const minuteMs = 60_000
const hourMs = 3_600_000
const dayMs = 86_400_000
/** Up to three months, spans are counted in days. */
const daysUntilMonths = 91
const monthMs = (daysUntilMonths / 3) * dayMs

/** The formats that depend on the time zone; undefined: the browser's. */
const stylesIn = (timeZone: string | undefined) => ({
  date: new Intl.DateTimeFormat(locale, { timeZone, year: 'numeric', month: 'short', day: 'numeric' }),
  dateTime: new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'medium', timeStyle: 'short' }),
  second: new Intl.DateTimeFormat(locale, {
    timeZone,
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    second: '2-digit',
  }),
  secondOfYear: new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'medium', timeStyle: 'medium' }),
  exact: new Intl.DateTimeFormat(locale, {
    timeZone,
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'short',
  }),
})
let styles = stylesIn(undefined)

/** Dates are shown and typed in this time zone from now on; null, or one unknown to this browser: in the browser's. */
export function showTimesIn(timeZone: string | null): void {
  try {
    styles = stylesIn(timeZone ?? undefined)
  } catch {
    styles = stylesIn(undefined)
  }
}

/** The name of the time zone that dates are shown in: `Europe/Berlin`. */
export const shownTimeZone = () => styles.date.resolvedOptions().timeZone

const spanStyle = new Intl.RelativeTimeFormat(locale, { numeric: 'always' })
const numberStyle = new Intl.NumberFormat(locale)
const percentStyle = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 })

/** `formatNumber(100000)` is `100,000`. */
export function formatNumber(value: number): string {
  return numberStyle.format(value)
}

/** A percentage as the server sends it: `formatPercent(99.5)` is `99.5%`. */
export function formatPercent(value: number): string {
  return `${percentStyle.format(value)}%`
}

/** `formatCount(1, 'user')` is `1 user`, `formatCount(1200, 'user')` is `1,200 users`. */
export function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`
}

/** No date, or one in year 9999 or later: both read Never. */
export function isNever(iso: string | null | undefined): boolean {
  if (iso === null || iso === undefined || iso.trim() === '') return true
  const date = new Date(iso)
  return Number.isNaN(date.getTime()) || date.getUTCFullYear() >= neverYear
}

/** `Sep 24, 2027` */
export function formatDate(iso: string): string {
  return styles.date.format(new Date(iso))
}

const byteUnits = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

/** `812 byte`, `4.1 MB`, in powers of 1000 as file managers and clouds count. */
export function formatBytes(bytes: number): string {
  const power = Math.min(byteUnits.length - 1, bytes < 1000 ? 0 : Math.floor(Math.log10(bytes) / 3))
  const style = { style: 'unit', unit: byteUnits[power] ?? 'byte', maximumFractionDigits: 1 } as const
  return new Intl.NumberFormat('en-US', style).format(bytes / 1000 ** power)
}

/** `Sep 24, 2027, 3:04 PM` */
export function formatDateTime(iso: string): string {
  return styles.dateTime.format(new Date(iso))
}

/** To the second, with the year where it isn't this one: `Sep 24, 3:04:05 PM` */
export function formatSecond(iso: string, now: Date): string {
  const date = new Date(iso)
  return (date.getFullYear() === now.getFullYear() ? styles.second : styles.secondOfYear).format(date)
}

/** With seconds and zone: `Sep 24, 2027, 3:04:05 PM GMT+2` */
export function formatExact(iso: string): string {
  return styles.exact.format(new Date(iso))
}

/** Time since or until: `2 days ago`, `in 3 hours`, `just now`. Counted in days up to three months. */
export function formatRelative(iso: string, now: Date): string {
  const awayMs = new Date(iso).getTime() - now.getTime()
  const size = Math.abs(awayMs)
  if (size < 45_000) return texts.justNow
  const in_ = (unitMs: number, unit: Intl.RelativeTimeFormatUnit) =>
    spanStyle.format(Math.sign(awayMs) * Math.max(1, Math.floor(size / unitMs)), unit)
  if (size < hourMs) return in_(minuteMs, 'minute')
  if (size < dayMs) return in_(hourMs, 'hour')
  if (size < daysUntilMonths * dayMs) return in_(dayMs, 'day')
  if (size < 12 * monthMs) return in_(monthMs, 'month')
  return in_(365 * dayMs, 'year')
}

/** Days until an expiry, rounded up; 0 or less once it has passed. */
export function daysLeft(iso: string, now: Date): number {
  return Math.ceil((new Date(iso).getTime() - now.getTime()) / dayMs)
}

export interface Expiry {
  /** `Never`, or the date. */
  readonly text: string
  /** `12 days left`, `1 day left`, `expired`; absent for Never. */
  readonly detail?: string
  /** Shown red: expired, or seven days or fewer left. */
  readonly isNear: boolean
}

/** An expiry as text. `describeExpiry(user.expiresAt, new Date())` */
export function describeExpiry(iso: string | null, now: Date): Expiry {
  if (iso === null || isNever(iso)) return { text: texts.never, isNear: false }
  const left = daysLeft(iso, now)
  const isOver = now.getTime() >= new Date(iso).getTime()
  const detail = isOver ? 'expired' : texts.left(formatCount(left, 'day'))
  return { text: formatDate(iso), detail, isNear: left <= daysLeftWarning }
}

/** ISO text for a number of days from now: the quick buttons beside an expiry. */
export function inDays(days: number, now = new Date()): string {
  const date = new Date(now)
  date.setDate(date.getDate() + days)
  return date.toISOString()
}
