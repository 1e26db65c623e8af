import * as texts from '../../texts/blacklist.ts'
import type { EntryCheckReply } from './blacklist-types.ts'

interface CheckLine {
  readonly text: string
  readonly isWarning: boolean
}

/** The impact check of an entry as sentences. */
export function checkLines(check: EntryCheckReply, typed: string): readonly CheckLine[] {
  const { value, problem, isListed, isOwnAddress, users, sessions, isAtLeast } = check
  if (value === null) return [{ text: problem ?? texts.thisValueCantBe, isWarning: true }]
  const atLeast = isAtLeast ? texts.atLeast : ''
  const reach =
    users === 0 && sessions === 0
      ? texts.blocksNo(isAtLeast ? texts.userSeenSoFar : texts.currentUser)
      : texts.blocks(atLeast, users, sessions)
  return [
    ...(value === typed ? [] : [{ text: texts.willBeListedAs(value), isWarning: false }]),
    ...(isListed ? [{ text: texts.alreadyOnThisList, isWarning: true }] : []),
    ...(isOwnAddress ? [{ text: texts.thisIncludesYourOwn, isWarning: true }] : []),
    { text: reach, isWarning: users > 0 || sessions > 0 },
  ]
}
