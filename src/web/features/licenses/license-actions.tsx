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
        Copy key
      </Button>
      <Button size="sm" needs="manage" disabledReason={whyNotExtended(license)} onClick={opening('extend')}>
        Extend…
      </Button>
      <Button size="sm" needs="manage" onClick={opening('seats')}>
        Add seats…
      </Button>
      <Button size="sm" needs="manage" onClick={opening('edit')}>
        Edit
      </Button>
      <Button size="sm" needs="manage" onClick={() => onSwitch(license)}>
        {license.isActive ? 'Disable' : 'Enable'}
      </Button>
      {holdActions(license).map(({ kind, label }) => (
        <Button key={kind} size="sm" needs="manage" onClick={opening(kind)}>
          {label}
        </Button>
      ))}
      <Button size="sm" variant="danger" needs="manage" onClick={opening('delete')}>
        Delete
      </Button>
    </div>
  )
}
