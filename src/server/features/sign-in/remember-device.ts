import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { hashToken, randomToken } from '../../lib/tokens.ts'
import type { StoreSet } from '../../store/index.ts'
import type { SignInContext } from './sign-in-context.ts'

export const rememberMs = 30 * 24 * 60 * 60 * 1000
const shareBytes = 32

/** What a sign-in changes about the device it comes from. */
export interface DeviceChange {
  save(tx: StoreSet, accountId: number): Promise<void>
  /** Sets or clears the cookie; what goes into the reply's body. */
  answer(reply: FastifyReply): { rememberShare?: string }
}

/**
 * With the box ticked the device gets a new id and a new share, without it the share is deleted, so that what the
 * browser may have kept of the password can't be opened any more.
 */
export function rememberDevice(
  { clock, cookies }: SignInContext,
  request: FastifyRequest,
  isWanted: boolean,
): DeviceChange {
  const former = cookies.remember.read(request)
  const forget = async (tx: StoreSet) => {
    if (former !== undefined) await tx.remember.remove(hashToken(former))
  }
  if (!isWanted) {
    return {
      save: forget,
      answer: (reply) => {
        if (former !== undefined) cookies.remember.clear(reply)
        return {}
      },
    }
  }
  const device = randomToken()
  const share = randomBytes(shareBytes).toString('base64')
  const createdAt = clock.now()
  return {
    save: async (tx, accountId) => {
      await forget(tx)
      await tx.remember.removeStale(new Date(createdAt.getTime() - rememberMs))
      await tx.remember.insert({ deviceHash: hashToken(device), accountId, share, createdAt })
    },
    answer: (reply) => {
      cookies.remember.set(reply, device)
      return { rememberShare: share }
    },
  }
}
