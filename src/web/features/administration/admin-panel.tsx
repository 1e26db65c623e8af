import { Eye, EyeOff, UserPlus, Users } from 'lucide-react'
import { useState } from 'react'
import { loadError } from '../../api/use-list.ts'
import { PageHeading } from '../../layout/page-heading.tsx'
import { adminKey } from '../../session/admin-key.ts'
import * as texts from '../../texts/administration.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Card } from '../../ui/card.tsx'
import { lazyDialog } from '../../ui/dialog/lazy-dialog.tsx'
import { useDialogValue } from '../../ui/dialog/use-dialog-value.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Table } from '../../ui/table/table.tsx'
import type { Column } from '../../ui/table/table-types.ts'
import { CopyButton } from '../../ui/text/copy-button.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import type { ShownInvite } from './invite-link-dialog.tsx'
import { useAccess } from './use-access.ts'
import { createdPassword, type DashboardUser, useUsers } from './use-users.ts'

const CreateUserDialog = lazyDialog(async () => (await import('./create-user-dialog.tsx')).CreateUserDialog)
const InviteLinkDialog = lazyDialog(async () => (await import('./invite-link-dialog.tsx')).InviteLinkDialog)

/** Lists the accounts and creates new ones. */
export function AdminPanel() {
  const access = useAccess('key')
  const users = useUsers(access)
  const [isAdding, setIsAdding] = useState(false)
  const invite = useDialogValue<ShownInvite>()
  return (
    <>
      <PageHeading
        title={texts.adminPanel}
        description={
          <>
            {texts.dashboardUsersChangeRoles} <TextLink href="/user-management">{texts.userManagement}</TextLink>.
          </>
        }
        actions={
          <>
            <ButtonLink href="/">{texts.home}</ButtonLink>
            <Button onClick={leave}>{texts.logOut}</Button>
            <Button
              variant="primary"
              icon={<UserPlus size={16} strokeWidth={1.75} aria-hidden />}
              onClick={() => setIsAdding(true)}
            >
              {texts.addUser}
            </Button>
          </>
        }
      />
      <Card isFlush>
        {users.isPending && (
          <p role="status" className="border-b border-line px-4 py-3 text-second text-fg-2 sm:px-5">
            {texts.loadingUsers}
          </p>
        )}
        <Table
          label={texts.users}
          columns={columns}
          rows={users.data}
          rowKey={({ id }: DashboardUser) => id}
          error={
            users.error
              ? { ...loadError(users.error), message: texts.failedToFetchUsers(users.error.message) }
              : undefined
          }
          onRetry={() => void users.refetch()}
          empty={<EmptyState icon={Users} title={texts.noUsersFound} />}
        />
      </Card>
      <CreateUserDialog access={access} isOpen={isAdding} onClose={() => setIsAdding(false)} onInvited={invite.open} />
      {invite.value && <InviteLinkDialog invite={invite.value} {...invite.dialog} />}
    </>
  )
}

/** Reloads, so that the key and the passwords leave memory. */
function leave(): void {
  adminKey.set(undefined)
  location.assign('/')
}

const columns: readonly Column<DashboardUser>[] = [
  {
    key: 'email',
    head: texts.email,
    width: 'minmax(0, 2fr)',
    card: 'title',
    cell: ({ email }) => (
      <bdi className="block truncate font-medium" title={email}>
        {email}
      </bdi>
    ),
  },
  {
    key: 'role',
    head: texts.rolePassword,
    width: 'minmax(0, 1.6fr)',
    card: 'details',
    cell: (user) => <RoleAndPassword user={user} />,
  },
  {
    key: 'status',
    head: texts.status,
    width: 'minmax(7rem, 0.6fr)',
    card: 'badges',
    cell: ({ isActive }) =>
      isActive ? <Badge tone="ok">{texts.active}</Badge> : <Badge tone="neutral">{texts.inactive}</Badge>,
  },
]

function RoleAndPassword({ user }: { readonly user: DashboardUser }) {
  const password = createdPassword(user.id)
  return (
    <span className="inline-flex min-w-0 flex-wrap items-center gap-x-3">
      <span>{user.role}</span>
      {password !== undefined && <MaskedPassword password={password} email={user.email} />}
    </span>
  )
}

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

/** Masked until revealed; the mask doesn't show its length. */
function MaskedPassword({ password, email }: { readonly password: string; readonly email: string }) {
  const [isShown, setIsShown] = useState(false)
  return (
    <span className="inline-flex min-w-0 items-center gap-0.5">
      <code className="min-w-0 break-all text-meta text-fg-2">{isShown ? password : '\u2022'.repeat(10)}</code>
      <IconButton
        label={texts.passwordOf(isShown ? texts.hide : texts.show, email)}
        size="sm"
        icon={isShown ? <EyeOff {...icon} /> : <Eye {...icon} />}
        onClick={() => setIsShown(!isShown)}
      />
      <CopyButton text={password} what={texts.passwordOfOf(email)} />
    </span>
  )
}
