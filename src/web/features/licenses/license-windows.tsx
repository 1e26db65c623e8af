import { ChangesDialog } from '../../common/bulk/changes-dialog.tsx'
import { ImportDialog } from '../../common/file-import/import-dialog.tsx'

/** A window over the list of licenses. */
export type LicenseWindow = 'import' | 'changes'

export interface LicenseWindowsProps {
  readonly applicationId: number
  readonly window: LicenseWindow
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** The windows of the license page that its menu opens. */
export function LicenseWindows({ window, ...common }: LicenseWindowsProps) {
  return window === 'import' ? <ImportDialog {...common} kind="licenses" /> : <ChangesDialog {...common} />
}
