import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { RouteAuth } from '../../../shared/contract/route.ts'
import { hasPermission, type Permission, type Principal, type Role } from '../../../shared/permissions.ts'
import type { TokenAction } from '../../../shared/token-actions.ts'
import type { Clock } from '../../lib/clock.ts'
import type { ManagementToken } from '../../store/accounts/management-tokens.ts'
import type { StoreSet } from '../../store/index.ts'
import { Problem } from '../problem.ts'

/** What a management token opens. */
interface TokenScope {
  readonly id: number
  /** By which the token is found again while a call goes on. */
  readonly hash: string
  readonly name: string
  readonly actions: readonly TokenAction[]
  /** null: every application of the account, and nothing else. */
  readonly applicationIds: readonly number[] | null
}

/** The signed-in dashboard user, read anew at every call: a lost permission is felt at the next one. */
export interface Caller extends Principal {
  readonly accountId: number
  readonly email: string
  readonly role: Role
  readonly permissions: readonly Permission[]
  /** Hash of the session's token, so that signing out ends this very session. */
  readonly sessionHash: string
  /** The token that a program calls with; absent where a person is signed in. */
  readonly token?: TokenScope
}

/** Who manages dashboard users: somebody signed in, or whoever holds the admin key, which is nobody's account. */
export interface Administrator extends Principal {
  readonly accountId: number | null
  readonly email: string
  /** null with the admin key. */
  readonly sessionHash: string | null
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null
    administrator: Administrator | null
  }
  interface FastifyContextConfig {
    auth?: RouteAuth
    contract?: string
  }
}

/** Finds the caller of a request by its session cookie, or nobody. */
export type FindCaller = (request: FastifyRequest) => Promise<Caller | null>

/** Finds who manages dashboard users with this request, by the admin key or by the session cookie. */
export type FindAdministrator = (request: FastifyRequest) => Promise<Administrator | null>

/**
 * Routes of the contract that need a session are refused before their input is looked at: who is not signed in learns
 * nothing about it. Runs in preValidation, since Fastify validates before the handler.
 */
export function authenticateSessions(app: FastifyInstance, findCaller: FindCaller): void {
  app.decorateRequest('caller', null)
  app.addHook('preValidation', async (request) => {
    if (request.routeOptions.config.auth !== 'session') return
    request.caller = await findCaller(request)
    if (!request.caller) throw new Problem('not_signed_in')
    refuseOtherAccount(request.caller, request.headers['x-account'])
  })
}

/**
 * The dashboard says for whom a page was drawn. The cookie is the browser's: after another tab signed in as somebody
 * else, the old page shows and does nothing in that name. Programs don't say it.
 */
export function refuseOtherAccount({ accountId }: Pick<Administrator, 'accountId'>, drawnFor: unknown): void {
  if (drawnFor !== undefined && accountId !== null && String(accountId) !== drawnFor) throw new Problem('other_account')
}

/** The same for the routes that the admin key opens too. */
export function authenticateAdministrators(app: FastifyInstance, findAdministrator: FindAdministrator): void {
  app.decorateRequest('administrator', null)
  app.addHook('preValidation', async (request) => {
    if (request.routeOptions.config.auth !== 'admin') return
    request.administrator = await findAdministrator(request)
    if (!request.administrator) throw new Problem('not_signed_in')
    refuseOtherAccount(request.administrator, request.headers['x-account'])
  })
}

/** Refuses a caller without the permission. */
export function requirePermission(caller: Caller, permission: Permission): void {
  if (!hasPermission(caller, permission)) throw permissionMissing(permission)
}

/** The refusal that names the permission; where each of several is enough, all of them. */
export function permissionMissing(...anyOf: readonly Permission[]): Problem {
  return new Problem('permission_missing', { message: `You need the permission ${anyOf.join(' or ')} for this.` })
}

/** What a token may do, with the rights of its account. */
export function callerOfToken(hash: string, token: FoundToken): Caller {
  const { id, email, role, permissions } = token.account
  // "All own applications" is less than what permissions open: nothing of other accounts.
  const held = token.applicationIds === null ? ({ role: 'user', permissions: [] } as const) : { role, permissions }
  return { accountId: id, email, ...held, sessionHash: `token:${token.id}`, token: { ...token, hash } }
}

type FoundToken = ManagementToken & { readonly account: { readonly id: number } & Pick<Caller, Rights | 'email'> }
type Rights = 'role' | 'permissions'

/**
 * The caller with the rights of this moment. What goes on for long asks again before each part, in its transaction: who
 * was switched off, signed out or demoted meanwhile does nothing more.
 */
export async function refreshCaller(
  stores: Pick<StoreSet, 'sessions' | 'managementTokens'>,
  clock: Clock,
  caller: Caller,
): Promise<Caller> {
  if (caller.token) {
    const token = await stores.managementTokens.find(caller.token.hash, clock.now())
    if (!token) throw new Problem('invalid_token')
    return callerOfToken(caller.token.hash, token)
  }
  const session = await stores.sessions.find(caller.sessionHash)
  if (!session) throw new Problem('not_signed_in')
  const { role, permissions } = session.account
  return { ...caller, role, permissions }
}

/** Whether a caller's rights are what they were. */
export const haveSameRights = (one: Pick<Caller, Rights>, other: Pick<Caller, Rights>): boolean =>
  one.role === other.role && one.permissions.join() === other.permissions.join()
