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
   * By what a request comes from a device of the account: the mark that its browser got at a sign-in, else the network
   * of the last sign-in. Undefined for strangers. It opens nothing: it says whose failures count together.
   */
  of(request: FastifyRequest, account: DeviceOwner): string | undefined
  /** Whose calls a limit counts together where no account is known yet: a marked browser's, else an address's. */
  callerKey(request: FastifyRequest): string
  /** Makes the browser known, or known for longer. Only for who has just proved to be the account's user. */
  issueCookie(request: FastifyRequest, account: DeviceOwner): (reply: FastifyReply) => void
}

/** What the cookie says, and the server has signed. */
interface DeviceCookie {
  readonly accountId: number
  readonly deviceId: string
  readonly madeAtMs: number
  /** Of the account's password and its number of sign-outs everywhere: with either the mark becomes void. */
  readonly stamp: string
}

interface KnownDeviceDeps {
  /** A keyed hash that nobody else can make. */
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
    const mark = { accountId: Number(accountId), deviceId, madeAtMs: Number(madeAt), stamp }
    return clock.nowMs() - mark.madeAtMs < knownDeviceMs ? mark : undefined
  }

  const validCookieOf = (request: FastifyRequest, account: DeviceOwner): DeviceCookie | undefined => {
    const mark = readCookie(request)
    return mark?.accountId === account.id && mark.stamp === credentialStamp(account) ? mark : undefined
  }

  return {
    of(request, account) {
      const mark = validCookieOf(request, account)
      if (mark) return `${account.id} browser ${mark.deviceId}`
      const network = ipLimiterKey(clientIp(request))
      const isKnown = account.lastLoginIp !== null && ipLimiterKey(account.lastLoginIp) === network
      return isKnown ? `${account.id} network ${network}` : undefined
    },
    callerKey(request) {
      const mark = readCookie(request)
      return mark ? `browser ${mark.deviceId}` : ipLimiterKey(clientIp(request))
    },
    issueCookie(request, account) {
      // The same browser stays the same device: signing in again and again makes no further buckets.
      const deviceId = validCookieOf(request, account)?.deviceId ?? randomToken(16)
      const text = [account.id, deviceId, clock.nowMs(), credentialStamp(account)].join('.')
      return (reply) => cookies.device.set(reply, `${text}.${sign(text)}`)
    },
  }
}
