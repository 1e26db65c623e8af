import { ofKey } from '../../texts/offline-files.ts'
import { lazyDialog } from '../../ui/dialog/lazy-dialog.tsx'
import type { DialogState } from '../../ui/dialog/opening.tsx'
import { DeleteLicenseDialog, type DeleteLicenseDialogProps } from './delete-license-dialog.tsx'
import type { HoldAction } from './use-license-holds.ts'
import type { License } from './use-licenses.ts'

const EditLicenseDialog = lazyDialog(async () => (await import('./edit-license-dialog.tsx')).EditLicenseDialog)
const ExtendLicenseDialog = lazyDialog(async () => (await import('./extend-license-dialog.tsx')).ExtendLicenseDialog)
const HoldLicenseDialog = lazyDialog(async () => (await import('./hold-license-dialog.tsx')).HoldLicenseDialog)
const LicenseFeaturesDialog = lazyDialog(
  async () => (await import('./license-features-dialog.tsx')).LicenseFeaturesDialog,
)
const OfflineFilesDialog = lazyDialog(
  async () => (await import('../../common/offline-files/offline-files-dialog.tsx')).OfflineFilesDialog,
)
const AddSeatsDialog = lazyDialog(async () => (await import('./add-seats-dialog.tsx')).AddSeatsDialog)

/** A dialog about one license. */
export interface LicenseDialog {
  readonly kind: 'edit' | 'extend' | 'seats' | 'features' | 'offline' | 'delete' | HoldAction
  readonly license: License
}

export interface LicenseDialogsProps extends DialogState {
  readonly applicationId: number
  readonly show: LicenseDialog
  readonly deletion: Pick<DeleteLicenseDialogProps, 'title' | 'texts'>
}

/** The dialogs about one license, none of which is needed at first sight. */
export function LicenseDialogs({ show: { kind, license }, deletion, ...state }: LicenseDialogsProps) {
  const common = { ...state, license }
  switch (kind) {
    case 'edit':
      return <EditLicenseDialog {...common} />
    case 'extend':
      return <ExtendLicenseDialog {...common} />
    case 'seats':
      return <AddSeatsDialog {...common} />
    case 'pause':
    case 'unpause':
    case 'ban':
    case 'unban':
      return <HoldLicenseDialog {...common} action={kind} />
    case 'features':
      return <LicenseFeaturesDialog {...common} />
    case 'offline':
      return <OfflineFilesDialog {...state} of={{ licenseId: license.id }} name={ofKey} />
    case 'delete':
      return <DeleteLicenseDialog {...common} {...deletion} />
  }
}
