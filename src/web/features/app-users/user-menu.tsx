import { Ban, Ellipsis, Fingerprint, Pause, Pencil, Play, ShieldCheck, Trash2 } from 'lucide-react'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu, type MenuEntry } from '../../ui/menu.tsx'
import type { AppUser, UserAction } from './use-app-users.ts'

export interface UserMenuProps {
  readonly user: AppUser
  readonly onEdit: (user: AppUser) => void
  readonly onDelete: (user: AppUser) => void
  readonly onAct: (user: AppUser, action: UserAction) => void
}

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

/** What can be done with a user, by the state the user is in. */
export function UserMenu({ user, onEdit, onDelete, onAct }: UserMenuProps) {
  const act = (action: UserAction) => () => onAct(user, action)
  const entries: MenuEntry[] = [
    { label: 'Edit', icon: <Pencil {...icon} />, onSelect: () => onEdit(user) },
    user.isPaused
      ? { label: 'Resume', icon: <Play {...icon} />, onSelect: act('unpause') }
      : { label: 'Pause', icon: <Pause {...icon} />, onSelect: act('pause') },
  ]
  if (user.hwid !== null) {
    entries.push({ label: 'Reset HWID', icon: <Fingerprint {...icon} />, onSelect: act('reset-hwid') })
  }
  entries.push(
    user.isBanned
      ? { label: 'Unban', icon: <ShieldCheck {...icon} />, onSelect: act('unban') }
      : { label: 'Ban', icon: <Ban {...icon} />, onSelect: act('ban') },
    'separator',
    { label: 'Delete', icon: <Trash2 {...icon} />, tone: 'danger', onSelect: () => onDelete(user) },
  )
  return (
    <Menu
      trigger={<IconButton label={`Actions for ${user.username}`} icon={<Ellipsis {...icon} />} size="sm" />}
      entries={entries}
    />
  )
}
