import { CircleQuestionMark } from 'lucide-react'
import { RedeemedKeys } from '../../common/drawer/redeemed-keys.tsx'
import { UndoableChanges } from '../../common/drawer/undoable-changes.tsx'
import { useCloseWhenGone } from '../../common/use-close-when-gone.ts'
import { UserBadges } from '../../common/user-badges.tsx'
import * as texts from '../../texts/app-users.ts'
import { Button } from '../../ui/button.tsx'
import { Drawer } from '../../ui/dialog/drawer.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Loading } from '../../ui/feedback/loading.tsx'
import { DrawerDevices } from './drawer-devices.tsx'
import { DrawerFacts } from './drawer-facts.tsx'
import { DrawerFeatures } from './drawer-features.tsx'
import { type Inspection, useInspection } from './use-inspection.ts'
import type { UserDialog } from './user-dialogs.tsx'
import { DrawerActivity, DrawerSessions } from './user-drawer-sections.tsx'
import { UserFixes } from './user-fixes.tsx'

export interface UserDrawerProps {
  readonly applicationId: number
  readonly userId: number
  readonly isOpen: boolean
  readonly show: (dialog: UserDialog) => void
  readonly onClose: () => void
}

/** Everything that decides a user's logins, with actions. */
export function UserDrawer({ applicationId, userId, isOpen, show, onClose }: UserDrawerProps) {
  const { data, error, refetch, isRefetching } = useInspection(applicationId, userId)
  useCloseWhenGone(error, isOpen, onClose)
  return (
    <Drawer
      isOpen={isOpen}
      onClose={onClose}
      title={<bdi>{data?.user.username ?? texts.user}</bdi>}
      header={data && <DrawerHeader inspection={data} />}
    >
      {data !== undefined && <DrawerContent {...{ applicationId, show }} inspection={data} />}
      {data === undefined && error === null && <Loading />}
      {data === undefined && error !== null && (
        <ErrorState message={error.message} onRetry={() => void refetch()} isRetrying={isRefetching} />
      )}
    </Drawer>
  )
}

function DrawerHeader({ inspection: { user, state } }: { readonly inspection: Inspection }) {
  return (
    <div className="mt-1.5 flex flex-col gap-1.5">
      <UserBadges user={user} />
      <p role="status" className={state.canSignIn ? 'text-fg-2' : 'text-bad'}>
        {state.sentence}
      </p>
    </div>
  )
}

interface ContentProps extends Pick<UserDrawerProps, 'applicationId' | 'show'> {
  readonly inspection: Inspection
}

function DrawerContent({ applicationId, inspection, show }: ContentProps) {
  const { user, sessions, decisions, redemptions, undoable } = inspection
  return (
    <>
      <div className="flex flex-col gap-3">
        <UserFixes {...{ applicationId, inspection, show }} />
        <Button
          icon={<CircleQuestionMark size={16} strokeWidth={1.75} aria-hidden />}
          needs="check"
          onClick={() => show({ kind: 'why', username: user.username })}
        >
          {texts.checkLogin}
        </Button>
      </div>
      <DrawerFacts applicationId={applicationId} inspection={inspection} />
      <DrawerDevices applicationId={applicationId} userId={user.id} isLocked={user.isHwidLocked} />
      <DrawerFeatures user={user} show={show} />
      <DrawerSessions applicationId={applicationId} userId={user.id} sessions={sessions} />
      <RedeemedKeys applicationId={applicationId} redemptions={redemptions} of="user" />
      <UndoableChanges applicationId={applicationId} undoable={undoable} />
      <DrawerActivity decisions={decisions} />
    </>
  )
}
