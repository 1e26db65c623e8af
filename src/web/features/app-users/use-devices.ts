import { useQuery } from '@tanstack/react-query'
import { type ApiReply, api } from '../../api/client.ts'
import { userKeys } from '../../api/query-keys/users.ts'
import { useMutate } from '../../api/use-mutate.ts'
import * as texts from '../../texts/app-users.ts'

const devicesKey = 'GET /api/applications/:id/users/:userId/devices'
const refresh = [
  devicesKey,
  'GET /api/applications/:id/users',
  'GET /api/applications/:id/users/:userId/inspection',
] as const

export type Device = ApiReply<typeof devicesKey>['devices'][number]

const paramsOf = (applicationId: number, userId: number) => ({ id: String(applicationId), userId: String(userId) })

/** The devices that a user is bound to, and how many they may have. */
export function useDevices(applicationId: number, userId: number) {
  return useQuery({
    queryKey: userKeys.devices(applicationId, userId),
    queryFn: ({ signal }) => api(devicesKey, { params: paramsOf(applicationId, userId) }, { signal }),
    staleTime: 0,
  })
}

/** Releases a device; its programs notice at their next heartbeat. */
export function useReleaseDevice(applicationId: number, userId: number, onDone: () => void) {
  return useMutate(
    ({ id, hwid }: Device) =>
      api('DELETE /api/applications/:id/users/:userId/devices/:deviceId', {
        params: { ...paramsOf(applicationId, userId), deviceId: id === 'first' ? id : String(id) },
        query: { hwid },
      }),
    { done: texts.deviceReleased, refresh, onDone },
  )
}

export function useRenameDevice(applicationId: number, userId: number, onDone: () => void) {
  return useMutate(
    ({ id, name }: Pick<Device, 'id'> & { readonly name: string }) =>
      api('PATCH /api/applications/:id/users/:userId/devices/:deviceId', {
        params: { ...paramsOf(applicationId, userId), deviceId: id === 'first' ? id : String(id) },
        body: { name },
      }),
    { done: texts.deviceRenamed, refresh, onDone },
  )
}
