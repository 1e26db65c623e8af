import type { FastifyRequest } from 'fastify'
import { hasPermission, type Permission } from '../../../shared/permissions.ts'
import type { TokenAction } from '../../../shared/token-actions.ts'
import type { Application } from '../../store/applications/applications.ts'
import type { StoreSet } from '../../store/index.ts'
import { Problem } from '../problem.ts'
import { type Caller, permissionMissing } from './authenticate.ts'

/** What the caller wants to do, with the permission that allows it on other accounts' applications. */
const permissionFor = {
  read: 'view_all_data',
  change: 'manage_applications',
  delete: 'delete_applications',
} as const satisfies Record<string, Permission>

type Access = keyof typeof permissionFor
type Owned = Pick<Application, 'id' | 'ownerId'>

/**
 * The application, if it is there and the caller may do this with it or with anything in it. Who may look at it and not
 * do this is told which permission is missing; for everybody else it is missing, so that nobody learns which ids exist.
 * Ask inside the transaction of a change, so that an application deleted meanwhile is not changed any more.
 */
export async function findApplication(
  stores: Pick<StoreSet, 'applications'>,
  caller: Caller,
  id: number,
  access: Access,
): Promise<Application> {
  const application = await stores.applications.find(id)
  if (application && may(caller, application, access)) return application
  if (application && mayRead(caller, application)) throw permissionMissing(permissionFor[access])
  throw new Problem('application_not_found')
}

/** What opens who has it, and the action that a token needs to see it in full: the one that changes what it belongs to. */
const openedBy = {
  apiKey: 'applications:write',
  licenseKey: 'licenses:write',
  webhookUrl: 'webhooks:write',
} as const satisfies Record<string, TokenAction>

/**
 * Whether the caller sees a secret of the application in full. A person who may change the application does; a token
 * besides needs the action for this very secret, whatever else its owner may see.
 */
export function maySee(caller: Caller, application: Owned, secret: keyof typeof openedBy): boolean {
  return isOpenedByToken(caller, secret) && may(caller, application, 'change')
}

/** The token's part of `maySee`; true without a token. */
export function isOpenedByToken({ token }: Caller, secret: keyof typeof openedBy): boolean {
  return token?.actions.includes(openedBy[secret]) ?? true
}

/** Whether a caller who came with a token for some applications came with one for this; true without a token. */
export function isWithinToken({ token }: Caller, applicationId: number): boolean {
  return token?.applicationIds?.includes(applicationId) ?? true
}

/** Whether the caller may look at the application. */
export const mayRead = (caller: Caller, application: Owned) => may(caller, application, 'read')

function may(caller: Caller, application: Owned, access: Access): boolean {
  if (!isWithinToken(caller, application.id)) return false
  return application.ownerId === caller.accountId || hasPermission(caller, permissionFor[access])
}

/**
 * The application that a call names: in its path, else in the query or the body of a call that names nothing else. An
 * entry of a list belongs to an application that its own id does not tell.
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
