import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { isMasked } from '../../../shared/api-key-mask.ts'
import type { SampleValues } from '../../../shared/render-sample.ts'
import { type ApiReply, api } from '../../api/client.ts'
import { credentialKeys } from '../../api/query-keys/credentials.ts'
import type { OwnApplication } from '../../api/use-own-applications.ts'

/** The values of the chosen application; undefined while its public keys load. */
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

type SigningKeys = ApiReply<'GET /api/applications/:id/signing-keys'>

/** The server's public URL: PUBLIC_URL, or this page's origin if only localhost is known. */
export function serverAddress(issuer: string | undefined, origin: string): string {
  if (issuer === undefined) return origin
  return isOwnMachine(issuer) && !isOwnMachine(origin) ? origin + new URL(issuer).pathname.replace(/\/$/, '') : issuer
}

const isOwnMachine = (address: string) => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(address).hostname)

/** The placeholders' values for an application; without one, only the server's address. */
function sampleValues(
  application: OwnApplication | undefined,
  keys: SigningKeys | undefined,
  origin: string,
): SampleValues {
  return {
    ORIGIN: serverAddress(keys?.issuer, origin),
    ...(application !== undefined && {
      APP_VERSION: application.version,
      HWID_SALT: `keywright-app-${application.id}`,
      ...(!isMasked(application.apiKey) && { API_KEY: application.apiKey }),
    }),
    ...(keys !== undefined && { PUBLIC_KEY: keys.current.publicKey, NEXT_PUBLIC_KEY: keys.next.publicKey }),
  }
}
