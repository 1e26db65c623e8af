import { ipLimiterKey } from '../../lib/canonical.ts'
import type { UserFacts } from '../../store/hot-store.ts'

interface Sent {
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
  { ip, hwid }: Sent,
): string | undefined {
  if (!user) return undefined
  const network = ipLimiterKey(ip)
  const known = [
    ...(hwid !== undefined && user.hwid === hwid ? [`hwid ${hwid}`] : []),
    ...(user.lastLoginIp !== null && ipLimiterKey(user.lastLoginIp) === network ? [`network ${network}`] : []),
  ]
  return known.length > 0 ? known.join(', ') : undefined
}
