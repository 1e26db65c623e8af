import { useQuery } from '@tanstack/react-query'
import * as texts from '../texts/api.ts'
import { type ApiReply, api } from './client.ts'
import { blacklistKeys } from './query-keys/blacklist.ts'

const checkKey = 'GET /api/blacklist/check'

export interface Block {
  readonly applicationId: number
  readonly type: 'ip' | 'hwid'
  readonly value: string
}

/** Endpoints whose cached responses a new entry makes stale. */
export const refreshedByBlocks = ['GET /api/blacklist', 'GET /api/applications/:id'] as const

export const addBlock = (block: Block & { readonly reason: string }) => api('POST /api/blacklist', { body: block })

export const removeBlock = (id: number) => api('DELETE /api/blacklist/:id', { params: { id: String(id) } })

/**
 * How many users an entry would block, as a sentence, or why it can't be created; undefined while loading or without a
 * block.
 */
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

function checkSentence({ isListed, ...impact }: ApiReply<typeof checkKey>): string {
  return isListed ? texts.alreadyOnThisList : impactSentence(impact)
}

type Impact = Pick<ApiReply<typeof checkKey>, 'isOwnAddress' | 'isAtLeast' | 'users' | 'sessions'>

/** Whom an entry would block. */
export function impactSentence({ isOwnAddress, isAtLeast, users, sessions }: Impact): string {
  const own = isOwnAddress ? texts.itAlsoBlocksYour : ''
  const least = isAtLeast ? texts.atLeast : ''
  return texts.andWouldBeRejected(least, users, sessions, own)
}
