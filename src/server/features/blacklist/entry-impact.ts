import { canonical, type Network, networkMatches, parseNetwork } from '../../lib/canonical.ts'
import type { BlacklistType } from '../../store/applications/blacklist.ts'
import type { SessionKeys, UserKeys } from '../../store/applications/blacklist-reach.ts'
import type { Stores } from '../../store/index.ts'

/** Which users an entry would block if it were created now. */
export interface EntryImpact {
  readonly users: number
  readonly sessions: number
  /** More accounts or sessions exist than were checked. */
  readonly isAtLeast: boolean
}

/** Rows per read: each keeps the event loop busy for about a millisecond. */
const batchRows = 250
/** After so many rows the figure becomes an "at least". */
const maxRows = 100_000

interface BlacklistMatch {
  readonly type: BlacklistType
  readonly valueKey: string
}

/** Checks accounts and live sessions of these applications, for all entries in one pass; returns each with its impact. */
export async function entryImpacts<Entry extends BlacklistMatch>(
  { blacklist }: Pick<Stores, 'blacklist'>,
  applicationIds: readonly number[],
  entries: readonly Entry[],
): Promise<(Entry & EntryImpact)[]> {
  const found = entries.map((entry) => ({ entry, isMatch: matcher(entry), users: new Set<number>(), sessions: 0 }))
  let rowsLeft = maxRows
  const check = (row: UserKeys | SessionKeys) => {
    rowsLeft -= 1
    for (const each of found) {
      if (!each.isMatch(row)) continue
      each.users.add(row.userId)
      if ('sessionId' in row) each.sessions += 1
    }
  }
  const checkAll = async <Row extends UserKeys>(read: (after: Row | undefined) => Promise<Row[]>) => {
    let after: Row | undefined
    while (rowsLeft > 0) {
      const rows = await read(after)
      rows.forEach(check)
      if (rows.length < batchRows) return
      after = rows.at(-1)
    }
  }
  const noSession = { userId: 0, sessionId: 0 }
  for (const id of applicationIds) {
    await checkAll((after: SessionKeys | undefined) => blacklist.liveSessionsAfter(id, after ?? noSession, batchRows))
  }
  const areSessionsChecked = rowsLeft > 0
  // the one user of a name is found by it; for anything else all are read
  const isNamed = ({ type }: BlacklistMatch) => type === 'username'
  for (const { valueKey } of entries.filter(isNamed)) {
    for (const id of applicationIds) (await blacklist.usersNamed(id, valueKey)).forEach(check)
  }
  for (const id of entries.every(isNamed) ? [] : applicationIds) {
    await checkAll((after: UserKeys | undefined) => blacklist.usersAfter(id, after?.usernameKey ?? '', batchRows))
  }
  return found.map(({ entry, users, sessions }) => ({
    ...{ ...entry, users: users.size, sessions },
    isAtLeast: isNamed(entry) ? !areSessionsChecked : rowsLeft <= 0,
  }))
}

/** Compares as the public API does: IP addresses by network, everything else by its canonical form. */
function matcher({ type, valueKey }: BlacklistMatch): (row: UserKeys | SessionKeys) => boolean {
  if (type === 'username') return (row) => row.usernameKey === valueKey
  if (type === 'email') return (row) => row.emailKey === valueKey
  if (type === 'hwid') {
    const isSent = (row: UserKeys | SessionKeys) =>
      'hwid' in row && row.hwid !== null && canonical(row.hwid) === valueKey
    return (row) => row.hwidKey === valueKey || isSent(row)
  }
  const network = parseNetwork(valueKey)
  return network ? matchesNetwork(network) : () => false
}

function matchesNetwork(network: Network): (row: UserKeys | SessionKeys) => boolean {
  const holds = (ip: string | null) => ip !== null && networkMatches(network, ip)
  return (row) => ('ipAddress' in row ? holds(row.ipAddress) : holds(row.lastLoginIp))
}
