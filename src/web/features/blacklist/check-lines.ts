import { formatCount } from '../../ui/text/format.ts'
import type { EntryCheckReply } from './blacklist-types.ts'

interface CheckLine {
  readonly text: string
  readonly isWarning: boolean
}

/** The impact check of an entry as sentences. */
export function checkLines(check: EntryCheckReply, typed: string): readonly CheckLine[] {
  const { value, problem, isListed, isOwnAddress, users, sessions, isAtLeast } = check
  if (value === null) return [{ text: problem ?? "This value can't be blocked.", isWarning: true }]
  const atLeast = isAtLeast ? 'at least ' : ''
  const reach =
    users === 0 && sessions === 0
      ? `Blocks no ${isAtLeast ? 'user seen so far' : 'current user'}.`
      : `Blocks ${atLeast}${formatCount(users, 'current user')}, ${formatCount(sessions, 'session')}.`
  return [
    ...(value === typed ? [] : [{ text: `Will be listed as ${value}`, isWarning: false }]),
    ...(isListed ? [{ text: 'Already on this list.', isWarning: true }] : []),
    ...(isOwnAddress
      ? [{ text: "This includes your own IP address: your software couldn't log in from here.", isWarning: true }]
      : []),
    { text: reach, isWarning: users > 0 || sessions > 0 },
  ]
}
