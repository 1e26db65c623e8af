import { useQuery } from '@tanstack/react-query'
import { type ApiInput, type ApiReply, api } from '../../api/client.ts'
import { licenseKeys } from '../../api/query-keys/licenses.ts'
import { type MutateOptions, useMutate } from '../../api/use-mutate.ts'
import { useUndo } from '../../api/use-undo.ts'
import type { RecordCalls } from '../../common/forms/use-edit-form.tsx'
import type { License } from './use-licenses.ts'

const detailsKey = 'GET /api/applications/:id/licenses/:licenseId'

export type LicenseDetails = ApiReply<typeof detailsKey>
export type ChangedLicense = ApiInput<'PATCH /api/applications/:id/licenses/:licenseId'>['body']

/** Endpoints whose cached responses a changed license makes stale. */
const refresh = [
  detailsKey,
  'GET /api/applications/:id/licenses',
  'GET /api/applications/:id/licenses/summary',
  'GET /api/applications/:id/users',
  'GET /api/applications/:id/users/:userId/inspection',
  'GET /api/applications/:id',
] as const

const paramsOf = (applicationId: number, licenseId: number) => ({
  id: String(applicationId),
  licenseId: String(licenseId),
})

const readDetails = (applicationId: number, licenseId: number, signal?: AbortSignal) =>
  api(detailsKey, { params: paramsOf(applicationId, licenseId) }, { signal })

const patch = (applicationId: number, licenseId: number, body: ChangedLicense) =>
  api('PATCH /api/applications/:id/licenses/:licenseId', { params: paramsOf(applicationId, licenseId), body })

/** A license with its users and what was changed. */
export function useLicenseDetails(applicationId: number, licenseId: number) {
  return useQuery({
    queryKey: licenseKeys.one(applicationId, licenseId),
    queryFn: ({ signal }) => readDetails(applicationId, licenseId, signal),
    staleTime: 0,
  })
}

interface Change {
  readonly license: Pick<License, 'id'>
  /** From the license as it is now: what somebody else added meanwhile stays. */
  readonly changeOf: (now: License) => ChangedLicense
}

/** Changes one license: more days, more seats. With Undo where the server offers it. */
export function useChangeLicense(
  applicationId: number,
  done: string,
  onDone?: MutateOptions<Change, License>['onDone'],
) {
  const undo = useUndo(applicationId)
  return useMutate(
    async ({ license, changeOf }: Change) =>
      patch(applicationId, license.id, changeOf(await readDetails(applicationId, license.id))),
    {
      done: ({ undoId }) => ({
        title: done,
        ...(undoId !== undefined && { action: { label: 'Undo', onClick: () => undo.mutate(undoId) } }),
      }),
      failed: 'Failed to update license',
      refresh,
      ...(onDone && { onDone }),
    },
  )
}

/** Turns a license on or off, with Undo. Stable. */
export function useSwitchLicense(applicationId: number) {
  const { mutate } = useMutate(
    ({ id, isActive }: Pick<License, 'id' | 'isActive'>) => patch(applicationId, id, { isActive: !isActive }),
    {
      done: ({ isActive }) => ({ title: isActive ? 'License enabled' : 'License disabled' }),
      undo: (changed) => mutate(changed),
      failed: 'Failed to update license',
      refresh,
    },
  )
  return mutate
}

/** Saves changed fields of a license. */
export function useLicenseCalls(applicationId: number, { id }: License): RecordCalls<License, ChangedLicense> {
  return {
    read: () => readDetails(applicationId, id),
    save: (body) => patch(applicationId, id, body),
    done: 'License updated',
    failed: 'Failed to update license',
    refresh,
  }
}
