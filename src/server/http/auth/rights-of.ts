import { hasPermission, type Permission, permissions } from '../../../shared/permissions.ts'
import { type MemberRole, type Right, rights, rightsOfPermission, rightsOfRole } from '../../../shared/rights.ts'
import { type TokenAction, tokenActions } from '../../../shared/token-actions.ts'
import type { Caller } from './authenticate.ts'

/** Who asks: a person, or a management token of theirs. */
type RightsHolder = Pick<Caller, 'accountId' | 'role' | 'permissions' | 'token'>

/**
 * What a caller may do with an application. Rights add up: of the owner, of the member's role, of the permissions. A
 * token never has more than its account, nothing outside its applications and actions, and neither `team` nor `delete`.
 */
export function rightsOf(
  caller: RightsHolder,
  application: { readonly id: number; readonly ownerId: number },
  memberRole: MemberRole | null,
): ReadonlySet<Right> {
  const isOwner = application.ownerId === caller.accountId || caller.role === 'owner'
  const ofMember = memberRole !== null && countsMemberships(caller) ? rightsOfRole[memberRole] : []
  const held = [...(isOwner ? rights : []), ...ofMember, ...permissions.flatMap((each) => ofPermission(caller, each))]
  return new Set(held.filter((right) => isLeftByToken(caller, application.id, right)))
}

/** A token for all applications of its account is for those that the account owns. */
export const countsMemberships = ({ token }: Pick<Caller, 'token'>): boolean => token?.applicationIds !== null

const ofPermission = (caller: RightsHolder, permission: Permission): readonly Right[] =>
  hasPermission(caller, permission) ? (rightsOfPermission[permission] ?? []) : []

/** A token needs one of these actions for the right; a right that is missing here needs none. */
const neededActions: Readonly<Partial<Record<Right, readonly TokenAction[]>>> = {
  keys: ['licenses:write'],
  help: ['users:write', 'licenses:write', 'blacklist:write'],
  manage: tokenActions.filter((action) => action.endsWith(':write')),
  team: [],
  delete: [],
}

function isLeftByToken({ token }: Pick<Caller, 'token'>, applicationId: number, right: Right): boolean {
  if (!token) return true
  if (token.applicationIds && !token.applicationIds.includes(applicationId)) return false
  return neededActions[right]?.some((action) => token.actions.includes(action)) ?? true
}
