import { useQuery } from '@tanstack/react-query'
import { type ApiInput, type ApiRow, api, apiList } from '../../api/client.ts'
import { licenseKeys } from '../../api/query-keys/licenses.ts'
import { useList } from '../../api/use-list.ts'
import { type MutateOptions, useMutate } from '../../api/use-mutate.ts'
import * as areaTexts from '../../texts/licenses.ts'
import { type LicenseFilter, licenseQuery } from './license-filter.ts'

const listKey = 'GET /api/applications/:id/licenses'
const summaryKey = 'GET /api/applications/:id/licenses/summary'
const refresh = [listKey, summaryKey, 'GET /api/applications/:id'] as const

export type License = ApiRow<typeof listKey>
export type NewLicense = ApiInput<'POST /api/applications/:id/licenses'>['body']

const licenseKeyOf = (license: License) => license.id

const paramsOf = (applicationId: number) => ({ id: String(applicationId) })

export function useLicenses(applicationId: number, filter: LicenseFilter) {
  return useList({
    queryKey: licenseKeys.list(applicationId, filter),
    read: (paging, signal) =>
      apiList(listKey, { params: paramsOf(applicationId), query: { ...licenseQuery(filter), ...paging } }, { signal }),
    rowKey: licenseKeyOf,
  })
}

export function useLicenseSummary(applicationId: number) {
  return useQuery({
    queryKey: licenseKeys.summary(applicationId),
    queryFn: ({ signal }) => api(summaryKey, { params: paramsOf(applicationId) }, { signal }),
  })
}

/** What a screen says: the section and the page of the specification use different words. */
export type Texts<Input> = Pick<MutateOptions<Input, License>, 'done' | 'failed'>

/** Makes a license with one's own key; a blank one is left out and the server makes it. */
export function useCreateLicense(applicationId: number, texts: Texts<NewLicense>, onDone: (license: License) => void) {
  return useMutate(
    (body: NewLicense) => api('POST /api/applications/:id/licenses', { params: paramsOf(applicationId), body }),
    { ...texts, refresh, onDone },
  )
}

/** Makes a license whose key the server chooses. */
export function useGenerateLicense(
  applicationId: number,
  texts: Texts<NewLicense>,
  onDone: (license: License) => void,
) {
  return useMutate(
    (body: NewLicense) =>
      api('POST /api/applications/:id/licenses/generate', { params: paramsOf(applicationId), body }),
    { ...texts, refresh, onDone },
  )
}

/** Asks the server for a key and the defaults; stores nothing. */
export function useProposedKey(applicationId: number) {
  return useMutate(() => api('GET /api/applications/:id/licenses/generate', { params: paramsOf(applicationId) }))
}

export function useDeleteLicense(
  applicationId: number,
  texts: Pick<MutateOptions<License, unknown>, 'done' | 'failed'>,
  onDone: () => void,
) {
  return useMutate(
    (license: License) =>
      api('DELETE /api/applications/:id/licenses/:licenseId', {
        params: { ...paramsOf(applicationId), licenseId: String(license.id) },
      }),
    { ...texts, refresh: [...refresh, 'GET /api/applications/:id/users'], onDone },
  )
}

export function useRequireLicense(applicationId: number, onDone: () => void) {
  return useMutate(
    () =>
      api('PATCH /api/applications/:id', {
        params: paramsOf(applicationId),
        body: { registrationMode: 'license' },
      }),
    {
      done: areaTexts.applicationUpdatedSuccessfully,
      failed: areaTexts.failedToUpdateApplication,
      refresh: ['GET /api/applications/:id', 'GET /api/applications'],
      onDone,
    },
  )
}
