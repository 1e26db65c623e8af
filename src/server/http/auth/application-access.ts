import type { FastifyRequest } from 'fastify'
import type { ErrorCode } from '../../../shared/errors.ts'
import { hasPermission, type Permission } from '../../../shared/permissions.ts'
import type { TokenAction } from '../../../shared/token-actions.ts'
import type { Application } from '../../store/applications/applications.ts'
import type { StoreSet } from '../../store/index.ts'
import { Problem } from '../problem.ts'
import { type Caller, permissionMissing } from './authenticate.ts'

/** The permission that allows each kind of access to what other accounts own. */
const permissionFor = {
  read: 'view_all_data',
  change: 'manage_applications',
  delete: 'delete_applications',
} as const satisfies Record<string, Permission>

export type Access = keyof typeof permissionFor
type Owned = Pick<Application, 'id' | 'ownerId'>

/** Whether the caller has this access to something of the account: it is their own, or a permission allows it. */
export function hasAccess(caller: Caller, accountId: number, access: Access): boolean {
  return accountId === caller.accountId || hasPermission(caller, permissionFor[access])
}

/**
 * What was found, if the caller has this access to it. A caller who may read it learns which permission is missing; all
 * others get not found, so IDs cannot be enumerated.
 */
export function requireAccess<Found>(
  found: Found | undefined,
  access: Access,
  may: (found: Found, access: Access) => boolean,
  notFound: ErrorCode,
): Found {
  if (found !== undefined && may(found, access)) return found
  if (found !== undefined && may(found, 'read')) throw permissionMissing(permissionFor[access])
  throw new Problem(notFound)
}

/**
 * Finds the application if the caller has this access to it. Call it inside the transaction of a change, so that an
 * application deleted meanwhile is not changed.
 */
export async function findApplication(
  stores: Pick<StoreSet, 'applications'>,
  caller: Caller,
  id: number,
  access: Access,
): Promise<Application> {
  const found = await stores.applications.find(id)
  return requireAccess(found, access, (application, to) => may(caller, application, to), 'application_not_found')
}

/** The secrets of an application, with the action that a token needs to see them in full. */
const openedBy = {
  apiKey: 'applications:write',
  licenseKey: 'licenses:write',
  webhookUrl: 'webhooks:write',
} as const satisfies Record<string, TokenAction>

/**
 * Whether the caller sees a secret of the application unmasked. A person needs the right to change the application; a
 * token also needs the action for this secret, whatever its owner may see.
 */
export function maySee(caller: Caller, application: Owned, secret: keyof typeof openedBy): boolean {
  return isOpenedByToken(caller, secret) && may(caller, application, 'change')
}

/** The token's part of `maySee`; true without a token. */
export function isOpenedByToken({ token }: Caller, secret: keyof typeof openedBy): boolean {
  return token?.actions.includes(openedBy[secret]) ?? true
}

/** Whether the token covers this application; true without a token. */
export function isWithinToken({ token }: Caller, applicationId: number): boolean {
  return token?.applicationIds?.includes(applicationId) ?? true
}

/** Whether the caller may read the application. */
export const mayRead = (caller: Caller, application: Owned) => may(caller, application, 'read')

function may(caller: Caller, application: Owned, access: Access): boolean {
  return isWithinToken(caller, application.id) && hasAccess(caller, application.ownerId, access)
}

/**
 * The application that a request names: in its path, else in the query or body. Undefined for routes with another ID in
 * their path, which doesn't tell the application.
 */
export function namedApplication(request: FastifyRequest): number | undefined {
  const path = request.routeOptions.url ?? ''
  const params = request.params as Readonly<Record<string, unknown>>
  if (path.startsWith('/api/applications/:id')) return Number(params.id)
  if (path.includes(':')) return undefined
  const named = (request.method === 'GET' ? request.query : request.body) as { applicationId?: unknown } | null
  const id = named?.applicationId
  return id === undefined || id === null ? undefined : Number(id)
}
