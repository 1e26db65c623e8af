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
          for (const each of taken) each.release()
          return undefined
        }
        taken.push(place)
      }
      return {
        commit() {
          for (const each of taken) each.commit()
        },
        release() {
          for (const each of taken) each.release()
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
    place?.release()
    return 'wait'
  }
  try {
    const isRight = await verify(onTurn)
    const [counted, free] = isRight ? [success, place] : [place, success]
    counted?.commit()
    free?.release()
    return isRight
  } catch (error) {
    // What could not be checked told its sender nothing.
    place?.release()
    success?.release()
    if (error instanceof LimitReached) return 'limited'
    throw error
  }
}

class LimitReached extends Error {}

/** How soon to try again where others under way fill the limit. */
const retrySoonMs = 1000

/**
 * Evaluates at once what needs no turn, such as a code: undefined is a failure and counts. Refused where there is no
 * place, so that of many sent together no more are evaluated than the limit allows.
 */
export async function evaluate<T>(attempt: Attempt, work: () => Promise<T | undefined>): Promise<T | undefined> {
  refuseFor(attempt.retryAfterMs())
  const place = attempt.reserve()
  if (!place) throw refusedFor(retrySoonMs)
  try {
    const result = await work()
    if (result === undefined) place.commit()
    return result
  } finally {
    place.release()
  }
}

/** A place in a limit, or how long to wait until there may be one, in milliseconds. */
export type ReservationOrWaitMs = Reservation | number

/**
 * Gives out places of a limit to calls that look something up. Where calls under way hold the last places and may yet give
 * them back, the next one waits for them instead of being refused: honest calls by the hundred, behind one address and at
 * once, are all served, and yet no more unknown names or keys are looked up than the limit allows. Who takes a place settles
 * it whatever happens.
 */
export function reserveOrWait(limiter: Limiter): (key: string) => ReservationOrWaitMs | Promise<ReservationOrWaitMs> {
  const waiting = new Map<string, ((place: ReservationOrWaitMs) => void)[]>()

  const reserve = (key: string): Reservation | undefined => {
    const reservation = limiter.reserve(key)
    if (!reservation) return undefined
    const thenServeWaiting = (settle: () => void) => () => {
      settle()
      serveWaiting(key)
    }
    return { commit: thenServeWaiting(reservation.commit), release: thenServeWaiting(reservation.release) }
  }

  const serveWaiting = (key: string) => {
    const queue = waiting.get(key)
    while (queue?.[0]) {
      const place = reserve(key) ?? limiter.retryAfterMs(key)
      if (place === 0) return
      queue.shift()?.(place)
    }
    waiting.delete(key)
  }

  return (key) => {
    const place = reserve(key) ?? limiter.retryAfterMs(key)
    if (place !== 0) return place
    return new Promise((resolve) => {
      const queue = waiting.get(key)
      if (queue) queue.push(resolve)
      else waiting.set(key, [resolve])
    })
  }
}
