import { type Limiter, type Reservation, refusedFor, refuseFor } from './rate-limit.ts'

/** One limit that an attempt counts in, and for whom. */
export interface Bucket {
  readonly limiter: Pick<Limiter, 'retryAfterMs' | 'reserve' | 'reset'>
  readonly key: string
}

/** One try at a password, a code or a key, in every limit that counts its failures. */
export interface Attempt {
  /** How long the failures that are counted make it wait; 0 when there is room, or when there may be some in a moment. */
  retryAfterMs(): number
  /** A place in each of the limits, or in none of them. Taken before anything is awaited that evaluates the attempt. */
  reserve(): Reservation | undefined
}

/** An attempt that needs room in all of these. */
export function attemptIn(...buckets: readonly Bucket[]): Attempt {
  return {
    retryAfterMs: () => Math.max(0, ...buckets.map(({ limiter, key }) => limiter.retryAfterMs(key))),
    reserve() {
      const taken: Reservation[] = []
      for (const { limiter, key } of buckets) {
        const place = limiter.reserve(key)
        if (!place) {
          for (const each of taken) each.giveBack()
          return undefined
        }
        taken.push(place)
      }
      return {
        keep() {
          for (const each of taken) each.keep()
        },
        giveBack() {
          for (const each of taken) each.giveBack()
        },
      }
    },
  }
}

/** What `checkPassword` answers for an attempt that found no room. */
export type Checked = boolean | 'limited'

/**
 * Checks a password whose hash waits for its turn: the place is taken when the turn comes, and settled by what the hash
 * says. Where the limit is full of attempts that may yet turn out right the hash goes on waiting, so that an office full
 * of honest users is never refused, and yet no more wrong passwords are evaluated than the limit allows. `successes`
 * are limits of right passwords, which cost a hash too.
 */
export async function checkPassword(
  attempt: Attempt,
  verify: (onTurn: () => 'wait' | undefined) => Promise<boolean>,
  successes: Attempt = attemptIn(),
): Promise<Checked> {
  const isLimited = () => attempt.retryAfterMs() > 0 || successes.retryAfterMs() > 0
  if (isLimited()) return 'limited'
  let place: Reservation | undefined
  let success: Reservation | undefined
  const onTurn = () => {
    if (isLimited()) throw new LimitReached()
    place = attempt.reserve()
    success = place && successes.reserve()
    if (success) return undefined
    place?.giveBack()
    return 'wait'
  }
  try {
    const isRight = await verify(onTurn)
    const [counted, free] = isRight ? [success, place] : [place, success]
    counted?.keep()
    free?.giveBack()
    return isRight
  } catch (error) {
    // What could not be checked told its sender nothing.
    place?.giveBack()
    success?.giveBack()
    if (error instanceof LimitReached) return 'limited'
    throw error
  }
}

class LimitReached extends Error {}

/** How soon to try again where others under way fill the limit. */
const momentMs = 1000

/**
 * Evaluates at once what needs no turn, such as a code: undefined is a failure and counts. Refused where there is no
 * place, so that of many sent together no more are evaluated than the limit allows.
 */
export async function evaluate<T>(attempt: Attempt, work: () => Promise<T | undefined>): Promise<T | undefined> {
  refuseFor(attempt.retryAfterMs())
  const place = attempt.reserve()
  if (!place) throw refusedFor(momentMs)
  try {
    const result = await work()
    if (result === undefined) place.keep()
    return result
  } finally {
    place.giveBack()
  }
}
