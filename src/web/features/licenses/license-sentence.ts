import type { LicenseHold } from '../../../shared/license-status.ts'
import * as texts from '../../texts/licenses.ts'
import { formatNumber, isNever } from '../../ui/text/format.ts'

interface Facts {
  readonly isActive: boolean
  readonly hold: LicenseHold | null
  readonly maxUsers: number
  readonly currentUsers: number
  readonly validityDays: number
  /** null while a first-use license waits for its first registration. */
  readonly expiresAt: string | null
  /** Until when its users have access after that. */
  readonly graceUntil: string | null
}

/** What a license allows now: `2 more people can use this key until Oct 23, 2027.` */
export function licenseSentence(license: Facts, now: Date): string {
  const { isActive, hold, maxUsers, currentUsers, validityDays, expiresAt, graceUntil } = license
  if (hold !== null) return texts.thisKeyIsHeld(hold)
  if (expiresAt !== null && new Date(expiresAt) <= now) {
    const hasGrace = isActive && graceUntil !== null && now < new Date(graceUntil)
    return hasGrace ? texts.thisKeyIsInGrace(expiresAt, graceUntil) : texts.thisKeyExpiredOn(expiresAt)
  }
  if (!isActive) return texts.thisKeyIsDisabled
  const until = isNever(expiresAt) ? '' : texts.until(expiresAt ?? '')
  const free = maxUsers - currentUsers
  if (free <= 0) return texts.taken(maxUsers === 1 ? texts.theOnlySeatIs : texts.allSeatsAre(maxUsers), until)
  const more = currentUsers === 0 ? '' : 'more '
  const people = texts.canUseThisKey(formatNumber(free), more, free === 1 ? 'person' : 'people')
  return expiresAt === null ? texts.forFromTheFirst(people, validityDays) : `${people}${until}.`
}
