import { Ban, Ellipsis, Fingerprint, Pause, Pencil, Play, ShieldCheck, Trash2 } from 'lucide-react'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu, type MenuEntry } from '../../ui/menu.tsx'
import type { AppUser, UserAction } from './use-app-users.ts'
import type { UserWindow } from './user-windows.tsx'

export interface UserMenuProps {
  readonly user: AppUser
  readonly show: (window: UserWindow) => void
  readonly act: (act: { readonly user: AppUser; readonly action: UserAction }) => void
}

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

/** What can be done with a user, by the state the user is in. */
export function UserMenu({ user, show, act }: UserMenuProps) {
  const doing = (action: UserAction) => () => act({ user, action })
  const entries: MenuEntry[] = [
    { label: 'Edit', icon: <Pencil {...icon} />, onSelect: () => show({ kind: 'edit', user }) },
    user.isPaused
      ? { label: 'Resume', icon: <Play {...icon} />, onSelect: doing('unpause') }
      : { label: 'Pause', icon: <Pause {...icon} />, onSelect: doing('pause') },
  ]
  if (user.hwid !== null) {
    entries.push({ label: 'Reset HWID', icon: <Fingerprint {...icon} />, onSelect: doing('reset-hwid') })
  }
  entries.push(
    user.isBanned
      ? { label: 'Unban', icon: <ShieldCheck {...icon} />, onSelect: doing('unban') }
      : { label: 'Ban', icon: <Ban {...icon} />, onSelect: () => show({ kind: 'ban', user }) },
    'separator',
    { label: 'Delete', icon: <Trash2 {...icon} />, tone: 'danger', onSelect: () => show({ kind: 'delete', user }) },
  )
  return (
    <Menu
      trigger={<IconButton label={`Actions for ${user.username}`} icon={<Ellipsis {...icon} />} size="sm" />}
      entries={entries}
    />
  )
}
