import { type Limiter, type Reservation, refusedFor, refuseFor } from './rate-limit.ts'

/** A limit that an attempt counts in, and its key. */
export interface Bucket {
  readonly limiter: Pick<Limiter, 'retryAfterMs' | 'reserve' | 'reset'>
  readonly key: string
}

/** An attempt at a password, a code or a key, in every limit that counts its failures (brute-force protection). */
export interface Attempt {
  /** The wait in ms for the failures counted so far; 0 when there is a free slot, or may be one in a moment. */
  retryAfterMs(): number
  /** Reserves a slot in each of the limits, or in none. Reserve before awaiting anything that verifies the attempt. */
  reserve(): Reservation | undefined
}

/** An attempt that needs a slot in all of these limits. */
export function attemptIn(...buckets: readonly Bucket[]): Attempt {
  return {
    retryAfterMs: () => Math.max(0, ...buckets.map(({ limiter, key }) => limiter.retryAfterMs(key))),
    reserve() {
      const taken: Reservation[] = []
      for (const { limiter, key } of buckets) {
        const reservation = limiter.reserve(key)
        if (!reservation) {
          for (const each of taken) each.release()
          return undefined
        }
        taken.push(reservation)
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

/** The result of `verifyWithinLimits`; `limited` when a limit was reached. */
export type Checked = boolean | 'limited'

/**
 * Verifies a queued password: reserves a slot in the limits when the hash is about to run, then commits it on failure
 * or releases it on success. While the slots are held by attempts that may still succeed, the hash stays in the queue.
 * So an office full of honest users is never rejected, yet no more wrong passwords are verified than the limit allows.
 * `successes` are limits of right passwords, which cost a hash too.
 */
export async function verifyWithinLimits(
  attempt: Attempt,
  verify: (onTurn: () => 'wait' | undefined) => Promise<boolean>,
  successes: Attempt = attemptIn(),
): Promise<Checked> {
  const isLimited = () => attempt.retryAfterMs() > 0 || successes.retryAfterMs() > 0
  if (isLimited()) return 'limited'
  let reservation: Reservation | undefined
  let success: Reservation | undefined
  const onTurn = () => {
    if (isLimited()) throw new LimitReached()
    reservation = attempt.reserve()
    success = reservation && successes.reserve()
    if (success) return undefined
    reservation?.release()
    return 'wait'
  }
  try {
    const isRight = await verify(onTurn)
    const [counted, free] = isRight ? [success, reservation] : [reservation, success]
    counted?.commit()
    free?.release()
    return isRight
  } catch (error) {
    // An attempt that could not be checked reveals nothing, so it is not counted.
    reservation?.release()
    success?.release()
    if (error instanceof LimitReached) return 'limited'
    throw error
  }
}

class LimitReached extends Error {}

/** Retry delay when the slots are held by requests in progress. */
const retrySoonMs = 1000

/**
 * Verifies something without a queue, such as a code. Undefined is a failure and counts. Rejects when no slot is free,
 * so of many concurrent requests no more are verified than the limit allows.
 */
export async function evaluate<T>(attempt: Attempt, work: () => Promise<T | undefined>): Promise<T | undefined> {
  refuseFor(attempt.retryAfterMs())
  const reservation = attempt.reserve()
  if (!reservation) throw refusedFor(retrySoonMs)
  try {
    const result = await work()
    if (result === undefined) reservation.commit()
    return result
  } finally {
    reservation.release()
  }
}

/** A reserved slot, or the wait in ms until there may be one. */
export type ReservationOrWaitMs = Reservation | number

/**
 * Reserves slots for lookups. While requests in progress hold the last slots and may still release them, the next one
 * waits instead of being rejected. So hundreds of honest concurrent requests behind one address are all served, yet no
 * more unknown usernames or keys are looked up than the limit allows. The caller must commit or release every slot.
 */
export function reserveOrWait(limiter: Limiter): (key: string) => ReservationOrWaitMs | Promise<ReservationOrWaitMs> {
  const waiting = new Map<string, ((reservation: ReservationOrWaitMs) => void)[]>()

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
      const reservation = reserve(key) ?? limiter.retryAfterMs(key)
      if (reservation === 0) return
      queue.shift()?.(reservation)
    }
    waiting.delete(key)
  }

  return (key) => {
    const reservation = reserve(key) ?? limiter.retryAfterMs(key)
    if (reservation !== 0) return reservation
    return new Promise((resolve) => {
      const queue = waiting.get(key)
      if (queue) queue.push(resolve)
      else waiting.set(key, [resolve])
    })
  }
}
