import { permissions } from '../../shared/permissions.ts'
import { type Right, rightsOfPermission, roleNames, roleWith, type TeamRole } from '../../shared/rights.ts'

/** What an answer about an application says about the viewer. */
export interface HeldRights {
  readonly role: TeamRole | null
  readonly can: readonly Right[]
}

/** Why the viewer of an application may not do what needs this right; undefined when they may. */
export function refusalOf({ role, can }: HeldRights, right: Right): string | undefined {
  if (can.includes(right)) return undefined
  const needed = roleNames[roleWith(right)]
  if (role !== null) return `Your role is ${roleNames[role]}; this needs ${needed}.`
  const permission = permissions.find((each) => rightsOfPermission[each]?.includes(right))
  if (permission === undefined) return `This needs the role ${needed} in this application.`
  return `To change this application you need the permission ${permission}.`
}
