import { FeaturesDialog } from '../../common/features/features-dialog.tsx'
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
      hint="For this user alone. They take precedence over those of the license and the application."
    />
  )
}
