import type { Limiter, Reservation } from './rate-limit.ts'

/** A place in a limit, or how long to wait until there may be one, in milliseconds. */
export type Place = Reservation | number

/**
 * Gives out places of a limit to calls that look something up. Where calls under way hold the last places and may yet give
 * them back, the next one waits for them instead of being refused: honest calls by the hundred, behind one address and at
 * once, are all served, and yet no more unknown names or keys are looked up than the limit allows. Who takes a place settles
 * it whatever happens.
 */
export function reserveOrWait(limiter: Limiter): (key: string) => Place | Promise<Place> {
  const waiting = new Map<string, ((place: Place) => void)[]>()

  const reserve = (key: string): Reservation | undefined => {
    const reservation = limiter.reserve(key)
    if (!reservation) return undefined
    const settledBy = (settle: () => void) => () => {
      settle()
      serveWaiting(key)
    }
    return { keep: settledBy(reservation.keep), giveBack: settledBy(reservation.giveBack) }
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
