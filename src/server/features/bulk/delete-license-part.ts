import { endUserSessions } from '../../events/live-sessions.ts'
import type { Recorder } from '../../events/recorder.ts'
import type { StoreSet } from '../../store/index.ts'

/**
 * Takes at most `limit` users from a license, with their sessions, and deletes it once it has none: all users of a large
 * license at once would block other writers. Nobody can log in with it from the first one on.
 */
export async function deleteLicensePart(
  recorder: Pick<Recorder, 'record'>,
  tx: StoreSet,
  { applicationId, id }: { readonly applicationId: number; readonly id: number },
  at: Date,
  limit: number,
): Promise<{ readonly users: number; readonly isDeleted: boolean }> {
  const userIds = await tx.licenses.releaseSome(applicationId, id, at, limit)
  await endUserSessions(recorder, tx, applicationId, userIds, at)
  const isDeleted = userIds.length < limit && (await tx.licenses.remove(applicationId, id))
  // it lost the license like the others, and stands for nothing now
  if (isDeleted) await tx.appUsers.removeHolder(applicationId, id)
  return { users: userIds.length, isDeleted }
}
