import type { MutateOptions } from '../../api/use-mutate.ts'
import * as areaTexts from '../../texts/licenses.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import type { DialogState } from '../../ui/dialog/opening.tsx'
import { shortLicenseKey } from '../../ui/text/short-key.ts'
import { type License, useDeleteLicense } from './use-licenses.ts'

export interface DeleteLicenseDialogProps extends DialogState {
  readonly applicationId: number
  readonly license: License
  readonly title: 'Delete License' | 'Delete License Key'
  readonly texts: Pick<MutateOptions<License, unknown>, 'done' | 'failed'>
}

export function DeleteLicenseDialog(props: DeleteLicenseDialogProps) {
  const { applicationId, license, title, texts, isOpen, onClose } = props
  const remove = useDeleteLicense(applicationId, texts, onClose)
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={title}
      text={areaTexts.thisActionCannotBe}
      needs="manage"
      confirmText={title}
      pendingText={areaTexts.deleting}
      isPending={remove.isPending}
      onConfirm={() => remove.mutate(license)}
    >
      <p className="rounded-control border border-line bg-bg px-3 py-2 text-second text-fg-2">
        <code>{shortLicenseKey(license.licenseKey)}</code>
        <span className="text-fg-3">
          {license.currentUsers === 0 ? areaTexts.noUsers : areaTexts.usedBy(license.currentUsers)}
        </span>
      </p>
    </ConfirmDialog>
  )
}
