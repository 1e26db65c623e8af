import { useQuery } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { licenseKeys } from '../api/query-keys/licenses.ts'
import * as texts from '../texts/application.ts'
import { formatCount } from '../ui/text/format.ts'

export interface ShortKeysNoteProps {
  readonly applicationId: number
}

/** How many keys are short enough to be guessed, told before they open anything. */
export function ShortKeysNote({ applicationId }: ShortKeysNoteProps) {
  const { data } = useQuery({
    queryKey: licenseKeys.shortKeys(applicationId),
    queryFn: ({ signal }) =>
      api('GET /api/applications/:id/licenses/short-keys', { params: { id: String(applicationId) } }, { signal }),
    staleTime: 0,
  })
  if (data === undefined) return null
  const { count, isPartial } = data
  const keys = formatCount(count, 'key')
  return (
    <p role="status" className={count === 0 ? 'text-second text-fg-2' : 'text-second text-warn'}>
      {count === 0 ? texts.noShortKeys : texts.shortKeys(isPartial ? texts.atLeast(keys) : keys)}
    </p>
  )
}
