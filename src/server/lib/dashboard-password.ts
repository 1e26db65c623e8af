import { dashboardPasswordMaxBytes, dashboardPasswordMinLength } from '../../shared/constants.ts'
import { commonPasswords } from './common-passwords.ts'

const productName = 'keywright'
/** A shorter part of an address turns up in good passwords by chance. */
const shortestTellingPart = 4

/** What speaks against a password of a dashboard account, or nothing. No rules of composition: length and rarity count. */
export function passwordProblem(password: string, email: string): string | undefined {
  if (password.length < dashboardPasswordMinLength) return `must be at least ${dashboardPasswordMinLength} characters`
  if (Buffer.byteLength(password.normalize('NFC')) > dashboardPasswordMaxBytes) {
    return `must be at most ${dashboardPasswordMaxBytes} bytes`
  }
  if (/[\0]|\p{Surrogate}/u.test(password)) return 'must not contain NUL or broken characters'
  const plain = plainForm(password)
  if (commonPasswords.has(plain.replace(/\s/g, '')) || isRepetition(plain))
    return 'is one of the passwords that are tried first'
  if (plain.includes(productName)) return 'must not contain the name of this product'
  const name = plainForm(email.split('@', 1)[0] ?? '')
  if (name.length >= shortestTellingPart && plain.includes(name)) return 'must not contain your email address'
  return undefined
}

/** Nobody's guess is stopped by a capital letter or a full-width digit. */
const plainForm = (text: string) => text.normalize('NFKC').toLowerCase()

/** One to four characters over and over: aaaaaaaaaaaa, abcabcabcabc. */
const isRepetition = (text: string) => /^(.{1,4}?)\1+.{0,3}$/u.test(text)
