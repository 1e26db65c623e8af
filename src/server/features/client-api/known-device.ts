import { ipLimiterKey } from '../../lib/canonical.ts'
import type { UserFacts } from '../../store/hot-store.ts'

interface Sent {
  readonly ip: string
  readonly hwid?: string | undefined
}

/**
 * By what a login comes from a device that its user is known to use: the bound hardware id, else the network of the last
 * successful login. Undefined for strangers. Nobody makes a device known without the right password.
 */
export function knownDevice(
  user: Pick<UserFacts, 'hwid' | 'lastLoginIp'> | undefined,
  { ip, hwid }: Sent,
): string | undefined {
  if (!user) return undefined
  if (hwid !== undefined && user.hwid === hwid) return `hwid ${hwid}`
  const network = ipLimiterKey(ip)
  return user.lastLoginIp !== null && ipLimiterKey(user.lastLoginIp) === network ? `network ${network}` : undefined
}
