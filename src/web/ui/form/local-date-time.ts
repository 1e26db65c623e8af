import { neverExpires, neverYear } from '../../../shared/constants.ts'
import { openTimeZone } from '../../../shared/time-zone.ts'
import { shownTimeZone } from '../text/format.ts'

/** ISO text as the value of a `datetime-local` field, in the zone that dates are shown in; blank for none. */
export function toLocalInput(iso: string): string {
  const at = new Date(iso).getTime()
  if (iso === '' || Number.isNaN(at)) return ''
  const wall = new Date(openTimeZone(shownTimeZone()).wallMs(at))
  const two = (part: number) => String(part).padStart(2, '0')
  const day = `${String(wall.getUTCFullYear()).padStart(4, '0')}-${two(wall.getUTCMonth() + 1)}-${two(wall.getUTCDate())}`
  return `${day}T${two(wall.getUTCHours())}:${two(wall.getUTCMinutes())}`
}

/**
 * The value of a `datetime-local` field as ISO text in UTC; blank when blank or invalid. Parsed part by part: `Date`
 * rejects five-digit years, which Never has east of UTC. Anything later than Never becomes Never, the latest date the
 * API accepts.
 */
export function fromLocalInput(local: string): string {
  const parts = /^(\d{4,6})-(\d\d)-(\d\d)T(\d\d):(\d\d)/.exec(local)?.slice(1).map(Number)
  if (parts === undefined) return ''
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0] = parts
  if (year > neverYear + 1) return neverExpires
  const wall = new Date(0)
  wall.setUTCFullYear(year, month - 1, day)
  const date = new Date(openTimeZone(shownTimeZone()).momentMs(wall.setUTCHours(hour, minute)))
  return date.getUTCFullYear() > neverYear ? neverExpires : date.toISOString()
}
