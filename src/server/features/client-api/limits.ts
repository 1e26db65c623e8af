import { type Attempt, attemptIn } from '../../http/attempt.ts'
import type { LimitKeeper } from '../../http/limit-keeper.ts'
import { limitTable, scaled as scaledLimit } from '../../http/limit-table.ts'
import { createLimiter, type Limiter } from '../../http/rate-limit.ts'
import { ipLimiterKey } from '../../lib/canonical.ts'
import type { Clock } from '../../lib/clock.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
/** Of so many at once the call limits are kept; beyond it they begin anew. */
const maxApplications = 10_000

/**
 * The limits of the public API. None is keyed by the API key alone: it ships in the makers' programs, so a stranger
 * could fill it for everybody. Addresses count by /64 in IPv6. Each answers 0 or how long to wait, in milliseconds.
 */
export function openClientLimits(clock: Clock, scale: number, keeper: LimitKeeper) {
  const scaled = (limit: number) => Math.max(1, Math.round(limit * scale))
  const limiter = (limit: number, windowMs: number) => createLimiter({ limit: scaled(limit), windowMs, clock })
  const byAddress = (applicationId: number, ip: string) => `${applicationId} ${ipLimiterKey(ip)}`

  const calls = perApplication(() => limiter(6000, minute))
  const invalidKeys = limiter(60, minute)
  const failuresByAddress = limiter(10, 5 * minute)
  const failuresByDevice = keeper.window('client-login-device', { limit: scaled(10), windowMs: 5 * minute, clock })
  const failuresByName = keeper.backoff('client-login-name', {
    free: Math.round(10 * scale),
    maxWaitMs: 900 * second,
    maxPerDay: Math.round(100 * scale),
    clock,
  })
  const registrations = [limiter(30, minute), limiter(200, hour)]
  const takenNames = limiter(20, hour)
  const unknownLicenses = limiter(10, 10 * minute)
  const unknownUsers = limiter(20, 10 * minute)
  const beats = createLimiter<number>({ limit: scaled(10), windowMs: minute, clock })
  const verifies = createLimiter<number>({ limit: scaled(10), windowMs: minute, clock })
  const unknownSessions = limiter(60, minute)
  const starts = limiter(600, minute)

  return {
    call: (applicationId: number, ip: string) => calls(applicationId).take(ipLimiterKey(ip)),
    invalidKey: (ip: string) => invalidKeys.take(ipLimiterKey(ip)),

    /**
     * One try at a user's password. A known device has a bucket of its own; what strangers fill, and the growing wait of
     * the name, are for strangers alone.
     */
    login({ applicationId, ip, usernameKey, device }: LoginTry): LoginAttempt {
      if (device !== undefined) {
        const key = `${applicationId} ${usernameKey} ${device}`
        return { ...attemptIn({ limiter: failuresByDevice, key }), forgive: () => undefined }
      }
      const name = `${applicationId} ${usernameKey}`
      const address = byAddress(applicationId, ip)
      return {
        ...attemptIn({ limiter: failuresByAddress, key: address }, { limiter: failuresByName, key: name }),
        forgive: () => failuresByName.reset(name),
      }
    },

    /** Counted only where every window has room: impatience within a minute does not use up the hour. */
    registration(applicationId: number, ip: string) {
      const address = byAddress(applicationId, ip)
      const waitMs = Math.max(...registrations.map((each) => each.retryAfterMs(address)))
      if (waitMs === 0) for (const each of registrations) each.count(address)
      return waitMs
    },
    /** Registration closes for an address that probes names or keys. */
    probing: (applicationId: number, ip: string) =>
      Math.max(...[takenNames, unknownLicenses].map((each) => each.retryAfterMs(byAddress(applicationId, ip)))),
    takenName: (applicationId: number, ip: string) => takenNames.count(byAddress(applicationId, ip)),
    unknownLicense: (applicationId: number, ip: string) => unknownLicenses.count(byAddress(applicationId, ip)),

    guessing: (applicationId: number, ip: string) => unknownUsers.retryAfterMs(byAddress(applicationId, ip)),
    unknownUser: (applicationId: number, ip: string) => unknownUsers.count(byAddress(applicationId, ip)),

    beat: (sessionId: number) => beats.take(sessionId),
    verify: (sessionId: number) => verifies.take(sessionId),
    unknownSession: (applicationId: number, ip: string) => unknownSessions.take(byAddress(applicationId, ip)),
    start: (applicationId: number, ip: string) => starts.take(byAddress(applicationId, ip)),
  }
}

/** One limiter per application: asked at every call, where joining a key from two parts would cost more than counting. */
function perApplication(create: () => Limiter): (applicationId: number) => Limiter {
  const limiters = new Map<number, Limiter>()
  return (applicationId) => {
    const known = limiters.get(applicationId)
    if (known) return known
    if (limiters.size >= maxApplications) limiters.clear()
    const limiter = create()
    limiters.set(applicationId, limiter)
    return limiter
  }
}

export type ClientLimits = ReturnType<typeof openClientLimits>

interface LoginTry {
  readonly applicationId: number
  readonly ip: string
  readonly usernameKey: string
  /** By what the user knows the device that it comes from: `knownDevice`. Absent: a stranger's. */
  readonly device?: string | undefined
}

interface LoginAttempt extends Attempt {
  /** The password was right: the name's failures are forgotten, if this attempt counts there. */
  forgive(): void
}
