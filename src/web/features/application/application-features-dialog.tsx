import { FeaturesDialog } from '../../common/features/features-dialog.tsx'
import * as texts from '../../texts/application.ts'
import type { DialogState } from '../../ui/dialog/opening.tsx'
import { type Application, useApplicationCalls } from './use-application.ts'

export interface ApplicationFeaturesDialogProps extends DialogState {
  readonly application: Application
}

/** The features of all users. */
export function ApplicationFeaturesDialog({ application, ...state }: ApplicationFeaturesDialogProps) {
  const calls = useApplicationCalls(application.id)
  return (
    <FeaturesDialog
      {...state}
      row={application}
      calls={calls}
      bodyOf={(features) => ({ features })}
      needs="manage"
      hint={texts.forEveryUserOf}
    />
  )
}
