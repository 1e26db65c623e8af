import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { fileKeys } from '../../api/query-keys/files.ts'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Loading } from '../../ui/feedback/loading.tsx'
import { CallEntry } from './call-entry.tsx'
import { callsOf, type OpenApi } from './open-api.ts'

async function readOpenApi(signal: AbortSignal): Promise<OpenApi> {
  const response = await fetch('/api/openapi.json', { signal })
  if (!response.ok) throw new Error(`The OpenAPI document could not be loaded (${response.status}).`)
  return (await response.json()) as OpenApi
}

export interface AllCallsProps {
  readonly apiKey: string
  /** The calls are on the page, or can't be loaded. Stable. */
  readonly onLoaded: () => void
}

/** Every endpoint of this server, from its OpenAPI document. */
export function AllCalls({ apiKey, onLoaded }: AllCallsProps) {
  const { data, error, refetch } = useQuery({
    queryKey: fileKeys.openApi,
    queryFn: ({ signal }) => readOpenApi(signal),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const isLoaded = data !== undefined || error !== null
  useEffect(() => {
    if (isLoaded) onLoaded()
  }, [isLoaded, onLoaded])
  if (data === undefined) {
    return error === null ? <Loading /> : <ErrorState message={error.message} onRetry={() => void refetch()} />
  }
  return (
    <div className="flex min-w-0 flex-col gap-5">
      {callsOf(data).map(([group, calls]) => (
        <div key={group} className="min-w-0">
          <h3 className="text-section font-semibold">{group}</h3>
          <ul className="mt-2 flex min-w-0 flex-col gap-2">
            {calls.map((call) => (
              <li key={call.id} className="min-w-0">
                <CallEntry call={call} apiKey={apiKey} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  )
}
