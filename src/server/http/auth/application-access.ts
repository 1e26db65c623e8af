import type { FastifyRequest } from 'fastify'
import type { ErrorCode } from '../../../shared/errors.ts'
import { hasPermission, type Permission } from '../../../shared/permissions.ts'
import { type MemberRole, type Right, rightsOfPermission, roleNames, roleWith } from '../../../shared/rights.ts'
import type { TokenAction } from '../../../shared/token-actions.ts'
import type { SeenApplication } from '../../store/applications/seen-applications.ts'
import type { StoreSet } from '../../store/index.ts'
import { Problem } from '../problem.ts'
import { type Caller, permissionMissing } from './authenticate.ts'
import { countsMemberships, rightsOf } from './rights-of.ts'

/** The permission that allows each kind of access to what other accounts own beside their applications. */
const permissionFor = {
  read: 'view_all_data',
  change: 'manage_applications',
} as const satisfies Record<string, Permission>

type Access = keyof typeof permissionFor
/** What decides about the rights of the account that asks. */
type Seen = Pick<SeenApplication, 'id' | 'ownerId' | 'memberRole'>

/** Whether the caller has this access to something account-wide: it is their own, or a permission allows it. */
export function hasAccess(caller: Caller, accountId: number, access: Access): boolean {
  return accountId === caller.accountId || hasPermission(caller, permissionFor[access])
}

/**
 * Refuses access to something account-wide. A caller who may read it, also as a member of one of the account's
 * applications, learns what is missing; all others get not found, so IDs cannot be enumerated.
 */
export async function requireAccountAccess(
  stores: Pick<StoreSet, 'members'>,
  caller: Caller,
  accountId: number,
  access: Access | 'look',
  notFound: ErrorCode,
): Promise<void> {
  if (hasAccess(caller, accountId, access === 'look' ? 'read' : access)) return
  if (hasAccess(caller, accountId, 'read')) throw permissionMissing(permissionFor.change)
  const isMember = countsMemberships(caller) && (await stores.members.isMemberAt(accountId, caller.accountId))
  if (!isMember) throw new Problem(notFound)
  if (access !== 'look') throw new Problem('permission_missing', { message: ofOwnerAlone })
}

const ofOwnerAlone = 'This is for all applications of their owner, so only the owner can do this.'

/**
 * Finds the application if the caller has this right to it. Call it inside the transaction of a change: application and
 * membership are read in one statement, so that nothing is done after either was lost.
 */
export async function findApplication(
  stores: Pick<StoreSet, 'seenApplications'>,
  caller: Caller,
  id: number,
  right: Right,
): Promise<SeenApplication> {
  const found = await stores.seenApplications.find(id, caller.accountId)
  return requireRight(caller, found, right, 'application_not_found')
}

/**
 * The same with its row locked: changes of its people and its deletion run one after another, so that limits, invites
 * and transfers see each other. A stranger locks nothing.
 */
export async function lockApplication(
  tx: Pick<StoreSet, 'applications' | 'seenApplications'>,
  caller: Caller,
  id: number,
  right: Right,
): Promise<SeenApplication> {
  await findApplication(tx, caller, id, right)
  if (!(await tx.applications.lock(id))) throw new Problem('application_not_found')
  return findApplication(tx, caller, id, right)
}

/**
 * What was found of an application, if the caller has this right to it. Who may look learns what is missing; all others
 * get not found, so IDs cannot be enumerated.
 */
export function requireRight<Found extends Seen>(
  caller: Caller,
  found: Found | undefined,
  right: Right,
  notFound: ErrorCode,
): Found {
  const held = found && rightsOf(caller, found, found.memberRole)
  if (found && held?.has(right)) return found
  if (found && held?.has('look')) throw rightMissing(caller, found.memberRole, right)
  throw new Problem(notFound)
}

function rightMissing(caller: Caller, memberRole: MemberRole | null, right: Right): Problem {
  const needed = roleNames[roleWith(right)]
  if (memberRole !== null && countsMemberships(caller)) {
    const message = `Your role is ${roleNames[memberRole]}; this needs ${needed}.`
    return new Problem('permission_missing', { message })
  }
  const permission = permissionWith(right)
  if (permission) return permissionMissing(permission)
  return new Problem('permission_missing', { message: `This needs the role ${needed} in this application.` })
}

const permissionWith = (right: Right): Permission | undefined =>
  (Object.keys(rightsOfPermission) as Permission[]).find((each) => rightsOfPermission[each]?.includes(right))

/** Whether the caller may read the application. */
export const maySeeApplication = (caller: Caller, application: Seen): boolean =>
  rightsOf(caller, application, application.memberRole).has('look')

/** The caller's own applications, and those of which they are a member, where they have this right; oldest first. */
export async function ownApplications(
  stores: Pick<StoreSet, 'seenApplications'>,
  caller: Caller,
  right: Right,
): Promise<readonly SeenApplication[]> {
  const own = await stores.seenApplications.list(caller.accountId, !countsMemberships(caller))
  return own.filter((each) => rightsOf(caller, each, each.memberRole).has(right))
}

/** Applications of others that belong to the caller's lists: the caller is a member of them. */
export async function membershipsOf(stores: Pick<StoreSet, 'members'>, caller: Caller): Promise<readonly number[]> {
  return countsMemberships(caller) ? [...(await stores.members.rolesOf(caller.accountId)).keys()] : []
}

/** The secrets of an application: the right to see one in full, and the action that a token needs for it. */
const openedBy = {
  apiKey: { right: 'manage', action: 'applications:write' },
  licenseKey: { right: 'keys', action: 'licenses:write' },
  webhookUrl: { right: 'manage', action: 'webhooks:write' },
} as const satisfies Record<string, { right: Right; action: TokenAction }>

/**
 * Whether the caller sees a secret of the application unmasked. A person needs the right to it; a token also needs the
 * action for this secret, whatever its owner may see.
 */
export function maySee(caller: Caller, application: Seen, secret: keyof typeof openedBy): boolean {
  const { right } = openedBy[secret]
  return isOpenedByToken(caller, secret) && rightsOf(caller, application, application.memberRole).has(right)
}

/** The token's part of `maySee`; true without a token. */
export function isOpenedByToken({ token }: Caller, secret: keyof typeof openedBy): boolean {
  return token?.actions.includes(openedBy[secret].action) ?? true
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
