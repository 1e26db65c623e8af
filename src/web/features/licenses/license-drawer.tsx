import { RedeemedKeys } from '../../common/drawer/redeemed-keys.tsx'
import { UndoableChanges } from '../../common/drawer/undoable-changes.tsx'
import { useCloseWhenGone } from '../../common/use-close-when-gone.ts'
import * as texts from '../../texts/licenses.ts'
import { Drawer } from '../../ui/dialog/drawer.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Loading } from '../../ui/feedback/loading.tsx'
import { shortLicenseKey } from '../../ui/text/short-key.ts'
import { LicenseActions } from './license-actions.tsx'
import { StatusBadges } from './license-cells.tsx'
import type { LicenseDialog } from './license-dialogs.tsx'
import { LicenseChanges, LicenseFacts, LicenseUsers } from './license-drawer-sections.tsx'
import { LicenseFeatures } from './license-features.tsx'
import { licenseSentence } from './license-sentence.ts'
import { useLicenseDetails } from './use-license-details.ts'
import type { License } from './use-licenses.ts'

export interface LicenseDrawerProps {
  readonly applicationId: number
  readonly licenseId: number
  readonly isOpen: boolean
  readonly show: (dialog: LicenseDialog) => void
  readonly onSwitch: (license: License) => void
  readonly onClose: () => void
}

/** A license with who uses it and what was changed, with actions. */
export function LicenseDrawer(props: LicenseDrawerProps) {
  const { applicationId, licenseId, isOpen, show, onSwitch, onClose } = props
  const { data, error, refetch, isRefetching } = useLicenseDetails(applicationId, licenseId)
  useCloseWhenGone(error, isOpen, onClose)
  return (
    <Drawer
      isOpen={isOpen}
      onClose={onClose}
      title={data === undefined ? texts.license : <code>{shortLicenseKey(data.licenseKey)}</code>}
      header={
        data && (
          <div className="mt-1.5 flex flex-col gap-1.5">
            <StatusBadges license={data} />
            <p role="status" className="text-fg-2">
              {licenseSentence(data, new Date())}
            </p>
          </div>
        )
      }
    >
      {data !== undefined && (
        <>
          <LicenseActions license={data} show={show} onSwitch={onSwitch} />
          <LicenseFacts applicationId={applicationId} license={data} />
          <LicenseFeatures license={data} show={show} />
          <LicenseUsers applicationId={applicationId} license={data} />
          <RedeemedKeys applicationId={applicationId} redemptions={data.redemptions} of="license" />
          <UndoableChanges applicationId={applicationId} undoable={data.undoable} />
          <LicenseChanges changes={data.changes} />
        </>
      )}
      {data === undefined && error === null && <Loading />}
      {data === undefined && error !== null && (
        <ErrorState message={error.message} onRetry={() => void refetch()} isRetrying={isRefetching} />
      )}
    </Drawer>
  )
}
