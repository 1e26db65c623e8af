import { Eye, EyeOff, UserPlus, Users } from 'lucide-react'
import { useState } from 'react'
import { loadError } from '../../api/use-list.ts'
import { PageHeading } from '../../layout/page-heading.tsx'
import { adminKey } from '../../session/admin-key.ts'
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
        title="Admin Panel"
        description={
          <>
            Dashboard users. Change roles and permissions in{' '}
            <TextLink href="/user-management">User Management</TextLink>.
          </>
        }
        actions={
          <>
            <ButtonLink href="/">Home</ButtonLink>
            <Button onClick={leave}>Log out</Button>
            <Button
              variant="primary"
              icon={<UserPlus size={16} strokeWidth={1.75} aria-hidden />}
              onClick={() => setIsAdding(true)}
            >
              Add User
            </Button>
          </>
        }
      />
      <Card isFlush>
        {users.isPending && (
          <p role="status" className="border-b border-line px-4 py-3 text-second text-fg-2 sm:px-5">
            Loading users…
          </p>
        )}
        <Table
          label="Users"
          columns={columns}
          rows={users.data}
          rowKey={({ id }: DashboardUser) => id}
          error={
            users.error
              ? { ...loadError(users.error), message: `Failed to fetch users: ${users.error.message}` }
              : undefined
          }
          onRetry={() => void users.refetch()}
          empty={<EmptyState icon={<Users strokeWidth={1.75} aria-hidden />} title="No users found" />}
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
    head: 'Email',
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
    head: 'Role / Password',
    width: 'minmax(0, 1.6fr)',
    card: 'details',
    cell: (user) => <RoleAndPassword user={user} />,
  },
  {
    key: 'status',
    head: 'Status',
    width: 'minmax(7rem, 0.6fr)',
    card: 'badges',
    cell: ({ isActive }) => (isActive ? <Badge tone="ok">Active</Badge> : <Badge tone="neutral">Inactive</Badge>),
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
        label={`${isShown ? 'Hide' : 'Show'} password of ${email}`}
        size="sm"
        icon={isShown ? <EyeOff {...icon} /> : <Eye {...icon} />}
        onClick={() => setIsShown(!isShown)}
      />
      <CopyButton text={password} what={`password of ${email}`} />
    </span>
  )
}
