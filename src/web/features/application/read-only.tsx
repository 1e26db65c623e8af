import { type ReactNode, useCallback } from 'react'
import { hasPermission } from '../../../shared/permissions.ts'
import { type Right, roleNames } from '../../../shared/rights.ts'
import { refusalOf } from '../../common/refusal-of.ts'
import { type CurrentUser, useCurrentUser } from '../../session/session.ts'
import * as texts from '../../texts/application.ts'
import { Note } from '../../ui/feedback/note.tsx'
import { RefusalContext, type Refusals } from '../../ui/refusal.ts'
import type { Application } from './use-application.ts'

interface RightsProviderProps {
  readonly application: Application
  readonly children: ReactNode
}

const ofOwnerAlone = texts.thisAppliesToAll

/** Around the screens of an application: controls that need a right which the viewer lacks are disabled and say why. */
export function RightsProvider({ application, children }: RightsProviderProps) {
  const user = useCurrentUser()
  const refusals = useCallback<Refusals>(
    (right, applicationId) =>
      applicationId === null && !isOwners(application, user, right) ? ofOwnerAlone : refusalOf(application, right),
    [application, user],
  )
  return <RefusalContext value={refusals}>{children}</RefusalContext>
}

/** Whether what the owner has for all applications is the viewer's own, or open to them by a permission. */
const isOwners = ({ role }: Application, user: CurrentUser, right: Right) =>
  role === 'owner' || hasPermission(user, right === 'look' ? 'view_all_data' : 'manage_applications')

/** Below the heading: why somebody without a role here can only look. */
export function ReadOnlyNote({ application: { can, role } }: { readonly application: Application }) {
  if (role !== null || can.includes('manage')) return null
  return <Note>{texts.youCanViewThis}</Note>
}

const doings = { viewer: texts.youCanView, support: texts.youCanHelpUsers, manager: texts.youCanChange }

/** Where a member lands: what the role is, and what it is for. */
export function MemberNote({ application: { role, name } }: { readonly application: Application }) {
  if (role === null || role === 'owner') return null
  return (
    <Note>
      {texts.youAre(roleNames[role], doings[role])} <bdi>{name}</bdi>.
    </Note>
  )
}
