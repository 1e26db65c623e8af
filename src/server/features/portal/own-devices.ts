import type { portalRoutes } from '../../../shared/contract/portal.ts'
import { endDeviceSessions } from '../../events/live-sessions.ts'
import type { PortalCaller } from '../../http/auth/portal-caller.ts'
import { clientIp } from '../../http/client-ip.ts'
import { Problem } from '../../http/problem.ts'
import type { Handlers } from '../../http/serve-routes.ts'
import { hashToken } from '../../lib/tokens.ts'
import { dayMs } from '../../store/columns.ts'
import type { Device } from '../../store/users/devices.ts'
import type { PortalContext } from './portal-context.ts'

type Routes = Pick<typeof portalRoutes, 'GET /api/portal/:slug/devices' | 'DELETE /api/portal/:slug/devices/:deviceId'>

/** As whom a device is released, in its row. */
const releasedBy = 'portal'

/** The devices of a customer, who releases one now and then without asking the developer. */
export function ownDeviceHandlers({ lists, clock, recorder }: PortalContext): Handlers<Routes> {
  return {
    'GET /api/portal/:slug/devices': async ({ caller }) => {
      const { application, session, state } = caller
      const userId = state.user?.id
      if (userId === undefined) {
        return { limit: application.deviceLimit, next_release_at: null, can_release: false, devices: [] }
      }
      const now = clock.now()
      const [limit, devices, last, offline] = await Promise.all([
        lists.devices.limit(application.id, userId),
        lists.devices.list(application.id, userId),
        lists.devices.selfReleasedAt(application.id, userId),
        lists.offlineLicenses.validByDevice(application.id, userId, now),
      ])
      const next = nextRelease(caller, last, now)
      return {
        limit: limit ?? application.deviceLimit,
        next_release_at: next,
        can_release: session.access === 'manage' && next !== null && next <= now,
        devices: devices.map((device) => ({
          id: idOf(device),
          name: device.name,
          hwid: device.hwid.slice(0, shownLength),
          bound_at: device.boundAt,
          last_seen_at: device.lastSeenAt,
          address: session.access === 'view' ? null : device.lastIp,
          offline_until: offline.get(device.hwid) ?? null,
        })),
      }
    },

    'DELETE /api/portal/:slug/devices/:deviceId': async ({ caller, request, params: { deviceId } }) => {
      const { application, state } = caller
      const { user } = state
      if (!user) throw new Problem('key_unused')
      const now = clock.now()
      await lists.transaction(async (tx) => {
        await tx.devices.lockSeats(application.id, user.id)
        const lastBefore = new Date(now.getTime() - application.deviceReleaseDays * dayMs)
        const hasTurn =
          application.deviceReleaseDays > 0 &&
          (await tx.devices.takeReleaseTurn(application.id, user.id, now, lastBefore))
        if (!hasTurn) {
          const last = await tx.devices.selfReleasedAt(application.id, user.id)
          throw new Problem('release_too_soon', { nextAt: nextRelease(caller, last, now) })
        }
        const devices = await tx.devices.list(application.id, user.id)
        const device = devices.find((each) => idOf(each) === deviceId)
        if (!device) throw new Problem('device_not_found')
        // It can't be called back, so the device would be used beside the next one.
        const offlineUntil = await tx.offlineLicenses.validUntil(application.id, user.id, device.hwid, now)
        if (offlineUntil) throw new Problem('device_offline', { nextAt: offlineUntil })
        await tx.devices.release(application.id, user.id, device, releasedBy, now)
        await endDeviceSessions(recorder, tx, application.id, user.id, device.hwid, now)
        await recorder.record(tx, {
          ...{ applicationId: application.id, event: 'device_released', success: true, code: 'device_released' },
          ...{
            userId: user.id,
            username: user.username,
            licenseId: state.licenseId,
            ipAddress: clientIp(request),
            userAgent: '',
            count: 1,
            at: now,
          },
        })
      })
      return { message: 'Device released' }
    },
  }
}

const shownLength = 8

/** Names the device itself: the place of one that is released falls to another. */
const idOf = ({ hwid }: Device) => hashToken(hwid).slice(0, 22)

/** When the next device can be released; null: none can. */
function nextRelease({ application }: PortalCaller, last: Date | null, now: Date): Date | null {
  const { deviceReleaseDays: days } = application
  if (days === 0) return null
  return last ? new Date(last.getTime() + days * dayMs) : now
}
