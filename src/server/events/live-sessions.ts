import { sessionLiveMs } from '../../shared/constants.ts'
import type { Clock } from '../lib/clock.ts'
import type { HotStore, SessionFacts } from '../store/hot/hot-store.ts'
import type { StoreSet, Stores } from '../store/index.ts'
import type { EndedSession } from '../store/sessions/client-sessions.ts'
import type { Recorder } from './recorder.ts'

/** How often "last seen" of the sessions is written; `docs/decisions/heartbeats.md` tells why not at every beat. */
export const lastSeenFlushMs = 5_000
const sweepSlice = 200
/** A clock that gains or loses more than this between two looks was set; less is a correction or a short pause. */
const jumpMs = 5_000
/** Clocks of two servers may differ by this much. */
const skewMs = 15_000

/** Signs of life of clients' sessions, and the sweeper that ends those that gave none. */
export interface LiveSessions {
  /** A heartbeat counted. */
  seen(sessionId: number): void
  /** The newest sign of life: this process's memory, the database, or the grace after a restart. */
  lastSeenAtMs(session: Pick<SessionFacts, 'id' | 'lastSeenAtMs'>): number
  flush(): Promise<void>
  /** Ends sessions that gave no sign for three beats and logs it; returns how many. */
  sweep(): Promise<number>
}

/**
 * After a start nobody is ended for one window: clients could not reach a server that was down, and the last flush
 * before a crash may be missing. The same holds when the clock is set: how long somebody was silent is not known then.
 */
export function openLiveSessions(hot: HotStore, stores: Stores, recorder: Recorder, clock: Clock): LiveSessions {
  let graceFromMs = clock.nowMs()
  let clockOffsetMs = graceFromMs - clock.elapsedMs()
  let seen = new Map<number, number>()
  let flushing: ReadonlyMap<number, number> = new Map()
  let last: Promise<void> = Promise.resolve()

  /** Asked at every beat. */
  const detectClockJump = () => {
    const nowMs = clock.nowMs()
    const before = clockOffsetMs
    clockOffsetMs = nowMs - clock.elapsedMs()
    if (Math.abs(clockOffsetMs - before) < jumpMs) return
    graceFromMs = nowMs
    for (const [id, at] of seen) if (at > nowMs) seen.set(id, nowMs)
  }
  const clampFutureLastSeen = async () => {
    while (
      (await stores.transaction((tx) => tx.clientSessions.clampFutureLastSeen(clock.now(), skewMs, sweepSlice))) ===
      sweepSlice
    );
  }

  const writeSeen = async () => {
    if (seen.size === 0) return
    flushing = seen
    seen = new Map()
    try {
      await hot.markSeen(flushing)
    } catch (error) {
      for (const [id, at] of flushing) if (!seen.has(id)) seen.set(id, at)
      throw error
    } finally {
      flushing = new Map()
    }
  }

  /** One after the other: who waits for a flush knows that everything seen before is written. */
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
      detectClockJump()
      await clampFutureLastSeen()
      // Another node may hold signs of life that are younger than the database by one flush.
      const cutoffMs = clock.nowMs() - sessionLiveMs - lastSeenFlushMs
      if (cutoffMs < graceFromMs) return 0
      await flush()
      let ended = 0
      for (;;) {
        const slice = await stores.transaction(async (tx) => {
          const at = clock.now()
          const sessions = await tx.clientSessions.endStale(new Date(cutoffMs), at, sweepSlice)
          for (const session of sessions) await recorder.record(tx, sessionEnd(session, 'timeout', at))
          return sessions.length
        })
        ended += slice
        if (slice < sweepSlice) return ended
      }
    },
  }
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

/** Signs users out, with an event for each session, in the transaction of the change that made it necessary. */
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

interface HardwareLock {
  readonly hwid: string | null
  readonly isHwidLocked: boolean
}

/** Whether sessions may run on another machine than the lock now allows. A lock that was lifted allows every one. */
export function isLockTightened(before: HardwareLock, after: HardwareLock): boolean {
  return after.hwid !== before.hwid || (after.isHwidLocked && !before.isHwidLocked)
}
