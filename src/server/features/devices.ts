import type { deviceRoutes } from '../../shared/contract/devices.ts'
import { endDeviceSessions } from '../events/live-sessions.ts'
import type { Recorder } from '../events/recorder.ts'
import { findApplication } from '../http/auth/application-access.ts'
import { refreshCaller } from '../http/auth/authenticate.ts'
import { clientIp } from '../http/client-ip.ts'
import { audit, type Dashboard } from '../http/dashboard.ts'
import { Problem } from '../http/problem.ts'
import type { Handlers } from '../http/serve-routes.ts'
import { requireAppUser, subjectOfUser, type UserParams } from '../operations/change-app-user.ts'
import type { StoreSet } from '../store/index.ts'
import type { DeviceId } from '../store/users/devices.ts'

interface Devices extends Pick<Dashboard, 'stores' | 'clock'> {
  readonly recorder: Recorder
}

/** The devices that the hardware lock has bound a user to. */
export function deviceHandlers({ stores, clock, recorder }: Devices): Handlers<typeof deviceRoutes> {
  return {
    'GET /api/applications/:id/users/:userId/devices': async ({ caller, params: { id, userId } }) => {
      await findApplication(stores, caller, id, 'look')
      const limit = await stores.devices.limit(id, userId)
      if (limit === undefined) throw new Problem('user_not_found')
      const offline = await stores.offlineLicenses.validByDevice(id, userId, clock.now())
      const devices = await stores.devices.list(id, userId)
      return {
        limit,
        devices: devices.map((device) => ({ ...device, offlineUntil: offline.get(device.hwid) ?? null })),
      }
    },

    'PATCH /api/applications/:id/users/:userId/devices/:deviceId': ({ params, body: { name }, ...actor }) =>
      stores.transaction(async (tx) => {
        await findApplication(tx, await refreshCaller(tx, clock, actor.caller), params.id, 'help')
        const device = await lockDevice(tx, params)
        const { id, userId } = params
        const offlineUntil = (await tx.offlineLicenses.validUntil(id, userId, device.hwid, clock.now())) ?? null
        if (device.name === name) return { ...device, offlineUntil }
        await tx.devices.rename(id, userId, device.id, name)
        await audit(tx, actor, 'user.rename_device', subjectOfUser(params), clock.now())
        return { ...device, name, offlineUntil }
      }),

    'DELETE /api/applications/:id/users/:userId/devices/:deviceId': async ({ params, query: { hwid }, ...actor }) => {
      await stores.transaction(async (tx) => {
        await findApplication(tx, await refreshCaller(tx, clock, actor.caller), params.id, 'help')
        const { username, lastLoginIp, licenseId } = await requireAppUser(tx, params)
        const device = await lockDevice(tx, params)
        if (hwid !== undefined && hwid !== device.hwid) throw new Problem('device_not_found')
        const now = clock.now()
        const { id: applicationId, userId } = params
        await tx.devices.release(applicationId, userId, device, actor.caller.email, now)
        await endDeviceSessions(recorder, tx, applicationId, userId, device.hwid, now)
        await recorder.record(tx, {
          applicationId,
          event: 'device_released',
          success: true,
          code: 'device_released',
          userId,
          username,
          licenseId,
          // of the device: nobody looks here for the address of a colleague
          ipAddress: device.lastIp ?? lastLoginIp ?? clientIp(actor.request),
          userAgent: '',
          count: 1,
          at: now,
        })
        await audit(tx, actor, 'user.release_device', subjectOfUser(params), now)
      })
      return { message: 'Device released' }
    },
  }
}

/** Locks the user, so that no device is bound and no session started meanwhile, and finds the device. */
async function lockDevice(tx: StoreSet, { id, userId, deviceId }: UserParams & { readonly deviceId: DeviceId }) {
  await tx.devices.lockSeats(id, userId)
  if (!(await tx.clientSessions.lockUser(id, userId))) throw new Problem('user_not_found')
  const device = await tx.devices.find(id, userId, deviceId)
  if (!device) throw new Problem('device_not_found')
  return device
}
