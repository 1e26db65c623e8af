import { sessionLiveMs } from '../../shared/constants.ts'
import { type Clock, isClockWrong } from '../lib/clock.ts'
import { NumberMap } from '../lib/number-map.ts'
import { createPace } from '../lib/pace.ts'
import type { HotStore, SessionFacts } from '../store/hot/hot-store.ts'
import type { StoreSet, Stores } from '../store/index.ts'
import type { EndedSession } from '../store/sessions/client-sessions.ts'
import type { Recorder } from './recorder.ts'

/** How often last-seen times are stored; `docs/decisions/heartbeats.md` says why not at every heartbeat. */
export const lastSeenFlushMs = 5_000
/** A clock that differs by more than this between two checks was set; less is a correction or a short pause. */
const jumpMs = 5_000
/** Clock skew that is tolerated between two servers. */
const skewMs = 15_000

/** Heartbeats of client sessions, and the sweeper that ends sessions without one for 90 s. */
export interface LiveSessions {
  /** Records a heartbeat. */
  seen(sessionId: number): void
  /** The latest of the last heartbeat in memory, the one in the database, and the start of the grace period. */
  lastSeenAtMs(session: Pick<SessionFacts, 'id' | 'lastSeenAtMs'>): number
  flush(): Promise<void>
  /**
   * Ends sessions that missed three heartbeats (90 s), and logs it. Returns how many. Ends none while the clock of this
   * machine is wrong: the other servers do. After an outage there may be very many: they end in slices with rests
   * between them, so that nobody waits.
   */
  sweep(): Promise<number>
  /** Ends a sweep after its slice; the next start goes on. */
  stop(): void
}

/**
 * No session is ended in the first 90 s after a start: clients could not reach a server that was down, and the last
 * flush before a crash may be missing. The same grace period follows a clock change, because the age of the last
 * heartbeats is unknown then.
 */
export function openLiveSessions(hot: HotStore, stores: Stores, recorder: Recorder, clock: Clock): LiveSessions {
  let graceFromMs = clock.nowMs()
  let clockOffsetMs = graceFromMs - clock.elapsedMs()
  let seen = new NumberMap()
  let flushing = new NumberMap()
  let last: Promise<void> = Promise.resolve()
  const stopping = new AbortController()
  const paced = { ...stores.slices, signal: stopping.signal }

  /** Runs at every heartbeat. */
  const detectClockJump = () => {
    const nowMs = clock.nowMs()
    const before = clockOffsetMs
    clockOffsetMs = nowMs - clock.elapsedMs()
    if (Math.abs(clockOffsetMs - before) < jumpMs) return
    graceFromMs = nowMs
    for (const id of seen.ids()) seen.set(id, Math.min(seen.get(id) ?? 0, nowMs))
  }
  const clampFutureLastSeen = async () => {
    const clamp = (rows: number) =>
      stores.transaction((tx) => tx.clientSessions.clampFutureLastSeen(clock.now(), skewMs, rows))
    await untilFewerThanAsked(clamp, paced)
  }

  const writeSeen = async () => {
    if (seen.size === 0) return
    const written = seen
    seen = flushing
    flushing = written
    try {
      await hot.markSeen(written)
    } catch (error) {
      for (const id of written.ids()) seen.set(id, seen.get(id) ?? written.get(id) ?? 0)
      throw error
    } finally {
      written.clear()
    }
  }

  /** Serialized: when a flush resolves, every heartbeat recorded before it is stored. */
  const flush = () => {
    last = last.catch(() => {}).then(writeSeen)
    return last
  }

  return {
    seen: (sessionId) => void seen.set(sessionId, clock.nowMs()),
    lastSeenAtMs(session) {
      detectClockJump()
      return Math.max(session.lastSeenAtMs, seen.get(session.id) ?? flushing.get(session.id) ?? 0, graceFromMs)
    },
    flush,
    async sweep() {
      if (isClockWrong(clock)) return 0
      detectClockJump()
      await clampFutureLastSeen()
      // Another node may hold heartbeats that are one flush newer than the database.
      const cutoffMs = clock.nowMs() - sessionLiveMs - lastSeenFlushMs
      if (cutoffMs < graceFromMs) return 0
      await flush()
      const endSome = (rows: number) =>
        stores.transaction(async (tx) => {
          const at = clock.now()
          const sessions = await tx.clientSessions.endStale(new Date(cutoffMs), at, rows)
          for (const session of sessions) await recorder.record(tx, sessionEnd(session, 'timeout', at))
          return sessions.length
        })
      return untilFewerThanAsked(endSome, paced)
    },
    stop: () => stopping.abort(),
  }
}

/** Changes rows in slices until one finds fewer than it may change. Returns how many. */
async function untilFewerThanAsked(
  change: (rows: number) => Promise<number>,
  options: Parameters<typeof createPace>[0],
): Promise<number> {
  const pace = createPace(options)
  let changed = 0
  for (let isMore = true; isMore && !options?.signal?.aborted; ) {
    await pace.slice(async (rows) => {
      const slice = await change(rows)
      changed += slice
      isMore = slice === rows
    })
  }
  return changed
}

/** The activity entry of a session that ended. */
export function sessionEnd(session: EndedSession, reason: string, at: Date) {
  return {
    applicationId: session.applicationId,
    event: 'session_end',
    success: true,
    code: reason,
    userId: session.userId,
    username: session.username,
    ipAddress: session.ipAddress,
    userAgent: session.userAgent,
    count: 1,
    at,
  } as const
}

/** Ends the users' sessions, with an event for each, in the transaction of the change that requires it. */
export async function endUserSessions(
  recorder: Pick<Recorder, 'record'>,
  tx: StoreSet,
  applicationId: number,
  userIds: readonly number[],
  at: Date,
): Promise<void> {
  const ended = await tx.clientSessions.endForUsers(applicationId, userIds, 'ended_by_owner', at)
  for (const session of ended) await recorder.record(tx, sessionEnd(session, 'ended_by_owner', at))
}

/** Ends the user's sessions on a device that is released, and those that named none. */
export async function endDeviceSessions(
  recorder: Pick<Recorder, 'record'>,
  tx: StoreSet,
  applicationId: number,
  userId: number,
  hwid: string,
  at: Date,
): Promise<void> {
  const ended = await tx.clientSessions.endOfDevice(applicationId, userId, hwid, 'ended_by_owner', at)
  for (const session of ended) await recorder.record(tx, sessionEnd(session, 'ended_by_owner', at))
}

interface HardwareLock {
  readonly hwid: string | null
  readonly isHwidLocked: boolean
}

/** Whether sessions may be running on a device that the new lock forbids. Without a lock every device is allowed. */
export function isLockTightened(before: HardwareLock, after: HardwareLock): boolean {
  return after.hwid !== before.hwid || (after.isHwidLocked && !before.isHwidLocked)
}
