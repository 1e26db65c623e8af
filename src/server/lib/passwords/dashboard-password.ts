import { dashboardPasswordMaxBytes, dashboardPasswordMinLength } from '../../../shared/constants.ts'

const productName = 'keywright'
/**
 * Longer passwords are rated by their beginning: the time on the event loop grows faster than the length, and what
 * follows cannot make the beginning easier to guess.
 */
const ratedLength = 32
/** A shorter part of an email address occurs in good passwords by chance. */
const minNameLength = 4

/**
 * What is wrong with a new password of a dashboard account; undefined if it is accepted. There are no composition rules:
 * length and resistance to guessing count (docs/decisions/dashboard-passwords.md).
 */
export async function passwordProblem(password: string, email: string): Promise<string | undefined> {
  const problem = lengthProblem(password)
  if (problem !== undefined) return problem
  if (await isGuessable(plainForm(password))) return 'is too common, choose another'
  return nameProblem(password, email)
}

/** The rules that need no dictionary, for the configuration: OWNER_PASSWORD is checked in full when it is first used. */
export const passwordFormProblem = (password: string, email: string) =>
  lengthProblem(password) ?? nameProblem(password, email)

function lengthProblem(password: string): string | undefined {
  if (password.length < dashboardPasswordMinLength) return `must be at least ${dashboardPasswordMinLength} characters`
  if (Buffer.byteLength(password.normalize('NFC')) > dashboardPasswordMaxBytes) {
    return `must be at most ${dashboardPasswordMaxBytes} bytes`
  }
  if (/[\0]|\p{Surrogate}/u.test(password)) return 'must not contain null or invalid characters'
  return undefined
}

function nameProblem(password: string, email: string): string | undefined {
  const plain = plainForm(password)
  if (plain.includes(productName)) return 'must not contain “keywright”'
  const name = plainForm(email.split('@', 1)[0] ?? '')
  if (name.length >= minNameLength && plain.includes(name)) return 'must not contain your email address'
  return undefined
}

/** Capital letters and full-width digits do not make a password harder to guess. */
const plainForm = (text: string) => text.normalize('NFKC').toLowerCase()

/** zxcvbn's scores: below 3 means fewer than 10^8 guesses, below 2 fewer than 10^6. */
async function isGuessable(plain: string): Promise<boolean> {
  const compact = plain.replace(/\s/g, '')
  if (underestimated.has(compact)) return true
  loading ??= loadEstimator().catch((error: unknown) => {
    // Such as too many open files: the next password tries again.
    loading = undefined
    throw error
  })
  const scoreOf = await loading
  // Spaces make a passphrase longer, but do not hide a common password.
  return scoreOf(plain) < 3 || (compact !== plain && scoreOf(compact) < 2)
}

let loading: Promise<(text: string) => number> | undefined

/** Loaded at the first new password: its dictionary takes 0.1 s of CPU time and some 30 MB. */
async function loadEstimator() {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: ratedLength })
  return (text: string) => estimator.check(text).score
}

/** Common passwords that zxcvbn rates higher than they deserve; lower case and without spaces. */
const underestimated: ReadonlySet<string> = new Set(
  `1qaz@wsx#edc !qaz2wsx#edc qwertyuiopasdfghjklzxcvbnm thisismypassword thisisapassword iloveyousomuch admin@123456
  correcthorsebatterystaple wsxedcrfvtgb 31415926535897 licensekey123`.split(/\s+/),
)
