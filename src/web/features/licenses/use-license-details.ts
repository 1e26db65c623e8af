import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { type ApiInput, type ApiReply, api } from '../../api/client.ts'
import { licenseKeys } from '../../api/query-keys/licenses.ts'
import { type MutateOptions, useMutate } from '../../api/use-mutate.ts'
import { useUndo } from '../../api/use-undo.ts'
import type { RecordCalls } from '../../common/forms/use-edit-form.tsx'
import * as texts from '../../texts/licenses.ts'
import type { ToastText } from '../../ui/feedback/toast.ts'
import type { License } from './use-licenses.ts'

const detailsKey = 'GET /api/applications/:id/licenses/:licenseId'

export type LicenseDetails = ApiReply<typeof detailsKey>
export type ChangedLicense = ApiInput<'PATCH /api/applications/:id/licenses/:licenseId'>['body']

/** Endpoints whose cached responses a changed license makes stale. */
export const refreshedByLicense = [
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
        ...(undoId !== undefined && { action: { label: texts.undo, onClick: () => undo.mutate(undoId) } }),
      }),
      failed: texts.failedToUpdateLicense,
      refresh: refreshedByLicense,
      ...(onDone && { onDone }),
    },
  )
}

interface Switched extends Pick<License, 'id' | 'isActive'> {
  /** This is the Undo itself, so it offers none. */
  readonly isUndo?: boolean
}

/** Turns a license on or off, with Undo. Stable. */
export function useSwitchLicense(applicationId: number) {
  const { mutate } = useMutate(({ id, isActive }: Switched) => patch(applicationId, id, { isActive }), {
    done: (_, { id, isActive, isUndo }): ToastText => ({
      title: isActive ? texts.licenseEnabled : texts.licenseDisabled,
      ...(isUndo !== true && {
        action: { label: texts.undo, onClick: () => mutate({ id, isActive: !isActive, isUndo: true }) },
      }),
    }),
    failed: texts.failedToUpdateLicense,
    refresh: refreshedByLicense,
  })
  return useCallback(
    ({ id, isActive }: Pick<License, 'id' | 'isActive'>) => mutate({ id, isActive: !isActive }),
    [mutate],
  )
}

/** Saves changed fields of a license. */
export function useLicenseCalls(applicationId: number, { id }: License): RecordCalls<License, ChangedLicense> {
  return {
    read: () => readDetails(applicationId, id),
    save: (body) => patch(applicationId, id, body),
    done: texts.licenseUpdated,
    failed: texts.failedToUpdateLicense,
    refresh: refreshedByLicense,
  }
}
