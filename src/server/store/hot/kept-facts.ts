import type { RowChanges } from '../../db/open.ts'
import {
  type AccessFacts,
  accessFacts,
  licenseColumns,
  licenseIdOf,
  type SessionFacts,
  sessionColumns,
  sessionFacts,
  userAccessColumns,
  userAt,
  type Values,
} from './hot-store.ts'

/** Sessions and users that are kept, of each this many: some 600 bytes a session with a user of its own. */
const maxKept = 200_000

interface KeptLicense {
  /** False once its row has been touched. */
  isCurrent: boolean
}

interface KeptUser {
  isCurrent: boolean
  readonly applicationId: number
  readonly facts: AccessFacts
  readonly license: KeptLicense | undefined
}

/**
 * The facts of a session that has not ended, in half the memory of an object with all of them: there is one per live
 * session, and what is the same for all sessions of a user, or for all that are kept, is not stored again.
 */
class KeptSession implements SessionFacts {
  readonly id: number
  readonly hwid: string | null
  readonly provedAtMs: number | null
  readonly keptUser: KeptUser
  lastSeenAtMs: number

  constructor({ id, hwid, provedAtMs, lastSeenAtMs }: SessionFacts, keptUser: KeptUser) {
    this.id = id
    this.hwid = hwid
    this.provedAtMs = provedAtMs
    this.keptUser = keptUser
    this.lastSeenAtMs = lastSeenAtMs
  }

  get userId() {
    return this.keptUser.facts.id
  }

  get user() {
    return this.keptUser.facts
  }

  get endedAtMs() {
    return null
  }

  get endReason() {
    return null
  }
}

/** What heartbeats and verifies read, kept in memory until a statement touches one of the rows. */
export interface KeptFacts {
  session(applicationId: number, tokenHash: string): SessionFacts | undefined
  user(applicationId: number, userId: number): AccessFacts | undefined
  /** Keeps a `sessionRow` that was read just now, outside any transaction. */
  keepSession(applicationId: number, tokenHash: string, row: Values): SessionFacts
  /** The same of an `accessRow`. */
  keepUser(applicationId: number, row: Values): AccessFacts | undefined
}

/**
 * The rule: a row that any statement updates or deletes is dropped at once, inside the transaction. Nothing is read back
 * before its batch has ended, so a rolled-back change costs a read and is never seen. Rows that do not exist are not
 * kept, so an insertion touches nothing. The columns that are watched are those that are read.
 *
 * Only times of heartbeats, written every few seconds for every session, drop nothing: they are taken over when their
 * batch has been committed.
 */
export function keepFacts(changes: RowChanges): KeptFacts {
  let sessions = new Map<string, KeptSession>()
  let users = new Map<number, KeptUser>()
  let licenses = new Map<number, KeptLicense>()
  let seen: { readonly kept: KeptSession; readonly tokenHash: string; readonly atMs: number }[] = []

  const dropSession = (tokenHash: unknown) => void sessions.delete(tokenHash as string)
  const dropFrom = <K extends KeptUser | KeptLicense>(kept: Map<number, K>, id: unknown) => {
    const entry = kept.get(id as number)
    if (!entry) return
    entry.isCurrent = false
    kept.delete(id as number)
  }
  const dropUser = (id: unknown) => dropFrom(users, id)
  const dropLicense = (id: unknown) => dropFrom(licenses, id)
  const dropAll = () => {
    sessions = new Map()
    users = new Map()
    licenses = new Map()
  }

  const watch = (table: string, columns: readonly string[], key: string, drop: (value: unknown) => void) => {
    changes.onRow({ table, on: { updateOf: columns }, values: [`old.${key}`] }, drop)
    changes.onRow({ table, on: 'DELETE', values: [`old.${key}`] }, drop)
  }
  const readOfSession: readonly string[] = ['application_id', 'token_hash', ...sessionColumns]
  watch(
    'client_sessions',
    readOfSession.filter((column) => column !== 'last_seen_at'),
    'token_hash',
    dropSession,
  )
  watch('app_users', ['application_id', 'license_id', ...userAccessColumns], 'id', dropUser)
  watch('licenses', licenseColumns, 'id', dropLicense)
  changes.onRow(
    {
      table: 'client_sessions',
      on: { updateOf: ['last_seen_at'] },
      values: ['old.application_id', 'old.token_hash', 'new.last_seen_at'],
    },
    (applicationId, tokenHash, atMs) => {
      const kept = sessions.get(tokenHash as string)
      if (kept?.keptUser.applicationId === applicationId) {
        seen.push({ kept, tokenHash: tokenHash as string, atMs: atMs as number })
      }
    },
  )
  changes.onBatchEnd((isComplete) => {
    for (const { kept, tokenHash, atMs } of seen) {
      if (isComplete) kept.lastSeenAtMs = atMs
      else dropSession(tokenHash)
    }
    seen = []
  })
  changes.onForeignWrite(dropAll)

  const isUserCurrent = (kept: KeptUser, applicationId: number) =>
    kept.isCurrent && kept.applicationId === applicationId && kept.license?.isCurrent !== false

  function keepLicense(id: number): KeptLicense {
    const known = licenses.get(id)
    if (known) return known
    const kept = { isCurrent: true }
    licenses.set(id, kept)
    return kept
  }

  function userOf(applicationId: number, row: Values, at: number): KeptUser | undefined {
    const facts = accessFacts(row, at)
    if (!facts) return undefined
    const known = users.get(facts.id)
    if (known && isUserCurrent(known, applicationId)) return known
    if (users.size >= maxKept || licenses.size >= maxKept) dropAll()
    const licenseId = licenseIdOf(row, at)
    const license = licenseId === null ? undefined : keepLicense(licenseId)
    const kept = { isCurrent: true, applicationId, facts, license }
    users.set(facts.id, kept)
    return kept
  }

  return {
    session(applicationId, tokenHash) {
      changes.lookForForeignWrite()
      const kept = sessions.get(tokenHash)
      return kept && isUserCurrent(kept.keptUser, applicationId) ? kept : undefined
    },
    user(applicationId, userId) {
      changes.lookForForeignWrite()
      const kept = users.get(userId)
      return kept && isUserCurrent(kept, applicationId) ? kept.facts : undefined
    },
    keepSession(applicationId, tokenHash, row) {
      const user = userOf(applicationId, row, userAt(0))
      const facts = sessionFacts(row, 0, user?.facts ?? null)
      const hasEnded = facts.endedAtMs !== null || facts.endReason !== null
      if (!user || hasEnded || (sessions.size >= maxKept && !sessions.has(tokenHash))) return facts
      const kept = new KeptSession(facts, user)
      sessions.set(tokenHash, kept)
      return kept
    },
    keepUser: (applicationId, row) => userOf(applicationId, row, 0)?.facts,
  }
}
