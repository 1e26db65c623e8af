import type { FastifyReply, FastifyRequest } from 'fastify'
import { dashboardIdleMs } from '../../../shared/constants.ts'
import type { Returned } from '../../../shared/contract/route.ts'
import type { signInRoutes } from '../../../shared/contract/sign-in.ts'
import { withEffectivePermissions } from '../../accounts/account.ts'
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

/** Sign-in functions for the calls of the own account: sessions, cookies and rate limits. */
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

/** A session that is about to start. */
interface NewSession {
  readonly at: Date
  /** Called after the account's password hash of this sign-in is stored. */
  begin(tx: StoreSet, accountId: number): Promise<void>
  /** Sets the cookies: the session token, which is stored nowhere else in clear text, and the device cookie. */
  answer(reply: FastifyReply): void
}

/**
 * Always creates a new token, against session fixation: a token that the browser sent is never adopted, and its
 * session ends. Expired sessions are deleted in the same transaction.
 */
export function beginSession({ clock, cookies, devices }: SignInContext, request: FastifyRequest): NewSession {
  const token = randomToken()
  const at = clock.now()
  const former = cookies.session.read(request)
  let setDeviceCookie: ((reply: FastifyReply) => void) | undefined
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
      setDeviceCookie = account && devices.issueCookie(request, account)
    },
    answer(reply) {
      cookies.session.set(reply, token)
      setDeviceCookie?.(reply)
    },
  }
}

/** The user of a request's cookie, with the account as it is now. */
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
      // Ignored when the database is unavailable (disk full, for example): the user stays signed in.
      await stores.transaction((tx) => tx.sessions.touch(session.tokenHash, now)).catch(ignoreUnavailable)
    }
    const { id, email, role, permissions, accessVersion } = session.account
    return { accountId: id, email, role, permissions, accessVersion, sessionHash: session.tokenHash }
  }
}

const isExpired = ({ createdAt, lastSeenAt }: Session, now: Date) =>
  now.getTime() - lastSeenAt.getTime() >= dashboardIdleMs || now.getTime() - createdAt.getTime() >= maxSessionMs

type CurrentUser = Returned<(typeof signInRoutes)['GET /api/auth/user']>

/** An account as its own user sees it. */
export const currentUser = (account: Account): CurrentUser => withEffectivePermissions(account)
