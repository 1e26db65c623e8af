import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ApiInput, api } from '../../api/client.ts'
import { fieldErrors } from '../../api/field-errors.ts'
import { useMutate } from '../../api/use-mutate.ts'
import { licenseKeys } from '../../query-keys/licenses.ts'
import type { License } from './use-licenses.ts'

const maskKey = 'GET /api/applications/:id/licenses/mask'

type Batch = ApiInput<'POST /api/applications/:id/licenses/batch'>['body']

/** What keys of a mask look like; without a mask there is nothing to show. */
export function useMaskSample(applicationId: number, text: string) {
  const mask = text.trim()
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: licenseKeys.mask(applicationId, mask),
    queryFn: ({ signal }) => api(maskKey, { params: { id: String(applicationId) }, query: { mask } }, { signal }),
    enabled: mask !== '',
    placeholderData: keepPreviousData,
    retry: false,
  })
  if (mask === '') return { keys: undefined, wrong: undefined }
  const wrong = error === null ? undefined : (fieldErrors(error).mask ?? error.message)
  return { keys: isPlaceholderData || error !== null ? undefined : data?.sample, wrong }
}

/** Makes so many licenses at once, all or none. */
export function useGenerateMany(applicationId: number, onReply: (licenses: readonly License[]) => void) {
  return useMutate(
    (body: Batch) => api('POST /api/applications/:id/licenses/batch', { params: { id: String(applicationId) }, body }),
    {
      done: (licenses) => ({
        title: 'Success',
        description: `${licenses.length} license ${licenses.length === 1 ? 'key' : 'keys'} generated successfully`,
      }),
      failed: { title: 'Error', fallback: 'Failed to generate license keys' },
      refresh: [
        'GET /api/applications/:id/licenses',
        'GET /api/applications/:id/licenses/summary',
        'GET /api/applications/:id',
      ],
      onReply,
    },
  )
}
