import { useQuery } from '@tanstack/react-query'
import { formatCount } from '../ui/text/format.ts'
import { type ApiReply, api } from './client.ts'
import { blacklistKeys } from './query-keys/blacklist.ts'

const checkKey = 'GET /api/blacklist/check'

/** An entry on the blacklist of one application. */
export interface Block {
  readonly applicationId: number
  readonly type: 'ip' | 'hwid'
  readonly value: string
}

/** Calls whose cached answers another entry makes old. */
export const refreshedByBlocks = ['GET /api/blacklist', 'GET /api/applications/:id'] as const

export const addBlock = (block: Block & { readonly reason: string }) => api('POST /api/blacklist', { body: block })

export const removeBlock = (id: number) => api('DELETE /api/blacklist/:id', { params: { id: String(id) } })

/** Whom an entry would keep out, in words, or why it cannot be made; undefined while that is asked, or nothing is. */
export function useBlockCheck(block: Block | undefined): BlockCheck | undefined {
  const { type = 'ip', value = '', applicationId } = block ?? {}
  const { data } = useQuery({
    queryKey: blacklistKeys.check(type, value, applicationId),
    queryFn: ({ signal }) =>
      api(checkKey, { query: { type, value, applicationId: String(applicationId) } }, { signal }),
    enabled: value !== '',
  })
  return data && { problem: data.problem ?? undefined, text: data.problem ?? checkSentence(data) }
}

export interface BlockCheck {
  readonly problem: string | undefined
  readonly text: string
}

function checkSentence({ isListed, isOwnAddress, isAtLeast, users, sessions }: ApiReply<typeof checkKey>): string {
  if (isListed) return 'It is on the list already.'
  const own = isOwnAddress ? ' Your own address is one of those it blocks.' : ''
  const least = isAtLeast ? 'At least ' : ''
  return `${least}${formatCount(users, 'account')} and ${formatCount(sessions, 'live session')} would be refused.${own}`
}
