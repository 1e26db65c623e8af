import type { RowChanges } from '../../db/open.ts'
import type { Clock } from '../../lib/clock.ts'

/** When the settings of an application were read, for a cache of them. */
export interface SettingsRead {
  /** When they were read, or last known to be unchanged. */
  freshAtMs: number
  /** How many changes of settings there had been. */
  readonly change: number
}

/**
 * How long a cache may keep what it read of an application, its keys, texts, blacklist and webhooks: 500 ms
 * (`docs/decisions/cache-lifetime.md`), and on the embedded database, which has one writer, until that writes any of it.
 */
export interface SettingsFreshness {
  /** To be called before the read. */
  startRead(): SettingsRead
  isFresh(applicationId: number, read: SettingsRead): boolean
}

/** The maximum age of every cache, on every node. */
export const maxSettingsAgeMs = 500
/** Of how many applications the last change is remembered. */
const maxRemembered = 10_000

/** `changes`: of the embedded database. */
export function openSettingsFreshness(clock: Pick<Clock, 'nowMs'>, changes?: RowChanges): SettingsFreshness {
  const written = changes && watchSettings(changes)
  return {
    startRead: () => ({ freshAtMs: clock.nowMs(), change: written?.count() ?? 0 }),
    isFresh(applicationId, read) {
      const nowMs = clock.nowMs()
      if (Math.abs(nowMs - read.freshAtMs) <= maxSettingsAgeMs) return true
      if (!written || written.last(applicationId) > read.change) return false
      read.freshAtMs = nowMs
      return true
    },
  }
}

const rows = (table: string, ids: readonly string[], updateOf?: readonly string[]) => ({ table, ids, updateOf })

/**
 * Every table that the caches read, the columns of it that an UPDATE must touch to count (all, if none is named), and
 * the columns that say whose row it is. Without one, or where it is null, the row concerns all applications of an
 * account, and then all are read again.
 */
export const settingsTables = [
  rows('applications', ['id']),
  rows('api_keys', ['application_id'], ['application_id', 'key_lookup', 'expires_at']),
  rows('signing_keys', ['application_id']),
  rows('hash_counts', ['application_id']),
  // not its counts of hits, which are written every second
  rows('blacklist', ['application_id'], ['account_id', 'application_id', 'type', 'value', 'value_key', 'reason']),
  // not the state of its endpoint, which deliveries write
  rows('webhooks', ['application_id'], ['account_id', 'application_id', 'events', 'is_active', 'deleted_at']),
  rows(
    'accounts',
    [],
    ['login_success', 'login_failed', 'account_disabled', 'account_expired', 'version_mismatch', 'hwid_mismatch'],
  ),
] as const

/**
 * Counts the changes of settings. They count when their batch ends: what was read before that, of the rows as they were,
 * is older than the change.
 */
function watchSettings(changes: RowChanges) {
  const lastOf = new Map<number, number>()
  const touched = new Set<number>()
  let areAllTouched = false
  let lastOfAll = 0
  let count = 0

  const touch = (...applicationIds: unknown[]) => {
    const ids = applicationIds.filter((id) => typeof id === 'number')
    for (const id of ids) touched.add(id)
    if (ids.length === 0 || ids.length < applicationIds.length) areAllTouched = true
  }
  for (const { table, ids, updateOf } of settingsTables) {
    const of = (state: 'old' | 'new') => ids.map((id) => `${state}.${id}`)
    changes.onRow({ table, on: 'INSERT', values: of('new') }, touch)
    changes.onRow({ table, on: updateOf ? { updateOf } : 'UPDATE', values: [...of('old'), ...of('new')] }, touch)
    changes.onRow({ table, on: 'DELETE', values: of('old') }, touch)
  }
  changes.onBatchEnd(() => {
    if (!areAllTouched && touched.size === 0) return
    count += 1
    if (areAllTouched) lastOfAll = count
    for (const id of touched) lastOf.set(id, count)
    if (lastOf.size > maxRemembered) forgetEach()
    touched.clear()
    areAllTouched = false
  })
  changes.onForeignWrite(() => {
    count += 1
    lastOfAll = count
  })
  /** Then what was read of any application is read again, once. */
  const forgetEach = () => {
    lastOf.clear()
    lastOfAll = count
  }
  return {
    count: () => count,
    /** The last change of anything of this application. */
    last(applicationId: number) {
      changes.lookForForeignWrite()
      return Math.max(lastOfAll, lastOf.get(applicationId) ?? 0)
    },
  }
}
