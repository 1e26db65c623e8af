import { sessionEnd } from '../../../events/live-sessions.ts'
import type { Recorder } from '../../../events/recorder.ts'
import { type SentComponents, usefulComponents } from '../../../lib/hardware-components.ts'
import type { UserFacts } from '../../../store/hot/hot-store.ts'
import type { StoreSet } from '../../../store/index.ts'
import type { KnownDevice } from '../../../store/users/device-components.ts'
import type { Call, ClientApiDeps } from '../client-call.ts'
import { isHwidLockOn } from '../decide/decide-access.ts'
import { devicesPerSeat, type LoginDecision } from '../decide/decide-login.ts'
import { type BoundDevice, matchingDevice } from '../decide/match-device.ts'

/** A body that names the computer. */
interface SentComputer {
  readonly hwid?: string | undefined
  readonly device_name?: string | undefined
  readonly hwid_components?: SentComponents | undefined
}

/** What a binding needs of a call. */
export type BindingCall = Pick<Call<SentComputer>, 'applicationId' | 'now' | 'context' | 'body'> & {
  /** null: it is not the device's own. */
  readonly ip: string | null
}

export const sentComponents = ({ applicationId, body }: Pick<BindingCall, 'applicationId' | 'body'>) =>
  usefulComponents(applicationId, body.hwid_components)

/**
 * The bound devices of the user that the components of a call are compared with: the one with its hardware ID, else all
 * that it may be. None for a call without components, which reads nothing.
 */
export async function comparedDevices(
  { stores }: Pick<ClientApiDeps, 'stores'>,
  call: Omit<BindingCall, 'ip'>,
  user: UserFacts | undefined,
): Promise<readonly BoundDevice[]> {
  const { applicationId, body, now } = call
  const { hwidTolerance: tolerance } = call.context.application
  const sent = sentComponents(call)
  if (!user || user.hwid === null || body.hwid === undefined || sent === undefined) return []
  if (!isHwidLockOn(call.context.application, user)) return []
  const own = await stores.devices.findByHwid(applicationId, user.id, body.hwid)
  if (own) return [{ ...own, hasOfflineFile: false }]
  if (tolerance === 0) return []
  const known = await stores.devices.withComponents(applicationId, user.id)
  const devices = known.map((device) => ({ ...device, hasOfflineFile: false }))
  const match = matchingDevice({ tolerance, devices, sent, nowMs: now.getTime() })
  if (!match || !(await stores.offlineLicenses.isValid(applicationId, user.id, match.hwid, now))) return devices
  return devices.map((device) => ({ ...device, hasOfflineFile: device.id === match.id }))
}

type DeviceDecision = Pick<LoginDecision, 'binds' | 'relearns'>

/**
 * Binds the device of the call, or gives its hardware ID to the one that it is; the user as it is then. Undefined: the user's
 * devices have changed since the decision, so decide again.
 */
export async function takeDevice(
  recorder: Pick<Recorder, 'record'>,
  tx: StoreSet,
  call: BindingCall,
  user: UserFacts,
  { binds, relearns }: DeviceDecision,
): Promise<UserFacts | undefined> {
  const { applicationId, ip, now: at, context, body } = call
  const { hwid, device_name: name = null } = body
  if (relearns) return changeDevice(recorder, tx, call, user, relearns)
  if (!binds) return user
  if (hwid === undefined) return undefined
  const components = sentComponents(call)
  if (binds === 'first') {
    const isBound = await tx.appUsers.bindHwid(applicationId, user.id, hwid, at, { name, components })
    return isBound ? { ...user, hwid } : undefined
  }
  const perSeat = devicesPerSeat(context.application, user)
  const device = { hwid, name, ip, at, components }
  return (await tx.devices.bind(applicationId, user.id, device, perSeat)) ? user : undefined
}

/** The sessions of its old hardware ID end. Of many logins at once with different components one changes the device. */
async function changeDevice(
  recorder: Pick<Recorder, 'record'>,
  tx: StoreSet,
  call: BindingCall,
  user: UserFacts,
  device: KnownDevice,
): Promise<UserFacts | undefined> {
  const { applicationId, ip, now: at, body } = call
  const { hwid } = body
  const components = sentComponents(call)
  if (hwid === undefined || components === undefined) return undefined
  if (!(await tx.clientSessions.lockUser(applicationId, user.id))) return undefined
  if (await tx.devices.findByHwid(applicationId, user.id, hwid)) return undefined
  if (await tx.offlineLicenses.isValid(applicationId, user.id, device.hwid, at)) return undefined
  if (!(await tx.devices.changeComponents(applicationId, user.id, device, { hwid, components, at }))) return undefined
  if (device.id !== 'first' && ip !== null) await tx.devices.recordLogin(applicationId, user.id, { hwid, ip, at })
  const ended = await tx.clientSessions.endOfDevice(applicationId, user.id, device.hwid, 'replaced', at)
  for (const session of ended) await recorder.record(tx, sessionEnd(session, 'replaced', at))
  return device.id === 'first' ? { ...user, hwid } : user
}

/**
 * Remembers the components that a device sent with its own hardware ID; false: another login did, or there is no room. The
 * login succeeds either way.
 */
export async function rememberComponents(
  { stores, recorder }: Pick<ClientApiDeps, 'stores' | 'recorder'>,
  call: BindingCall,
  user: UserFacts,
  device: KnownDevice,
): Promise<boolean> {
  const { applicationId, now: at } = call
  const components = sentComponents(call)
  if (components === undefined) return false
  let isChanged = false
  await recorder.writeUnlessDiskFull(async () => {
    isChanged = await stores.transaction((tx) =>
      tx.devices.changeComponents(applicationId, user.id, device, { hwid: device.hwid, components, at }),
    )
  })
  return isChanged
}
