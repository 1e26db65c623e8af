import type { MessageName } from '../../../shared/messages.ts'

/**
 * Old clients, and clients written for other servers, search an error message for words, in this order and ignoring
 * case: the first match decides how they react (document 2, section 8).
 */
const checks: readonly {
  readonly name: MessageName | undefined
  readonly words: readonly string[]
  readonly reads: string
}[] = [
  { name: 'versionMismatch', words: ['version', 'update'], reads: 'an outdated version' },
  { name: 'hwidMismatch', words: ['hardware', 'hwid'], reads: 'a hardware mismatch' },
  { name: 'accountExpired', words: ['expired'], reads: 'an expired account' },
  { name: 'accountDisabled', words: ['disabled', 'paused'], reads: 'a disabled account' },
  { name: undefined, words: ['blacklisted', 'blocked'], reads: 'blocked access' },
]

/** How such clients would misread a message; undefined when they read it correctly. */
export function keywordWarning(name: MessageName, text: string): string | undefined {
  // Clients recognize a success by its flag, not by its text.
  if (name === 'loginSuccess' || text.trim() === '') return undefined
  const own = checks.find((check) => check.name === name)
  const found = firstFound(text)
  if (found?.check === own) return undefined
  if (found !== undefined) {
    return `Contains “${found.word}”: clients that match words treat it as ${found.check.reads}.`
  }
  return own && `Missing “${own.words.join('” or “')}”: clients that match words treat it as a failed login.`
}

function firstFound(text: string) {
  const lower = text.toLowerCase()
  for (const check of checks) {
    const word = check.words.find((word) => lower.includes(word))
    if (word !== undefined) return { check, word }
  }
  return undefined
}
