import { type Attempt, attemptIn, type ReservationOrWaitMs, reserveOrWait } from '../../http/limits/attempt.ts'
import type { Limiters } from '../../http/limits/limiters.ts'
import type { Limiter } from '../../http/limits/rate-limit.ts'
import { ipLimiterKey } from '../../lib/canonical.ts'
import type { UserFacts } from '../../store/hot/hot-store.ts'

/** Of so many at once the call limits are kept; beyond it they begin anew. */
const maxApplications = 10_000

/**
 * The limits of the public API. None is keyed by the API key alone: it ships in the makers' programs, so a stranger
 * could fill it for everybody. Addresses count by /64 in IPv6. Each answers 0 or how long to wait, in milliseconds.
 */
export function openClientRateLimits(limiters: Limiters) {
  const byAddress = (applicationId: number, ip: string) => `${applicationId} ${ipLimiterKey(ip)}`

  const calls = perApplication(() => limiters.window('clientCalls'))
  const invalidKeys = limiters.window('invalidKeys')
  const failuresByAddress = limiters.window('loginFailuresOfAddress')
  const failuresByDevice = limiters.window('loginFailuresOfDevice')
  const failuresByName = limiters.backoff('loginFailuresOfName')
  const loginsByUser = limiters.window('loginsOfUser')
  const loginsByAddress = limiters.window('loginsOfAddress')
  const registrations = [limiters.window('registrationsPerMinute'), limiters.window('registrationsPerHour')]
  const takenNames = limiters.window('takenNames')
  const unknownLicenses = limiters.window('unknownLicenses')
  const beats = limiters.window<number>('heartbeats')
  const verifies = limiters.window<number>('verifies')
  const unknownSessions = limiters.window('unknownSessions')
  const starts = limiters.window('startsOfAddress')
  const reserveForKey = reserveOrWait(invalidKeys)
  const reserveForName = reserveOrWait(takenNames)
  const reserveForLicense = reserveOrWait(unknownLicenses)
  const reserveForUser = reserveOrWait(limiters.window('unknownUsers'))
  const reserveForStart = reserveOrWait(limiters.window('startsOfUser'))
  const reserveForDevice = reserveOrWait(limiters.window('startsOfKnownDevice'))

  return {
    call: (applicationId: number, ip: string) => calls(applicationId).take(ipLimiterKey(ip)),
    invalidKey: (ip: string) => invalidKeys.take(ipLimiterKey(ip)),
    /** For the look-up of a key that may be nobody's. */
    unknownKey: (ip: string) => reserveForKey(ipLimiterKey(ip)),

    /**
     * One try at a user's password. A known device has a bucket of its own; what strangers fill, and the growing wait of
     * the name, are for strangers alone.
     */
    login({ applicationId, ip, usernameKey, device }: LoginTry): LoginAttempt {
      if (device !== undefined) {
        const key = `${applicationId} ${usernameKey} ${device}`
        return { ...attemptIn({ limiter: failuresByDevice, key }), isStranger: false, resetFailures: () => undefined }
      }
      const name = `${applicationId} ${usernameKey}`
      const address = byAddress(applicationId, ip)
      return {
        ...attemptIn({ limiter: failuresByAddress, key: address }, { limiter: failuresByName, key: name }),
        isStranger: true,
        resetFailures: () => failuresByName.reset(name),
      }
    },

    /**
     * Logins with the right password, which cost a hash each: of one user, and of one address through all applications.
     * A known device is no exception.
     */
    rightLogin: (userId: number, ip: string): Attempt =>
      attemptIn({ limiter: loginsByUser, key: String(userId) }, { limiter: loginsByAddress, key: ipLimiterKey(ip) }),

    /** Counted only where every window has room: impatience within a minute does not use up the hour. */
    registration(applicationId: number, ip: string) {
      const address = byAddress(applicationId, ip)
      const waitMs = Math.max(...registrations.map((each) => each.retryAfterMs(address)))
      if (waitMs === 0) for (const each of registrations) each.count(address)
      return waitMs
    },
    /**
     * Places for a registration that may probe names or license keys: registration closes for an address that did. Taken
     * in one order, so that no two wait for each other.
     */
    async probe(applicationId: number, ip: string, hasLicenseKey: boolean): Promise<RegistrationReservation | number> {
      const address = byAddress(applicationId, ip)
      const waitMs = Math.max(takenNames.retryAfterMs(address), unknownLicenses.retryAfterMs(address))
      if (waitMs > 0) return waitMs
      const license = hasLicenseKey ? await reserveForLicense(address) : undefined
      if (typeof license === 'number') return license
      const name = await reserveForName(address)
      if (typeof name === 'number') {
        license?.release()
        return name
      }
      return {
        countTakenName: name.commit,
        countUnknownLicense: () => license?.commit(),
        release() {
          license?.release()
          name.release()
        },
      }
    },
    /** For the look-up of a user id that may be nobody's. */
    unknownUser: (applicationId: number, ip: string): ReservationOrWaitMs | Promise<ReservationOrWaitMs> =>
      reserveForUser(byAddress(applicationId, ip)),

    beat: (sessionId: number) => beats.take(sessionId),
    verify: (sessionId: number) => verifies.take(sessionId),
    unknownSession: (applicationId: number, ip: string) => unknownSessions.take(byAddress(applicationId, ip)),
    start: (applicationId: number, ip: string) => starts.take(byAddress(applicationId, ip)),
    /**
     * For a session of the user that is about to begin, unless its token turns out to be live: what strangers begin in his
     * name keeps no known device from it.
     */
    startOf(
      applicationId: number,
      userId: number,
      device: string | undefined,
    ): ReservationOrWaitMs | Promise<ReservationOrWaitMs> {
      const user = `${applicationId} ${userId}`
      return device === undefined ? reserveForStart(user) : reserveForDevice(`${user} ${device}`)
    },
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

export type ClientRateLimits = ReturnType<typeof openClientRateLimits>

/** A registration under way, in the limits of what it may find out. Settled once; whatever is left is given back. */
export interface RegistrationReservation {
  countTakenName(): void
  countUnknownLicense(): void
  release(): void
}

interface LoginTry {
  readonly applicationId: number
  readonly ip: string
  readonly usernameKey: string
  /** By what the user knows the device that it comes from: `knownDevice`. Absent: a stranger's. */
  readonly device?: string | undefined
}

interface LoginAttempt extends Attempt {
  /** It comes from none of the user's known devices. */
  readonly isStranger: boolean
  /** The password was right: the name's failures are forgotten, if this attempt counts there. */
  resetFailures(): void
}

interface SentDevice {
  readonly ip: string
  readonly hwid?: string | undefined
}

/**
 * By what a login comes from a device that its user is known to use: the bound hardware id, the network of the last
 * successful login, or both. Undefined for strangers. Nobody makes a device known without the right password, but a
 * hardware id may be told and a network shared: who has both is never counted with those who have one.
 */
export function knownDevice(
  user: Pick<UserFacts, 'hwid' | 'lastLoginIp'> | undefined,
  { ip, hwid }: SentDevice,
): string | undefined {
  if (!user) return undefined
  const network = ipLimiterKey(ip)
  const known = [
    ...(hwid !== undefined && user.hwid === hwid ? [`hwid ${hwid}`] : []),
    ...(user.lastLoginIp !== null && ipLimiterKey(user.lastLoginIp) === network ? [`network ${network}`] : []),
  ]
  return known.length > 0 ? known.join(', ') : undefined
}
