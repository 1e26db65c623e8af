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

/** Rows per read, so that each read blocks other requests for a few milliseconds at most. */
const batchRows = 1_000
/** After so many rows the figure becomes an "at least". */
const maxRows = 100_000

interface BlacklistMatch {
  readonly type: BlacklistType
  readonly valueKey: string
}

/** Checks accounts and live sessions of these applications. */
export async function entryImpact(
  stores: Stores,
  applicationIds: readonly number[],
  question: BlacklistMatch,
): Promise<EntryImpact> {
  const isMatch = matcher(question)
  const users = new Set<number>()
  let sessions = 0
  let rowsLeft = maxRows
  /** Cursor: the last row, if more follow. */
  const countMatches = <Row extends UserKeys>(rows: readonly Row[]): Row | undefined => {
    rowsLeft -= rows.length
    for (const row of rows) {
      if (!isMatch(row)) continue
      users.add(row.userId)
      if ('sessionId' in row) sessions += 1
    }
    return rowsLeft > 0 && rows.length === batchRows ? rows.at(-1) : undefined
  }
  for (const id of applicationIds) {
    if (rowsLeft <= 0) break
    let session = countMatches(await stores.blacklist.liveSessionsAfter(id, { userId: 0, sessionId: 0 }, batchRows))
    while (session) session = countMatches(await stores.blacklist.liveSessionsAfter(id, session, batchRows))
    if (question.type === 'username') countMatches(await stores.blacklist.usersNamed(id, question.valueKey))
    else {
      let user = countMatches(await stores.blacklist.usersAfter(id, '', batchRows))
      while (user) user = countMatches(await stores.blacklist.usersAfter(id, user.usernameKey, batchRows))
    }
  }
  return { users: users.size, sessions, isAtLeast: rowsLeft <= 0 }
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
