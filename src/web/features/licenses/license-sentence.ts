import type { LicenseHold } from '../../../shared/license-status.ts'
import { formatCount, formatDate, formatNumber, isNever } from '../../ui/text/format.ts'

interface Facts {
  readonly isActive: boolean
  readonly hold: LicenseHold | null
  readonly maxUsers: number
  readonly currentUsers: number
  readonly validityDays: number
  /** null while a first-use license waits for its first registration. */
  readonly expiresAt: string | null
}

/** What a license allows now: `Two more people can use this key until Oct 23, 2027.` */
export function licenseSentence(license: Facts, now: Date): string {
  const { isActive, hold, maxUsers, currentUsers, validityDays, expiresAt } = license
  if (hold !== null) return `This key is ${hold}: nobody can sign in with it.`
  if (expiresAt !== null && new Date(expiresAt) <= now) return `This key expired on ${formatDate(expiresAt)}.`
  if (!isActive) return 'This key is disabled: nobody can sign in with it.'
  const until = isNever(expiresAt) ? '' : ` until ${formatDate(expiresAt ?? '')}`
  const free = maxUsers - currentUsers
  if (free <= 0)
    return `${maxUsers === 1 ? 'The only seat is' : `All ${formatNumber(maxUsers)} seats are`} taken${until}.`
  const more = currentUsers === 0 ? '' : 'more '
  const people = `${inWords(free)} ${more}${free === 1 ? 'person' : 'people'} can use this key`
  return expiresAt === null
    ? `${people} for ${formatCount(validityDays, 'day')} from the first use.`
    : `${people}${until}.`
}

const words = ['Zero', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten']

const inWords = (count: number) => words[count] ?? formatNumber(count)
