import { useEffect, useRef } from 'react'
import { BanUserDialog } from '../features/app-users/ban-user-dialog.tsx'
import { ExtendDialog } from '../features/app-users/extend-dialog.tsx'
import { useUserAction } from '../features/app-users/use-app-users.ts'
import type { FoundLicense, FoundUser, PaletteTask } from '../features/commands/palette-task.ts'
import { useSwitchLicense } from '../features/licenses/use-license-details.ts'
import type { DialogState } from '../ui/dialog/opening.tsx'

export interface PaletteTaskProps extends DialogState {
  readonly task: PaletteTask
}

/** Carries out an action that was chosen in the palette: at once with Undo, or in the dialog that asks first. */
export function PaletteTaskRun({ task, ...dialog }: PaletteTaskProps) {
  switch (task.kind) {
    case 'ban':
      return <BanUserDialog {...dialog} applicationId={task.user.applicationId} user={task.user} reach={task.reach} />
    case 'extend-user':
      return <ExtendDialog {...dialog} applicationId={task.user.applicationId} {...extensionOf(task.user)} />
    case 'extend-license': {
      const { id, applicationId, expiresAt, licenseKey } = task.license
      return (
        <ExtendDialog
          {...dialog}
          applicationId={applicationId}
          target={{ licenseId: id }}
          expiresAt={expiresAt}
          name={licenseKey}
        />
      )
    }
    case 'switch-license':
      return <SwitchLicense license={task.license} onDone={dialog.onClose} />
    default:
      return <ActOnUser user={task.user} action={task.kind} onDone={dialog.onClose} />
  }
}

/** Whatever expires first is extended: the user or the license. */
function extensionOf(user: FoundUser) {
  const { licenseId, expiresAt, effectiveExpiresAt, username: name } = user
  const isOfLicense = licenseId !== null && effectiveExpiresAt !== expiresAt
  return { target: isOfLicense ? { licenseId } : { user }, expiresAt: effectiveExpiresAt, name }
}

interface ActOnUserProps {
  readonly user: FoundUser
  readonly action: 'pause' | 'unpause' | 'unban' | 'reset-hwid'
  readonly onDone: () => void
}

function ActOnUser({ user, action, onDone }: ActOnUserProps) {
  const act = useUserAction(user.applicationId)
  useOnce(() => {
    act.mutate({ user, action })
    onDone()
  })
  return null
}

function SwitchLicense({ license, onDone }: { readonly license: FoundLicense; readonly onDone: () => void }) {
  const onSwitch = useSwitchLicense(license.applicationId)
  useOnce(() => {
    onSwitch(license)
    onDone()
  })
  return null
}

/** Runs when the component is first shown, also where React mounts it twice. */
function useOnce(run: () => void): void {
  const isDone = useRef(false)
  useEffect(() => {
    if (isDone.current) return
    isDone.current = true
    run()
  })
}
