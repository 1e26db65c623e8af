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
 * The server's half of the key against the device's cookie. That no other site gets it is the work of the cookie's
 * SameSite and of the check of every call's origin.
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

/** What a sign-in changes about the device it comes from. */
interface DeviceChange {
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
