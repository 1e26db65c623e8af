import { Ban, CalendarPlus, CirclePause, Copy, Ellipsis, Pencil, Power, Trash2, UserPlus, Users } from 'lucide-react'
import * as texts from '../../texts/licenses.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu, type MenuEntry } from '../../ui/menu.tsx'
import { copyText } from '../../ui/text/copy-text.ts'
import { isNever } from '../../ui/text/format.ts'
import { shortLicenseKey } from '../../ui/text/short-key.ts'
import type { LicenseDialog } from './license-dialogs.tsx'
import type { HoldAction } from './use-license-holds.ts'
import type { License } from './use-licenses.ts'

export interface LicenseMenuProps {
  readonly applicationId: number
  readonly license: License
  readonly show: (dialog: LicenseDialog) => void
  readonly onSwitch: (license: License) => void
}

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

/** What can be done with a license, by the state it is in. */
export function LicenseMenu({ applicationId, license, show, onSwitch }: LicenseMenuProps) {
  const opening = (kind: LicenseDialog['kind']) => () => show({ kind, license })
  const entries: MenuEntry[] = [
    { label: texts.edit, icon: <Pencil {...icon} />, needs: 'manage', onSelect: opening('edit') },
    {
      label: texts.copyKey,
      icon: <Copy {...icon} />,
      needs: 'keys',
      onSelect: () => void copyKey(license.licenseKey),
    },
    {
      label: texts.extendText,
      icon: <CalendarPlus {...icon} />,
      needs: 'manage',
      disabledReason: whyNotExtended(license),
      onSelect: opening('extend'),
    },
    { label: texts.addSeatsText, icon: <UserPlus {...icon} />, needs: 'manage', onSelect: opening('seats') },
    {
      label: license.isActive ? texts.disable : texts.enable,
      icon: <Power {...icon} />,
      needs: 'manage',
      onSelect: () => onSwitch(license),
    },
    ...holdActions(license).map(({ kind, label }) => ({
      label,
      icon: kind === 'pause' || kind === 'unpause' ? <CirclePause {...icon} /> : <Ban {...icon} />,
      needs: 'manage' as const,
      onSelect: opening(kind),
    })),
    { label: texts.showUsers, icon: <Users {...icon} />, href: usersHref(applicationId, license.id) },
    'separator',
    {
      label: texts.deleteText,
      icon: <Trash2 {...icon} />,
      tone: 'danger',
      needs: 'manage',
      onSelect: opening('delete'),
    },
  ]
  const label = texts.actionsFor(shortLicenseKey(license.licenseKey))
  return <Menu trigger={<IconButton label={label} icon={<Ellipsis {...icon} />} size="sm" />} entries={entries} />
}

/** What can be done about the hold of a license: banning a paused one too, but not pausing a banned one. */
export function holdActions({ hold }: Pick<License, 'hold'>): readonly { kind: HoldAction; label: string }[] {
  if (hold === 'banned') return [{ kind: 'unban', label: texts.unban }]
  const [kind, label] = hold === null ? (['pause', texts.pause] as const) : (['unpause', texts.resume] as const)
  return [
    { kind, label },
    { kind: 'ban', label: texts.ban },
  ]
}

export const usersHref = (applicationId: number, licenseId: number) =>
  `/app/${applicationId}?section=users&license=${licenseId}`

/** Why a license can't be given more days; undefined when it can. */
export function whyNotExtended({ expiresAt }: License): string | undefined {
  if (expiresAt === null) return texts.itsValidityStartsWith
  return isNever(expiresAt) ? texts.thisKeyNeverExpires : undefined
}

export async function copyKey(licenseKey: string): Promise<void> {
  const isCopied = await copyText(licenseKey)
  toast(
    isCopied
      ? { title: texts.copied, description: texts.licenseKeyCopiedTo }
      : { title: texts.failedToCopy, kind: 'destructive' },
  )
}
