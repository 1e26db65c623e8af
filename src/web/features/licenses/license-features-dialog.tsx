import { FeaturesDialog } from '../../common/features/features-dialog.tsx'
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
      hint="For all users of this license. A user's own features take precedence, those of the application do not."
    />
  )
}
