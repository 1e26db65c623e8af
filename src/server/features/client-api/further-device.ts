import type { AccessFacts } from '../../store/hot/hot-store.ts'
import type { ClientApiDeps } from './client-call.ts'
import type { ClientContext } from './client-context.ts'
import { isHwidLockOn } from './decide/decide-access.ts'

/**
 * Whether the hardware ID is one of the user's devices beside the first. Reads an entry of an index, and only where that
 * decides: not for the first device, nor for users who have no other.
 */
export function isFurtherDevice(
  { stores }: Pick<ClientApiDeps, 'stores'>,
  { application }: Pick<ClientContext, 'application'>,
  user: AccessFacts | undefined,
  hwid: string | null | undefined,
): boolean | Promise<boolean> {
  if (!user || hwid == null || user.moreDevices === 0 || hwid === user.hwid) return false
  return isHwidLockOn(application, user) && stores.devices.isBound(application.id, user.id, hwid)
}
