import type { MessageName } from '../../../shared/messages.ts'
import * as texts from '../../texts/custom-messages.ts'

/**
 * Old clients, and clients written for other servers, search an error message for words, in this order and ignoring
 * case: the first match decides how they react (document 2, section 8).
 */
const checks: readonly {
  readonly name: MessageName | undefined
  readonly words: readonly string[]
  readonly reads: string
}[] = [
  { name: 'versionMismatch', words: ['version', 'update'], reads: texts.anOutdatedVersion },
  { name: 'hwidMismatch', words: ['hardware', 'hwid'], reads: texts.aHardwareMismatch },
  { name: 'accountExpired', words: ['expired'], reads: texts.anExpiredAccount },
  { name: 'accountDisabled', words: ['disabled', 'paused'], reads: texts.aDisabledAccount },
  { name: undefined, words: ['blacklisted', 'blocked'], reads: texts.blockedAccess },
]

/** How such clients would misread a message; undefined when they read it correctly. */
export function keywordWarning(name: MessageName, text: string): string | undefined {
  // Clients recognize a success by its flag, not by its text.
  if (name === 'loginSuccess' || text.trim() === '') return undefined
  const own = checks.find((check) => check.name === name)
  const found = firstFound(text)
  if (found?.check === own) return undefined
  if (found !== undefined) {
    return texts.containsClientsThatMatch(found.word, found.check.reads)
  }
  return own && texts.missingClientsThatMatch(own.words.join('” or “'))
}

function firstFound(text: string) {
  const lower = text.toLowerCase()
  for (const check of checks) {
    const word = check.words.find((word) => lower.includes(word))
    if (word !== undefined) return { check, word }
  }
  return undefined
}
