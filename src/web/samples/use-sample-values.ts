import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { SampleValues } from '../../shared/render-sample.ts'
import { api } from '../api/client.ts'
import { credentialKeys } from '../query-keys/credentials.ts'
import { sampleValues } from './sample-values.ts'
import type { OwnApplication } from './use-choice.ts'

/** The values of the chosen application; undefined while its public keys are on their way. */
export function useSampleValues(application: OwnApplication | undefined): SampleValues | undefined {
  const id = application?.id
  const { data: keys, isLoading } = useQuery({
    queryKey: credentialKeys.signingKeys(id),
    queryFn: ({ signal }) => api('GET /api/applications/:id/signing-keys', { params: { id: String(id) } }, { signal }),
    enabled: id !== undefined,
  })
  return useMemo(
    () => (isLoading ? undefined : sampleValues(application, keys, window.location.origin)),
    [application, keys, isLoading],
  )
}
