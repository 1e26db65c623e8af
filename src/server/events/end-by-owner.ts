import type { StoreSet } from '../store/index.ts'
import { sessionEnd } from './live-sessions.ts'
import type { Recorder } from './recorder.ts'

/** Signs users out, with an event for each session, in the transaction of the change that made it necessary. */
export async function endByOwner(
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
