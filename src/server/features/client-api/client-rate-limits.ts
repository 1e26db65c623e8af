import { type Attempt, attemptIn, type ReservationOrWaitMs, reserveOrWait } from '../../http/limits/attempt.ts'
import type { Limiters } from '../../http/limits/limiters.ts'
import type { Limiter } from '../../http/limits/rate-limit.ts'
import { ipLimiterKey } from '../../lib/canonical.ts'
import type { UserFacts } from '../../store/hot/hot-store.ts'

/** Bounds the limiters in memory; beyond it their counts start over. */
const maxApplications = 10_000

/**
 * The rate limits of the public API, and its brute-force protection. No limit is keyed by the API key alone: the key
 * ships inside the software, so an attacker could exhaust it for all users. IPv6 addresses count by /64. Each method
 * returns the wait in milliseconds, 0 when allowed.
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
  const licenseLoginsByDevice = limiters.window('licenseLoginsOfDevice')
  const licenseLoginsByAddress = limiters.window('licenseLoginsOfAddress')
  const heartbeats = limiters.idWindow('heartbeats')
  const verifies = limiters.idWindow('verifies')
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
    /** Reserves a slot before an unknown API key is looked up. */
    unknownKey: (ip: string) => reserveForKey(ipLimiterKey(ip)),

    /**
     * An attempt at a user's password. The login limit per address and the backoff per username lock out attackers
     * only: a known device has a bucket of its own, so nobody can lock users out of their own devices.
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
     * Throttles successful logins, which cost a hash each: per user, and per address across all applications. Known
     * devices are no exception.
     */
    successfulLogin: (userId: number, ip: string): Attempt =>
      attemptIn({ limiter: loginsByUser, key: String(userId) }, { limiter: loginsByAddress, key: ipLimiterKey(ip) }),

    /** Counted only when all windows allow it, so a burst within a minute does not use up the hourly limit. */
    registration(applicationId: number, ip: string) {
      const address = byAddress(applicationId, ip)
      const waitMs = Math.max(...registrations.map((each) => each.retryAfterMs(address)))
      if (waitMs === 0) for (const each of registrations) each.count(address)
      return waitMs
    },
    /**
     * Reserves slots for a registration that may enumerate usernames or license keys; an address that did so too often
     * can't register for a while. Always reserved in this order, so that two requests cannot deadlock.
     */
    async reserveRegistration(
      applicationId: number,
      ip: string,
      hasLicenseKey: boolean,
    ): Promise<RegistrationReservation | number> {
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
    /** Reserves a slot before a license key that may be guessed is looked up; registrations share them. */
    unknownLicense: (applicationId: number, ip: string): ReservationOrWaitMs | Promise<ReservationOrWaitMs> =>
      reserveForLicense(byAddress(applicationId, ip)),
    /** A sign-in with a key that exists; a bound device has a bucket of its own. */
    licenseLogin: (applicationId: number, licenseId: number, ip: string, device: string | undefined) =>
      device === undefined
        ? licenseLoginsByAddress.take(`${licenseId} ${byAddress(applicationId, ip)}`)
        : licenseLoginsByDevice.take(`${licenseId} ${device}`),
    /** Reserves a slot before a user ID that may be guessed is looked up. */
    unknownUser: (applicationId: number, ip: string): ReservationOrWaitMs | Promise<ReservationOrWaitMs> =>
      reserveForUser(byAddress(applicationId, ip)),

    heartbeat: (sessionId: number) => heartbeats.take(sessionId),
    verify: (sessionId: number) => verifies.take(sessionId),
    unknownSession: (applicationId: number, ip: string) => unknownSessions.take(byAddress(applicationId, ip)),
    start: (applicationId: number, ip: string) => starts.take(byAddress(applicationId, ip)),
    /**
     * Reserves a slot for a session start, released if the token turns out to be live already. Starts by attackers in a
     * user's name don't block known devices.
     */
    startOfUser(
      applicationId: number,
      userId: number,
      device: string | undefined,
    ): ReservationOrWaitMs | Promise<ReservationOrWaitMs> {
      const user = `${applicationId} ${userId}`
      return device === undefined ? reserveForStart(user) : reserveForDevice(`${user} ${device}`)
    },
  }
}

/** One limiter per application: joining a key of two parts on every request would cost more than counting. */
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

/** The reserved slots of one registration. What is not counted is released at the end. */
export interface RegistrationReservation {
  countTakenName(): void
  countUnknownLicense(): void
  release(): void
}

interface LoginTry {
  readonly applicationId: number
  readonly ip: string
  readonly usernameKey: string
  /** Name of the known device (see `knownDevice`); absent for all others. */
  readonly device?: string | undefined
}

interface LoginAttempt extends Attempt {
  /** The request comes from no known device of the user. */
  readonly isStranger: boolean
  /** Called after a right password: resets the backoff of the username. */
  resetFailures(): void
}

interface SentDevice {
  readonly ip: string
  readonly hwid?: string | undefined
  /** The hardware ID is bound beside the first one. */
  readonly isFurtherDevice?: boolean
}

/**
 * Names the device of a login if the user is known to use it: by the bound hardware ID, the network of the last
 * successful login, or both. Undefined otherwise. A device becomes known only by a successful login. A hardware ID can
 * leak and a network can be shared, so devices that match both have a bucket of their own.
 */
export function knownDevice(
  user: Pick<UserFacts, 'hwid' | 'lastLoginIp'> | undefined,
  { ip, hwid, isFurtherDevice = false }: SentDevice,
): string | undefined {
  if (!user) return undefined
  const network = ipLimiterKey(ip)
  const known = [
    ...(hwid !== undefined && (user.hwid === hwid || isFurtherDevice) ? [`hwid ${hwid}`] : []),
    ...(user.lastLoginIp !== null && ipLimiterKey(user.lastLoginIp) === network ? [`network ${network}`] : []),
  ]
  return known.length > 0 ? known.join(', ') : undefined
}
