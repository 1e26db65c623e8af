import { canonical, type Network, networkMatches, parseNetwork } from '../../lib/canonical.ts'

export interface BlacklistValue {
  readonly id?: number
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

/** `onBlocked` hears which entry kept somebody out. */
export function indexBlacklist(
  entries: readonly BlacklistValue[],
  onBlocked?: (entryId: number) => void,
): BlacklistIndex {
  const keysOf = (type: BlacklistValue['type']) =>
    new Map(entries.filter((entry) => entry.type === type).map((entry) => [canonical(entry.value), entry]))
  const usernames = keysOf('username')
  const emails = keysOf('email')
  const hwids = keysOf('hwid')
  const networks = networksOf(entries)
  // The same addresses come at every beat, and an index lives for half a second only.
  const askedAddresses = new Map<string, BlacklistValue | null>()
  const entryOfAddress = (ip: string): BlacklistValue | undefined => {
    const asked = askedAddresses.get(ip)
    if (asked !== undefined) return asked ?? undefined
    const entry = networks.find(({ network }) => networkMatches(network, ip))?.entry
    if (askedAddresses.size < maxAddresses) askedAddresses.set(ip, entry ?? null)
    return entry
  }
  const blocked = ({ id }: BlacklistValue, block: Block): Block => {
    if (id !== undefined) onBlocked?.(id)
    return block
  }
  return {
    find({ ip, usernameKey, emailKey, hwidKey }) {
      const address = networks.length > 0 ? entryOfAddress(ip) : undefined
      if (address) return blocked(address, 'blocked_ip')
      const username = usernameKey && usernames.get(usernameKey)
      if (username) return blocked(username, 'blocked_username')
      const email = emailKey && emails.get(emailKey)
      if (email) return blocked(email, 'blocked_email')
      const hwid = hwidKey && hwids.get(hwidKey)
      return hwid ? blocked(hwid, 'blocked_hwid') : undefined
    },
  }
}

function networksOf(
  entries: readonly BlacklistValue[],
): { readonly network: Network; readonly entry: BlacklistValue }[] {
  return entries.flatMap((entry) => {
    const network = entry.type === 'ip' ? parseNetwork(entry.value) : undefined
    return network ? [{ network, entry }] : []
  })
}
