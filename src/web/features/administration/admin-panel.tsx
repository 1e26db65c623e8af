import { UserPlus, Users } from 'lucide-react'
import { useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { PageHeading } from '../../layout/page-heading.tsx'
import { adminKey } from '../../session/admin-key.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FromFirstOpening } from '../../ui/from-first-opening.tsx'
import { late } from '../../ui/late.tsx'
import { Table } from '../../ui/table.tsx'
import type { Column } from '../../ui/table-types.ts'
import { TextLink } from '../../ui/text-link.tsx'
import { createdPassword } from './created-passwords.ts'
import type { ShownInvite } from './invite-link-dialog.tsx'
import { MaskedPassword } from './masked-password.tsx'
import { useAccess } from './use-access.ts'
import { type DashboardUser, useUsers } from './use-users.ts'

const CreateUserDialog = late(async () => (await import('./create-user-dialog.tsx')).CreateUserDialog)
const InviteLinkDialog = late(async () => (await import('./invite-link-dialog.tsx')).InviteLinkDialog)

/** Behind the gate: who has an account, and a new one. */
export function AdminPanel() {
  const access = useAccess('key')
  const users = useUsers(access)
  const [isAdding, setIsAdding] = useState(false)
  const [invite, setInvite] = useState<{ made: ShownInvite; isOpen: boolean }>()
  return (
    <>
      <PageHeading
        title="Admin Panel"
        description={
          <>
            Accounts of this dashboard. Roles and permissions are changed in{' '}
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
          error={users.error ? failure(users.error) : undefined}
          onRetry={() => void users.refetch()}
          empty={<EmptyState icon={<Users strokeWidth={1.75} aria-hidden />} title="No users found" />}
        />
      </Card>
      <FromFirstOpening isOpen={isAdding}>
        <CreateUserDialog
          access={access}
          isOpen={isAdding}
          onClose={() => setIsAdding(false)}
          onInvited={(made) => setInvite({ made, isOpen: true })}
        />
      </FromFirstOpening>
      {invite && (
        <FromFirstOpening isOpen={invite.isOpen}>
          <InviteLinkDialog
            invite={invite.made}
            isOpen={invite.isOpen}
            onClose={() => setInvite({ ...invite, isOpen: false })}
          />
        </FromFirstOpening>
      )}
    </>
  )
}

/** The whole page goes, and with it the key and the passwords. */
function leave(): void {
  adminKey.set(undefined)
  location.assign('/')
}

const failure = (error: Error) => ({
  message: `Failed to fetch users: ${error.message}`,
  requestId: error instanceof ApiError ? error.requestId : undefined,
})

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
