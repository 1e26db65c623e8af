import { type EventName, eventNames } from '../../../shared/events.ts'

export interface ActivityFilter {
  readonly event: EventName | undefined
  readonly success: 'true' | 'false' | undefined
  readonly ip: string | undefined
  readonly userId: string | undefined
}

/** What of an address narrows the activity; words that mean nothing here are passed over. */
export function activityFilter(search: Readonly<Record<string, string | undefined>>): ActivityFilter {
  return {
    event: eventNames.find((name) => name === search.event),
    success: search.success === 'true' || search.success === 'false' ? search.success : undefined,
    ip: search.ip?.trim() || undefined,
    userId: /^[1-9]\d{0,14}$/.test(search.user ?? '') ? search.user : undefined,
  }
}

/** The filter in words, for an empty answer; undefined when nothing narrows the list. */
export function filterText({ event, success, ip, userId }: ActivityFilter): string | undefined {
  if (event === undefined && success === undefined && ip === undefined && userId === undefined) return undefined
  const which = success === undefined ? '' : success === 'true' ? 'successful ' : 'failed '
  const parts = [
    `No ${which}${event === undefined ? 'events' : `${event} events`}`,
    ip !== undefined && `from ${ip}`,
    userId !== undefined && 'of this user',
  ]
  return `${parts.filter(Boolean).join(' ')}.`
}
