import type { FastifyReply, FastifyRequest } from 'fastify'
import { clientIp } from '../../http/client-ip.ts'
import { ipLimiterKey } from '../../lib/canonical.ts'
import type { Clock } from '../../lib/clock.ts'
import { equalsConstantTime, randomToken } from '../../lib/tokens.ts'
import type { AccountWithHash } from '../../store/accounts/accounts.ts'
import { knownDeviceMs, type SignInCookies } from './sign-in-cookies.ts'

type DeviceOwner = Pick<AccountWithHash, 'id' | 'passwordHash' | 'lastLoginIp' | 'deviceGeneration'>

export interface KnownDevices {
  /**
   * Recognizes a request from one of the account's devices: by the device cookie set at sign-in, else by the network
   * of the last sign-in; undefined for strangers. A device cookie grants no access. Failures from known devices and
   * from strangers are counted separately, so strangers cannot lock a user out.
   */
  of(request: FastifyRequest, account: DeviceOwner): string | undefined
  /**
   * The source that a limit counts before the account is known: the browser of a device cookie, else the IP address.
   */
  callerKey(request: FastifyRequest): string
  /** Issues or renews the device cookie. Only for a request that has just authenticated as the account's user. */
  issueCookie(request: FastifyRequest, account: DeviceOwner): (reply: FastifyReply) => void
}

/** The signed content of the cookie. */
interface DeviceCookie {
  readonly accountId: number
  readonly deviceId: string
  readonly madeAtMs: number
  /** Derived from the password and the number of sign-outs everywhere: a change of either invalidates the cookie. */
  readonly stamp: string
}

interface KnownDeviceDeps {
  /** An HMAC that only this server can compute. */
  readonly sign: (text: string) => string
  readonly cookies: SignInCookies
  readonly clock: Clock
}

export function openKnownDevices({ sign, cookies, clock }: KnownDeviceDeps): KnownDevices {
  const credentialStamp = ({ id, passwordHash, deviceGeneration }: DeviceOwner) =>
    sign(`stamp ${id} ${deviceGeneration} ${passwordHash}`).slice(0, 22)

  const readCookie = (request: FastifyRequest): DeviceCookie | undefined => {
    const text = cookies.device.read(request) ?? ''
    const end = text.lastIndexOf('.')
    if (end < 0 || !equalsConstantTime(text.slice(end + 1), sign(text.slice(0, end)))) return undefined
    const [accountId, deviceId = '', madeAt, stamp = ''] = text.slice(0, end).split('.')
    const cookie = { accountId: Number(accountId), deviceId, madeAtMs: Number(madeAt), stamp }
    return clock.nowMs() - cookie.madeAtMs < knownDeviceMs ? cookie : undefined
  }

  const validCookieOf = (request: FastifyRequest, account: DeviceOwner): DeviceCookie | undefined => {
    const cookie = readCookie(request)
    return cookie?.accountId === account.id && cookie.stamp === credentialStamp(account) ? cookie : undefined
  }

  return {
    of(request, account) {
      const cookie = validCookieOf(request, account)
      if (cookie) return `${account.id} browser ${cookie.deviceId}`
      const network = ipLimiterKey(clientIp(request))
      const isKnown = account.lastLoginIp !== null && ipLimiterKey(account.lastLoginIp) === network
      return isKnown ? `${account.id} network ${network}` : undefined
    },
    callerKey(request) {
      const cookie = readCookie(request)
      return cookie ? `browser ${cookie.deviceId}` : ipLimiterKey(clientIp(request))
    },
    issueCookie(request, account) {
      // The same browser keeps its device ID, so repeated sign-ins create no further buckets.
      const deviceId = validCookieOf(request, account)?.deviceId ?? randomToken(16)
      const text = [account.id, deviceId, clock.nowMs(), credentialStamp(account)].join('.')
      return (reply) => cookies.device.set(reply, `${text}.${sign(text)}`)
    },
  }
}
