import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { licenseKeys } from '../../api/query-keys/licenses.ts'
import { formatCount } from '../../ui/text/format.ts'

/** The texts of the switch for signing in with a license key alone. */
export const licenseTexts = {
  label: 'License sign-in',
  hint: 'Programs may sign in with a license key alone. Each license then has one holder, who takes a seat.',
  none: 'No key of this application has fewer than 12 characters.',
  some: (keys: string) => `${keys} with fewer than 12 characters. Short keys can be guessed.`,
} as const

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
  const keys = `${isPartial ? 'At least ' : ''}${formatCount(count, 'key')}`
  return (
    <p role="status" className={count === 0 ? 'text-second text-fg-2' : 'text-second text-warn'}>
      {count === 0 ? licenseTexts.none : licenseTexts.some(keys)}
    </p>
  )
}
