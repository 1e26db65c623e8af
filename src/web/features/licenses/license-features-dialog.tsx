import { FeaturesDialog } from '../../common/features/features-dialog.tsx'
import * as texts from '../../texts/licenses.ts'
import type { LicenseDialogProps } from './edit-license-dialog.tsx'
import { useLicenseCalls } from './use-license-details.ts'

/** The features of one license. */
export function LicenseFeaturesDialog({ applicationId, license, ...state }: LicenseDialogProps) {
  const calls = useLicenseCalls(applicationId, license)
  return (
    <FeaturesDialog
      {...state}
      row={license}
      calls={calls}
      bodyOf={(features) => ({ features })}
      needs="manage"
      hint={texts.forAllUsersOf}
    />
  )
}
