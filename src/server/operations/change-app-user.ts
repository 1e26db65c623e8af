import { endUserSessions, isLockTightened } from '../events/live-sessions.ts'
import type { Recorder } from '../events/recorder.ts'
import { type Actor, audit, ofApplication } from '../http/dashboard.ts'
import { Problem } from '../http/problem.ts'
import { defined } from '../store/columns.ts'
import type { StoreSet } from '../store/index.ts'
import type { AppUser, AppUserChange } from '../store/users/app-users.ts'

/** A user in the path of a call. */
export interface UserParams {
  readonly id: number
  readonly userId: number
}

/** How the audit log names a user. */
export const subjectOfUser = ({ id, userId }: UserParams) => ofApplication(id, `, user ${userId}`)

export async function requireAppUser(stores: Pick<StoreSet, 'appUsers'>, { id, userId }: UserParams) {
  const user = await stores.appUsers.inspect(id, userId)
  if (!user) throw new Problem('user_not_found')
  return user
}

/**
 * Changes a user, in a transaction that has checked the right to it. Repeating a change succeeds and writes nothing. A
 * new password or a tightened hardware lock ends the user's sessions.
 */
export async function changeAppUser(
  tx: StoreSet,
  recorder: Pick<Recorder, 'record'>,
  actor: Actor,
  params: UserParams,
  { action, wanted, now }: { readonly action: string; readonly wanted: AppUserChange; readonly now: Date },
): Promise<AppUser & { readonly undoId?: string }> {
  // another hardware ID, or none, releases devices
  if (wanted.hwid !== undefined) await tx.devices.lockSeats(params.id, params.userId)
  // no device is bound between the read and the change
  await tx.clientSessions.lockUser(params.id, params.userId)
  const before = await requireAppUser(tx, params)
  if (isUnchanged(before, wanted)) return before
  const snapshot = await tx.undo.readUser(params.id, params.userId)
  const bound = wanted.hwid === undefined ? {} : { hwidBoundAt: wanted.hwid === null ? null : now }
  // another device has no name yet
  const name = wanted.hwid === undefined || wanted.hwid === before.hwid ? {} : { deviceName: null }
  await tx.appUsers.update(params.id, params.userId, { ...wanted, ...bound, ...name })
  const changed = await requireAppUser(tx, params)
  if (wanted.passwordHash !== undefined || isLockTightened(before, changed)) {
    await endUserSessions(recorder, tx, params.id, [params.userId], now)
  }
  await audit(tx, actor, action, subjectOfUser(params), now)
  const undoId = await tx.undo.saveUserChange(params.id, params.userId, {
    before: snapshot,
    // a pause or a ban has a reverse action of its own
    fields: ['hwidLock', 'expiry'],
    action: action.replace('user.', ''),
    actor: actor.caller.email,
    at: now,
  })
  return undoId === undefined ? changed : { ...changed, undoId }
}

/**
 * Whether the user already has the wanted values. A new password can't be compared, so it always counts as a change.
 */
function isUnchanged(user: object, wanted: AppUserChange): boolean {
  const current = new Map<string, unknown>(Object.entries(user))
  return Object.entries(defined(wanted)).every(([field, value]) => comparable(current.get(field)) === comparable(value))
}

function comparable(value: unknown): unknown {
  if (value instanceof Date) return value.getTime()
  // features, in the order of their names
  return value && typeof value === 'object' ? JSON.stringify(Object.entries(value).sort()) : value
}
