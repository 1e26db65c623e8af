import type { FastifyReply, FastifyRequest } from 'fastify'
import { dashboardIdleMs } from '../../../shared/constants.ts'
import type { Returned } from '../../../shared/contract/route.ts'
import type { signInRoutes } from '../../../shared/contract/sign-in.ts'
import { permissions } from '../../../shared/permissions.ts'
import { ignoreUnavailable } from '../../db/open.ts'
import type { Caller, FindCaller } from '../../http/auth/authenticate.ts'
import { clientIp } from '../../http/client-ip.ts'
import { ipLimiterKey } from '../../lib/canonical.ts'
import { hashToken, randomToken } from '../../lib/tokens.ts'
import type { Account } from '../../store/accounts/accounts.ts'
import type { StoreSet } from '../../store/index.ts'
import type { Session } from '../../store/sessions/sessions.ts'
import type { SignInContext, SignInDeps } from './sign-in-context.ts'
import { signInCookies } from './sign-in-cookies.ts'

/** What sign-in lends to the calls of the own account: sessions, cookies, and the limits of guessing. */
export function signInForOwnAccount(context: SignInContext) {
  const { cookies, limits } = context
  return {
    beginSession: (request: FastifyRequest) => beginSession(context, request),
    clearCookies(reply: FastifyReply) {
      cookies.session.clear(reply)
      cookies.remember.clear(reply)
      cookies.device.clear(reply)
    },
    attempt: (request: FastifyRequest, { email, sessionHash }: Caller) =>
      limits.attempt({ address: ipLimiterKey(clientIp(request)), email, device: `session ${sessionHash}` }),
  }
}

const maxSessionMs = 30 * 24 * 60 * 60 * 1000
const touchIntervalMs = 60_000
const userAgentMaxLength = 512

/** A session about to begin. */
interface NewSession {
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
export function beginSession({ clock, cookies, devices }: SignInContext, request: FastifyRequest): NewSession {
  const token = randomToken()
  const at = clock.now()
  const former = cookies.session.read(request)
  let mark: ((reply: FastifyReply) => void) | undefined
  return {
    at,
    begin: async (tx, accountId) => {
      if (former !== undefined) await tx.sessions.remove(hashToken(former))
      await tx.sessions.removeStale(new Date(at.getTime() - dashboardIdleMs), new Date(at.getTime() - maxSessionMs))
      await tx.sessions.insert({
        tokenHash: hashToken(token),
        accountId,
        createdAt: at,
        ipAddress: clientIp(request),
        userAgent: (request.headers['user-agent'] ?? '').slice(0, userAgentMaxLength),
      })
      await tx.accounts.recordAddress(accountId, clientIp(request))
      const account = await tx.accounts.findWithHash(accountId)
      mark = account && devices.issueCookie(request, account)
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
    if (!session || isExpired(session, now)) return null
    if (now.getTime() - session.lastSeenAt.getTime() >= touchIntervalMs) {
      // "Last seen" is the first thing to go when the disk is full; who is signed in stays signed in.
      await stores.transaction((tx) => tx.sessions.touch(session.tokenHash, now)).catch(ignoreUnavailable)
    }
    const { id, email, role, permissions } = session.account
    return { accountId: id, email, role, permissions, sessionHash: session.tokenHash }
  }
}

const isExpired = ({ createdAt, lastSeenAt }: Session, now: Date) =>
  now.getTime() - lastSeenAt.getTime() >= dashboardIdleMs || now.getTime() - createdAt.getTime() >= maxSessionMs

type CurrentUser = Returned<(typeof signInRoutes)['GET /api/auth/user']>

/** An account as its own user sees it: an owner has every permission, whatever is stored. */
export function currentUser(account: Account): CurrentUser {
  const held = account.role === 'owner' ? [...permissions] : [...account.permissions]
  return { ...account, permissions: held, userPermissions: { role: account.role, permissions: held } }
}
