import { FeaturesDialog } from '../../common/features/features-dialog.tsx'
import * as texts from '../../texts/app-users.ts'
import type { EditUserDialogProps } from './edit-user-dialog.tsx'
import { useUserCalls } from './use-user-changes.ts'

/** The own features of one user. */
export function UserFeaturesDialog({ applicationId, user, ...state }: EditUserDialogProps) {
  const calls = useUserCalls(applicationId, user)
  return (
    <FeaturesDialog
      {...state}
      row={user}
      calls={calls}
      bodyOf={(features) => ({ features })}
      needs="help"
      hint={texts.forThisUserAlone}
    />
  )
}
