import type { FastifyReply, FastifyRequest } from 'fastify'
import { dashboardIdleMs } from '../../../shared/constants.ts'
import { ignoreUnavailable } from '../../db/open.ts'
import type { FindCaller } from '../../http/authenticate.ts'
import { clientIp } from '../../http/client-ip.ts'
import { hashToken, randomToken } from '../../lib/tokens.ts'
import type { StoreSet } from '../../store/index.ts'
import type { Session } from '../../store/sessions.ts'
import { signInCookies } from './cookies.ts'
import type { SignInContext, SignInDeps } from './sign-in-context.ts'

const longestMs = 30 * 24 * 60 * 60 * 1000
const touchEveryMs = 60_000
const userAgentMaxLength = 512

/** A session about to begin. */
export interface Beginning {
  readonly at: Date
  /** Once the account's password is stored that this sign-in ends with. */
  begin(tx: StoreSet, accountId: number): Promise<void>
  /** Hands the browser the session's token, which nobody else knows, and the mark of a known device. */
  answer(reply: FastifyReply): void
}

/**
 * Always a new token: one that the browser brought along is never adopted, and the session it may stand for ends here.
 * Sessions that are over anyway go in the same breath.
 */
export function beginSession({ clock, cookies, devices }: SignInContext, request: FastifyRequest): Beginning {
  const token = randomToken()
  const at = clock.now()
  const former = cookies.session.read(request)
  let mark: ((reply: FastifyReply) => void) | undefined
  return {
    at,
    begin: async (tx, accountId) => {
      if (former !== undefined) await tx.sessions.remove(hashToken(former))
      await tx.sessions.removeStale(new Date(at.getTime() - dashboardIdleMs), new Date(at.getTime() - longestMs))
      await tx.sessions.insert({
        tokenHash: hashToken(token),
        accountId,
        createdAt: at,
        ipAddress: clientIp(request),
        userAgent: (request.headers['user-agent'] ?? '').slice(0, userAgentMaxLength),
      })
      await tx.accounts.recordAddress(accountId, clientIp(request))
      const account = await tx.accounts.findWithHash(accountId)
      mark = account && devices.mark(request, account)
    },
    answer(reply) {
      cookies.session.set(reply, token)
      mark?.(reply)
    },
  }
}

/** Who a request's cookie stands for, with the account as it is at this moment. */
export function callerFinder({
  stores,
  clock,
  isSecure,
}: Pick<SignInDeps, 'stores' | 'clock' | 'isSecure'>): FindCaller {
  const cookies = signInCookies(isSecure)
  return async (request) => {
    const token = cookies.session.read(request)
    if (token === undefined) return null
    const session = await stores.sessions.find(hashToken(token))
    const now = clock.now()
    if (!session || isOver(session, now)) return null
    if (now.getTime() - session.lastSeenAt.getTime() >= touchEveryMs) {
      // "Last seen" is the first thing to go when the disk is full; who is signed in stays signed in.
      await stores.transaction((tx) => tx.sessions.touch(session.tokenHash, now)).catch(ignoreUnavailable)
    }
    const { id, email, role, permissions } = session.account
    return { accountId: id, email, role, permissions, sessionHash: session.tokenHash }
  }
}

const isOver = ({ createdAt, lastSeenAt }: Session, now: Date) =>
  now.getTime() - lastSeenAt.getTime() >= dashboardIdleMs || now.getTime() - createdAt.getTime() >= longestMs
