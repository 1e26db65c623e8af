import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { RouteAuth } from '../../../shared/contract/route.ts'
import { hasPermission, type Permission, type Principal, type Role } from '../../../shared/permissions.ts'
import type { Right } from '../../../shared/rights.ts'
import type { TokenAction } from '../../../shared/token-actions.ts'
import type { Clock } from '../../lib/clock.ts'
import type { ManagementToken } from '../../store/accounts/management-tokens.ts'
import type { StoreSet } from '../../store/index.ts'
import { Problem } from '../problem.ts'
import { type FindPortalCaller, refuseChangeOfViewer } from './portal-caller.ts'

/** The scope of a management token. */
interface TokenScope {
  readonly id: number
  /** Hash of the token, to check it again during a long request. */
  readonly hash: string
  readonly name: string
  readonly actions: readonly TokenAction[]
  /** null: all applications of the account, but none of others. */
  readonly applicationIds: readonly number[] | null
}

/** The signed-in dashboard user, loaded for every request, so a revoked permission takes effect at the next one. */
export interface Caller extends Principal {
  readonly accountId: number
  readonly email: string
  readonly role: Role
  readonly permissions: readonly Permission[]
  /** The account's `accessVersion`. */
  readonly accessVersion: number
  /** Hash of the session's token, so that logout can end this session. */
  readonly sessionHash: string
  /** The management token of the request; absent for a person with a session. */
  readonly token?: TokenScope
}

/** Who manages dashboard users: a signed-in user, or the holder of the admin key, which belongs to no account. */
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
    right?: Right | undefined
  }
}

/** Finds the caller of a request by its session cookie, or null. */
export type FindCaller = (request: FastifyRequest) => Promise<Caller | null>

/** Finds the administrator of a request, by admin key or session cookie. */
export type FindAdministrator = (request: FastifyRequest) => Promise<Administrator | null>

interface CallerFinders {
  readonly findCaller: FindCaller
  readonly findAdministrator: FindAdministrator
  readonly findPortalCaller: FindPortalCaller
}

/**
 * Authenticates routes that need a session, a session or the admin key, or a customer, before their input is validated, so that
 * responses reveal nothing to others. It is a preValidation hook, since Fastify validates before the handler.
 */
export function authenticateRoutes(
  app: FastifyInstance,
  { findCaller, findAdministrator, findPortalCaller }: CallerFinders,
): void {
  app.decorateRequest('caller', null)
  app.decorateRequest('portalCaller', null)
  app.decorateRequest('administrator', null)
  app.addHook('preValidation', async (request) => {
    const { auth } = request.routeOptions.config
    if (auth === 'portal') {
      request.portalCaller = await findPortalCaller(request)
      if (!request.portalCaller) throw new Problem('not_signed_in')
      return refuseChangeOfViewer(request, request.portalCaller)
    }
    if (auth === 'session') request.caller = await findCaller(request)
    else if (auth === 'admin') request.administrator = await findAdministrator(request)
    else return
    const known = request.caller ?? request.administrator
    if (!known) throw new Problem('not_signed_in')
    refuseOtherAccount(known, request.headers['x-account'])
  })
}

/**
 * The dashboard sends the account that a page was rendered for. Cookies are shared by all tabs: after another tab
 * signed in as another user, the old page must show and change nothing as that user. Scripts don't send the header.
 */
export function refuseOtherAccount({ accountId }: Pick<Administrator, 'accountId'>, drawnFor: unknown): void {
  if (drawnFor !== undefined && accountId !== null && String(accountId) !== drawnFor) throw new Problem('other_account')
}

/** Rejects a caller without the permission. */
export function requirePermission(caller: Caller, permission: Permission): void {
  if (!hasPermission(caller, permission)) throw permissionMissing(permission)
}

/** The error that names the missing permission, or all of several that would be enough. */
export function permissionMissing(...anyOf: readonly Permission[]): Problem {
  return new Problem('permission_missing', { message: `You need the permission ${anyOf.join(' or ')} for this.` })
}

/** The caller of a token: its scope, limited by the rights of its account. */
export function callerOfToken(hash: string, token: FoundToken): Caller {
  const { id, email, role, permissions, accessVersion } = token.account
  // A token for all own applications gets no permissions, since those would open applications of other accounts.
  const held = token.applicationIds === null ? ({ role: 'user', permissions: [] } as const) : { role, permissions }
  return { accountId: id, email, ...held, accessVersion, sessionHash: `token:${token.id}`, token: { ...token, hash } }
}

type FoundToken = ManagementToken & { readonly account: { readonly id: number } & Pick<Caller, Rights | 'email'> }
type Rights = 'role' | 'permissions' | 'accessVersion'

/** What a caller proved themselves with, by its hash: stored with work that goes on after a restart. */
export type CallerProof = { readonly session: string } | { readonly token: string }

export const proofOf = ({ token, sessionHash }: Caller): CallerProof =>
  token ? { token: token.hash } : { session: sessionHash }

/**
 * Reloads the caller with current rights. Long operations call it before each part, in its transaction: after a logout,
 * a demotion or a deactivation nothing more is done.
 */
export async function refreshCaller(
  stores: Pick<StoreSet, 'sessions' | 'managementTokens'>,
  clock: Clock,
  caller: Caller,
): Promise<Caller> {
  return callerOfProof(stores, clock, proofOf(caller))
}

/** The caller who once proved themselves so, with current rights. */
export async function callerOfProof(
  stores: Pick<StoreSet, 'sessions' | 'managementTokens'>,
  clock: Clock,
  proof: CallerProof,
): Promise<Caller> {
  if ('token' in proof) {
    const token = await stores.managementTokens.find(proof.token, clock.now())
    if (!token) throw new Problem('invalid_token')
    return callerOfToken(proof.token, token)
  }
  const session = await stores.sessions.find(proof.session)
  if (!session) throw new Problem('not_signed_in')
  const { id, email, role, permissions, accessVersion } = session.account
  return { accountId: id, email, role, permissions, accessVersion, sessionHash: proof.session }
}

/** Whether the rights are unchanged. */
export const haveSameRights = (one: Pick<Caller, Rights>, other: Pick<Caller, Rights>): boolean =>
  one.role === other.role &&
  one.permissions.join() === other.permissions.join() &&
  one.accessVersion === other.accessVersion
