import { permissions } from '../../shared/permissions.ts'
import { type Right, rightsOfPermission, roleNames, roleWith, type TeamRole } from '../../shared/rights.ts'
import * as texts from '../texts/common.ts'

/** What an answer about an application says about the viewer. */
export interface HeldRights {
  readonly role: TeamRole | null
  readonly can: readonly Right[]
}

/** Why the viewer of an application may not do what needs this right; undefined when they may. */
export function refusalOf({ role, can }: HeldRights, right: Right): string | undefined {
  if (can.includes(right)) return undefined
  const needed = roleNames[roleWith(right)]
  if (role !== null) return texts.yourRoleIsThis(roleNames[role], needed)
  const permission = permissions.find((each) => rightsOfPermission[each]?.includes(right))
  if (permission === undefined) return texts.thisNeedsTheRole(needed)
  return texts.toChangeThisApplication(permission)
}
