import { canonical, type Network, networkMatches, parseNetwork } from '../../lib/canonical.ts'

export interface BlacklistValue {
  readonly type: 'ip' | 'username' | 'hwid' | 'email'
  readonly value: string
}

/** Who asks, in canonical form; what is not known is left out. */
export interface Identity {
  readonly ip: string
  readonly usernameKey?: string | undefined
  readonly emailKey?: string | null | undefined
  readonly hwidKey?: string | null | undefined
}

type Block = 'blocked_ip' | 'blocked_username' | 'blocked_email' | 'blocked_hwid'

/** The blacklist of one application (its own entries and the account's), ready to be asked at every call. */
export interface BlacklistIndex {
  /** The first that matches, in the order of the checks: address, username, e-mail, hardware id. */
  find(identity: Identity): Block | undefined
}

/** An index that lives longer must not grow with everybody who asks. */
const maxAddresses = 10_000

export function indexBlacklist(entries: readonly BlacklistValue[]): BlacklistIndex {
  const keysOf = (type: BlacklistValue['type']) =>
    new Set(entries.filter((entry) => entry.type === type).map((entry) => canonical(entry.value)))
  const usernames = keysOf('username')
  const emails = keysOf('email')
  const hwids = keysOf('hwid')
  const networks = entries.filter((entry) => entry.type === 'ip').map((entry) => parseNetwork(entry.value))
  const known = networks.filter((network): network is Network => network !== undefined)
  // The same addresses come at every beat, and an index lives for half a second only.
  const askedAddresses = new Map<string, boolean>()
  const isAddressBlocked = (ip: string): boolean => {
    const asked = askedAddresses.get(ip)
    if (asked !== undefined) return asked
    const isBlocked = known.some((network) => networkMatches(network, ip))
    if (askedAddresses.size < maxAddresses) askedAddresses.set(ip, isBlocked)
    return isBlocked
  }
  return {
    find({ ip, usernameKey, emailKey, hwidKey }) {
      if (known.length > 0 && isAddressBlocked(ip)) return 'blocked_ip'
      if (usernameKey && usernames.has(usernameKey)) return 'blocked_username'
      if (emailKey && emails.has(emailKey)) return 'blocked_email'
      if (hwidKey && hwids.has(hwidKey)) return 'blocked_hwid'
      return undefined
    },
  }
}
