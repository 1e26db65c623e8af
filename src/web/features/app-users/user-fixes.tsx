import { daysLater } from '../../common/days-later.ts'
import * as texts from '../../texts/app-users.ts'
import { open as openOffline } from '../../texts/offline-files.ts'
import { Button } from '../../ui/button.tsx'
import { Switch } from '../../ui/form/switch.tsx'
import { isNever } from '../../ui/text/format.ts'
import { ResetHwidButton } from './reset-hwid-button.tsx'
import { UnbanEverywhereButton } from './unban-everywhere-button.tsx'
import { useUserAction } from './use-app-users.ts'
import { type Inspection, useExtendLicense } from './use-inspection.ts'
import { useSetExpiry, useSwitchUser } from './use-user-changes.ts'
import type { UserDialog } from './user-dialogs.tsx'

export interface UserFixesProps {
  readonly applicationId: number
  readonly inspection: Inspection
  readonly show: (dialog: UserDialog) => void
}

const extraDays = 30

/** One-click fixes; the one that the user's state calls for comes first and stands out. */
export function UserFixes({ applicationId, inspection, show }: UserFixesProps) {
  const { user, state } = inspection
  const act = useUserAction(applicationId)
  const change = useSwitchUser(applicationId)
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <ExtendButton applicationId={applicationId} inspection={inspection} />
        <Button
          size="sm"
          needs="help"
          variant={state.code === 'account_paused' ? 'primary' : 'secondary'}
          onClick={() => act.mutate({ user, action: user.isPaused ? 'unpause' : 'pause' })}
        >
          {user.isPaused ? texts.resume : texts.pause}
        </Button>
        {user.hwid !== null && (
          <ResetHwidButton
            {...{ applicationId, userId: user.id }}
            isBusy={act.isPending && act.variables.action === 'reset-hwid'}
            onReset={() => act.mutate({ user, action: 'reset-hwid' })}
          />
        )}
        <Button
          size="sm"
          needs="help"
          variant={state.code === 'account_banned' ? 'primary' : 'secondary'}
          onClick={() => (user.isBanned ? act.mutate({ user, action: 'unban' }) : show({ kind: 'ban', user }))}
        >
          {user.isBanned ? texts.unban : texts.ban}
        </Button>
        <Button size="sm" needs="help" onClick={() => show({ kind: 'edit', user })}>
          {texts.edit}
        </Button>
        {user.kind === 'account' && !user.isBanned && (
          <Button size="sm" needs="help" onClick={() => show({ kind: 'password-link', user })}>
            {texts.passwordLink}
          </Button>
        )}
        <Button size="sm" needs="manage" onClick={() => show({ kind: 'offline', user })}>
          {openOffline}
        </Button>
      </div>
      <UnbanEverywhereButton applicationId={applicationId} inspection={inspection} />
      <Switch
        label={texts.active}
        needs="help"
        hint={texts.whenOffTheUser}
        checked={user.isActive}
        onChange={(isActive) => change.mutate({ user, isActive })}
      />
    </>
  )
}

/** Extends whatever expires first: the user or the license. */
function ExtendButton({ applicationId, inspection }: Omit<UserFixesProps, 'show'>) {
  const { user, effectiveExpiry, license, state } = inspection
  const extendUser = useSetExpiry(applicationId)
  const extendLicense = useExtendLicense(applicationId)
  if (isNever(effectiveExpiry.at)) return null
  const isOver = state.code === 'account_expired' || state.code === 'license_expired'
  const isOfLicense = effectiveExpiry.rule === 'license' && license !== null
  const expiresAt = daysLater(effectiveExpiry.at, extraDays, new Date())
  const extend = () =>
    isOfLicense ? extendLicense.mutate({ id: license.id, expiresAt }) : extendUser.mutate({ user, expiresAt })
  return (
    <Button
      size="sm"
      needs={isOfLicense ? 'manage' : 'help'}
      variant={isOver ? 'primary' : 'secondary'}
      isBusy={extendUser.isPending || extendLicense.isPending}
      onClick={extend}
    >
      {isOfLicense ? texts.extendLicenseByDays(extraDays) : texts.extendByDays(extraDays)}
    </Button>
  )
}
