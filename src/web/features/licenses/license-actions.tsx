import * as texts from '../../texts/licenses.ts'
import { open as openOffline } from '../../texts/offline-files.ts'
import { Button } from '../../ui/button.tsx'
import type { LicenseDialog } from './license-dialogs.tsx'
import { copyKey, holdActions, whyNotExtended } from './license-menu.tsx'
import type { License } from './use-licenses.ts'

export interface LicenseActionsProps {
  readonly license: License
  readonly show: (dialog: LicenseDialog) => void
  readonly onSwitch: (license: License) => void
}

/** What can be done with the license of the drawer. */
export function LicenseActions({ license, show, onSwitch }: LicenseActionsProps) {
  const opening = (kind: LicenseDialog['kind']) => () => show({ kind, license })
  return (
    <div className="flex flex-wrap gap-2">
      <Button size="sm" needs="keys" onClick={() => void copyKey(license.licenseKey)}>
        {texts.copyKey}
      </Button>
      <Button size="sm" needs="manage" disabledReason={whyNotExtended(license)} onClick={opening('extend')}>
        {texts.extendText}
      </Button>
      <Button size="sm" needs="manage" onClick={opening('seats')}>
        {texts.addSeatsText}
      </Button>
      <Button size="sm" needs="manage" onClick={opening('edit')}>
        {texts.edit}
      </Button>
      <Button size="sm" needs="manage" onClick={() => onSwitch(license)}>
        {license.isActive ? texts.disable : texts.enable}
      </Button>
      {holdActions(license).map(({ kind, label }) => (
        <Button key={kind} size="sm" needs="manage" onClick={opening(kind)}>
          {label}
        </Button>
      ))}
      <Button size="sm" needs="manage" onClick={opening('offline')}>
        {openOffline}
      </Button>
      <Button size="sm" variant="danger" needs="manage" onClick={opening('delete')}>
        {texts.deleteText}
      </Button>
    </div>
  )
}
