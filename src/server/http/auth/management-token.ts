import type { FastifyRequest } from 'fastify'
import type { TokenAction } from '../../../shared/token-actions.ts'
import { ignoreUnavailable } from '../../db/open.ts'
import { ipLimiterKey } from '../../lib/canonical.ts'
import type { Clock } from '../../lib/clock.ts'
import { hashToken, isManagementToken } from '../../lib/tokens.ts'
import type { ManagementToken } from '../../store/accounts/management-tokens.ts'
import type { Stores } from '../../store/index.ts'
import { clientIp } from '../client-ip.ts'
import type { Limiters } from '../limits/limiters.ts'
import { refuseFor } from '../limits/rate-limit.ts'
import { Problem } from '../problem.ts'
import { namedApplication } from './application-access.ts'
import type { FindCaller } from './authenticate.ts'
import { callerOfToken } from './authenticate.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    token?: TokenAction | 'none' | undefined
    isFilteredByToken?: boolean | undefined
  }
}

interface ManagementTokenDeps {
  readonly stores: Stores
  readonly clock: Clock
  readonly limiters: Limiters
}

const minuteMs = 60_000
const touchEveryMs = minuteMs

/** Authenticates `Authorization: Bearer`. Such a request ignores cookies; without the header `findSession` decides. */
export function acceptManagementTokens(
  findSession: FindCaller,
  { stores, clock, limiters }: ManagementTokenDeps,
): FindCaller {
  const calls = limiters.window('dashboardCalls')
  const unknown = limiters.window('unknownTokens')

  const find = async (request: FastifyRequest, text: string) => {
    // Looked up by hash before any limit: a valid token passes whatever else its address sent. An unknown token costs
    // one read, as an unknown session cookie does; a mistyped one fails its checksum without a read.
    const hash = hashToken(text)
    const token = isManagementToken(text) ? await stores.managementTokens.find(hash, clock.now()) : undefined
    if (token) return { hash, token }
    refuseFor(unknown.take(ipLimiterKey(clientIp(request))))
    throw new Problem('invalid_token')
  }

  return async (request) => {
    const text = bearerToken(request)
    if (text === undefined) return findSession(request)
    const { hash, token } = await find(request, text)
    refuseFor(calls.take(String(token.id)))
    refuseOutOfScope(request, token)
    const now = clock.now()
    if (now.getTime() - (token.lastUsedAt?.getTime() ?? 0) >= touchEveryMs) {
      await stores.transaction((tx) => tx.managementTokens.touch(token.id, now)).catch(ignoreUnavailable)
    }
    return callerOfToken(hash, token)
  }
}

/** The bearer token; undefined when there is none. */
function bearerToken({ headers }: FastifyRequest): string | undefined {
  return /^Bearer +(\S{1,200})$/i.exec(headers.authorization ?? '')?.[1]
}

/** Whether the request authenticates with a token, which no browser sends by itself. */
export function isTokenCall(request: FastifyRequest): boolean {
  const { token = 'none' } = request.routeOptions.config
  return token !== 'none' && bearerToken(request) !== undefined
}

/** Checks the scope that the route declares: the action it needs, and the application it is about. */
function refuseOutOfScope(request: FastifyRequest, token: ManagementToken): void {
  const { token: action = 'none', isFilteredByToken } = request.routeOptions.config
  if (action === 'none') throw new Problem('token_not_allowed')
  if (!token.actions.includes(action)) {
    throw new Problem('token_not_allowed', { message: `This token is not allowed to do this: it needs ${action}.` })
  }
  if (token.applicationIds === null || isFilteredByToken) return
  const applicationId = namedApplication(request)
  if (applicationId === undefined) {
    throw new Problem('token_not_allowed', {
      message: 'This token only has access to some applications. Name one of them.',
    })
  }
  if (!token.applicationIds.includes(applicationId)) throw new Problem('application_not_found')
}
