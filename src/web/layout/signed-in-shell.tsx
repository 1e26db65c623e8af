import { useRouterState } from '@tanstack/react-router'
import {
  CircleUser,
  CodeXml,
  Command,
  FileCode,
  Keyboard,
  KeyboardOff,
  LayoutDashboard,
  LogOut,
  Server,
} from 'lucide-react'
import { type ReactNode, useState, useSyncExternalStore } from 'react'
import { isPage } from '../../shared/pages.ts'
import { hasPermission } from '../../shared/permissions.ts'
import { type CurrentUser, useCurrentUser } from '../session/session.ts'
import { signOut } from '../session/sign-out.ts'
import * as texts from '../texts/layout.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/dialog/confirm-dialog.tsx'
import type { DialogState } from '../ui/dialog/opening.tsx'
import { ErrorBoundary } from '../ui/feedback/error-boundary.tsx'
import { singleKeyShortcuts } from '../ui/keyboard-shortcuts.ts'
import type { MenuEntry } from '../ui/menu.tsx'
import { openCommand } from './commands.ts'
import { NavBar } from './nav-bar.tsx'
import { PageShell } from './page-shell.tsx'

export interface SignedInShellProps {
  readonly sidebar?: ReactNode
  readonly children: ReactNode
}

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

const settings: readonly MenuEntry[] = [
  { label: texts.dashboard, href: '/', icon: <LayoutDashboard {...icon} /> },
  { label: texts.integrationExamples, href: '/integration', icon: <CodeXml {...icon} /> },
  'separator',
  { label: texts.account, href: '/account', icon: <CircleUser {...icon} /> },
  { label: texts.codeTemplates, href: '/code-templates', icon: <FileCode {...icon} /> },
]

/** For owners alone; the server checks it independently. */
const ofOwners: readonly MenuEntry[] = [{ label: texts.system, href: '/system', icon: <Server {...icon} /> }]

/** The shortcuts of this page, and how to turn off single-key shortcuts. */
const keyEntries = (areOn: boolean): readonly MenuEntry[] => [
  'separator',
  { label: texts.commandPalette, onSelect: () => openCommand('palette'), icon: <Command {...icon} /> },
  { label: texts.keyboardShortcuts, onSelect: () => openCommand('shortcuts'), icon: <Keyboard {...icon} /> },
  {
    label: areOn ? texts.turnOffSingleKey : texts.turnOnSingleKey,
    onSelect: () => singleKeyShortcuts.turn(!areOn),
    icon: <KeyboardOff {...icon} />,
  },
  'separator',
  { label: texts.signOut, onSelect: () => void signOut(), icon: <LogOut {...icon} /> },
]

/** Shown with the permission; the server checks it independently. */
function linksByPermission(user: CurrentUser) {
  return [
    { label: texts.codeEditor, href: '/code-editor', permission: 'edit_code' as const },
    { label: texts.users, href: '/user-management', permission: 'manage_users' as const },
  ].filter(({ href, permission }) => isPage(href) && hasPermission(user, permission))
}

/**
 * The frame of every signed-in screen, with the top bar.
 * `<SignedInShell sidebar={<AllSidebar />}><PageContent>…</PageContent></SignedInShell>`
 */
export function SignedInShell({ sidebar, children }: SignedInShellProps) {
  const user = useCurrentUser()
  const path = useRouterState({ select: (state) => state.location.pathname })
  const areKeysOn = useSyncExternalStore(singleKeyShortcuts.subscribe, singleKeyShortcuts.isOn)
  const [isLeaving, setIsLeaving] = useState(false)
  const isDashboard = path === '/' || path === '/dashboard'
  const links = [
    { label: texts.dashboard, href: '/', isCurrent: isDashboard },
    { label: texts.code, href: '/integration', isCurrent: path === '/integration' || path === '/code-templates' },
    { label: texts.docs, href: '/docs', isCurrent: path === '/docs' },
    ...linksByPermission(user).map((link) => ({ ...link, isCurrent: path.startsWith(link.href) })),
  ]
  const logout = (
    <Button variant="ghost" size="sm" onClick={() => setIsLeaving(true)}>
      {texts.logout}
    </Button>
  )
  return (
    <PageShell
      topBar={
        <NavBar
          links={links}
          settings={[...settings, ...(user.role === 'owner' ? ofOwners : []), ...keyEntries(areKeysOn)]}
          account={user.email}
          actions={isDashboard && logout}
        />
      }
      sidebar={sidebar}
    >
      <ErrorBoundary resetKey={path}>{children}</ErrorBoundary>
      <LogoutDialog isOpen={isLeaving} onClose={() => setIsLeaving(false)} />
    </PageShell>
  )
}

function LogoutDialog(dialog: DialogState) {
  const [isPending, setIsPending] = useState(false)
  const leave = () => {
    setIsPending(true)
    void signOut()
  }
  return (
    <ConfirmDialog
      {...dialog}
      title={texts.confirmLogout}
      text={texts.areYouSureYou}
      confirmText={texts.logout}
      isPending={isPending}
      tone="primary"
      onConfirm={leave}
    />
  )
}
