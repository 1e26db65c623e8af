import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { signInRoutes } from '../../../shared/contract/sign-in.ts'
import { Problem } from '../../http/problem.ts'
import type { Handlers } from '../../http/serve-routes.ts'
import { hashToken, randomToken } from '../../lib/tokens.ts'
import type { StoreSet } from '../../store/index.ts'
import type { SignInContext } from './sign-in-context.ts'

type RememberedShare = Handlers<typeof signInRoutes>['POST /api/auth/remember']

/**
 * Exchanges the device cookie for the server's half of the key. SameSite and the origin check of every request keep it
 * from other sites.
 */
export function rememberedShare({ stores, clock, cookies, limits, devices }: SignInContext): RememberedShare {
  return async ({ request, reply }) => {
    limits.takeRemember(devices.callerKey(request))
    const device = cookies.remember.read(request)
    const madeAfter = new Date(clock.nowMs() - rememberMs)
    const share = device === undefined ? undefined : await stores.remember.find(hashToken(device), madeAfter)
    if (share === undefined) {
      if (device !== undefined) cookies.remember.clear(reply)
      throw new Problem('remember_share_not_found')
    }
    return { share }
  }
}

const rememberMs = 30 * 24 * 60 * 60 * 1000
const shareBytes = 32

/** What a sign-in changes for its device. */
interface DeviceChange {
  save(tx: StoreSet, accountId: number): Promise<void>
  /** Sets or clears the cookie; returns the part of the response body. */
  answer(reply: FastifyReply): { rememberShare?: string }
}

/**
 * If the box is ticked, the device gets a new ID and a new share. Otherwise the share is deleted, so that a password
 * still stored in the browser can no longer be decrypted.
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
