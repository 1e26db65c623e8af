import { sessionLiveMs } from '../../../shared/constants.ts'
import type { Application } from '../../store/applications/applications.ts'
import type { UserInspectionDeps } from './inspection-deps.ts'

type Running = readonly { readonly id: number; readonly lastSeenAtMs: number }[]

/** How many sessions run, and whether a start would refuse one more; counted as the start counts them. */
export async function sessionRoom(
  { stores, live, clock }: Pick<UserInspectionDeps, 'stores' | 'live' | 'clock'>,
  { id, sessionLimit, sessionLimitPolicy }: Application,
  userId: number,
) {
  const now = clock.nowMs()
  const room = (running: Running, limit: number | null) => ({
    live: running.filter((session) => now - live.lastSeenAtMs(session) <= sessionLiveMs).length,
    limit,
  })
  const { clientSessions, licenses, appUsers } = stores
  const user = await appUsers.find(id, userId)
  const ofUser = room(await clientSessions.liveOf(id, userId), sessionLimit && sessionLimit * (user?.seats ?? 1))
  const licenseId = user?.licenseId ?? null
  const license = licenseId === null ? undefined : await licenses.find(id, licenseId)
  const ofLicense = license && room(await clientSessions.liveOfLicense(id, license.id), license.maxSessions)
  const isFull = [ofUser, ofLicense].some((each) => each && each.limit !== null && each.live >= each.limit)
  return { isFull: isFull && sessionLimitPolicy === 'reject', user: ofUser, license: ofLicense ?? null }
}
