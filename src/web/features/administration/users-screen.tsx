import { RefreshCw, ShieldCheck, UserPlus, Users } from 'lucide-react'
import { lazy, useMemo, useState } from 'react'
import { hasRight } from '../../../shared/administration.ts'
import { ApiError } from '../../api/api-error.ts'
import { PageHeading } from '../../layout/page-heading.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { formatNumber } from '../../ui/format.ts'
import { FromFirstOpening } from '../../ui/from-first-opening.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { StatCard } from '../../ui/stat-card.tsx'
import { Table } from '../../ui/table.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import type { ShownInvite } from './invite-link-dialog.tsx'
import { type Access, useAccess } from './use-access.ts'
import { type DashboardUser, useInviteAgain, useUsers } from './use-users.ts'
import { userColumns } from './user-columns.tsx'
import { matchingUsers, userFigures } from './user-figures.ts'

const CreateUserDialog = lazy(async () => ({ default: (await import('./create-user-dialog.tsx')).CreateUserDialog }))
const InviteLinkDialog = lazy(async () => ({ default: (await import('./invite-link-dialog.tsx')).InviteLinkDialog }))
const EditPermissionsDialog = lazy(async () => ({
  default: (await import('./edit-permissions-dialog.tsx')).EditPermissionsDialog,
}))
const DeleteAccountDialog = lazy(async () => ({
  default: (await import('./delete-account-dialog.tsx')).DeleteAccountDialog,
}))
const AccountDetailsDialog = lazy(async () => ({
  default: (await import('./account-details-dialog.tsx')).AccountDetailsDialog,
}))

export interface UsersScreenProps {
  /** What is searched for, from the address. */
  readonly q: string
  readonly onSearch: (q: string) => void
}

/** User Management: who may use the dashboard, and what each may do. */
export function UsersScreen({ q, onSearch }: UsersScreenProps) {
  const access = useAccess()
  const users = useUsers(access)
  const { open, dialogs } = useDialogs(access)
  const now = new Date()
  const figures = users.data && userFigures(users.data, now)
  const shown = users.data && matchingUsers(users.data, q)
  const columns = useMemo(() => userColumns(access.viewer.id, { access, ...open }), [access, open])
  const mayCreate = hasRight(access.viewer, 'create')
  return (
    <>
      <PageHeading
        title="User Management"
        description="Who may use this dashboard, and what each may do."
        actions={
          <>
            <Button
              icon={<RefreshCw size={16} strokeWidth={1.75} aria-hidden />}
              isBusy={users.isFetching && !users.isPending}
              busyText="Refresh"
              onClick={() => void users.refetch()}
            >
              Refresh
            </Button>
            {mayCreate && (
              <Button
                variant="primary"
                icon={<UserPlus size={16} strokeWidth={1.75} aria-hidden />}
                onClick={open.onCreate}
              >
                Create User
              </Button>
            )}
          </>
        }
      />
      {users.error && users.data === undefined ? (
        <LoadError
          error={users.error}
          access={access}
          onRetry={() => void users.refetch()}
          isRetrying={users.isFetching}
        />
      ) : (
        <>
          <div className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4">
            <StatCard label="Total Users" value={figures && formatNumber(figures.total)} />
            <StatCard label="Active Users" value={figures && formatNumber(figures.active)} />
            <StatCard
              label="Admins"
              value={figures && formatNumber(figures.admins)}
              definition="Users with the role admin or owner."
            />
            <StatCard
              label="New Today"
              value={figures && formatNumber(figures.newToday)}
              definition="Created since midnight, by your clock."
            />
          </div>
          <Card title={users.data === undefined ? 'All Users' : `All Users (${users.data.length})`} isFlush>
            <div className="flex flex-wrap items-center gap-3 border-b border-line px-3 pb-3 sm:px-4">
              <SearchInput
                label="Search users"
                placeholder="Search by email, name..."
                className="grow basis-56 sm:max-w-80"
                value={q}
                onSearch={onSearch}
              />
              <span role="status" className="text-second text-fg-3 tabular-nums">
                {q !== '' && shown !== undefined && `${formatNumber(shown.length)} found`}
              </span>
            </div>
            <Table
              label="All Users"
              columns={columns}
              rows={shown}
              rowKey={({ id }: DashboardUser) => id}
              total={shown?.length}
              filter={
                q.trim() === '' || users.data?.length === 0
                  ? undefined
                  : {
                      title: 'No users found',
                      text: 'Try adjusting your search criteria.',
                      onClear: () => onSearch(''),
                    }
              }
              empty={
                <EmptyState
                  icon={<Users strokeWidth={1.75} aria-hidden />}
                  title="No users found"
                  text="No users are registered yet."
                />
              }
            />
          </Card>
        </>
      )}
      {dialogs}
    </>
  )
}

interface LoadErrorProps {
  readonly error: Error
  readonly access: Access
  readonly isRetrying: boolean
  readonly onRetry: () => void
}

/** Nothing of the users shows; whoever is not signed in finds the way to the admin key. */
function LoadError({ error, access, isRetrying, onRetry }: LoadErrorProps) {
  return (
    <Card isFlush>
      <ErrorState
        message={`Failed to load users: ${error.message}`}
        requestId={error instanceof ApiError ? error.requestId : undefined}
        onRetry={onRetry}
        isRetrying={isRetrying}
      />
      {access.kind !== 'key' && (
        <p className="-mt-6 flex flex-wrap items-center justify-center gap-2 px-6 pb-10 text-center text-second text-fg-2">
          <ShieldCheck size={16} strokeWidth={1.75} aria-hidden />
          <span>
            <TextLink href="/login?next=%2Fuser-management">Sign in</TextLink> with the permission manage_users, or{' '}
            <TextLink href="/admin-login">enter the admin key</TextLink>.
          </span>
        </p>
      )}
    </Card>
  )
}

interface Opened {
  readonly dialog: 'create' | 'edit' | 'delete' | 'details' | 'invite'
  readonly isOpen: boolean
}

/** The windows of the screen. Each is fetched when it is first opened, and kept while it closes. */
function useDialogs(access: Access) {
  const [opened, setOpened] = useState<Opened>({ dialog: 'create', isOpen: false })
  const [user, setUser] = useState<DashboardUser>()
  const [invite, setInvite] = useState<ShownInvite>()
  const show = (dialog: Opened['dialog']) => setOpened({ dialog, isOpen: true })
  const close = () => setOpened((old) => ({ ...old, isOpen: false }))
  const isOpen = (dialog: Opened['dialog']) => opened.isOpen && opened.dialog === dialog
  const onInvited = (made: ShownInvite) => {
    setInvite(made)
    show('invite')
  }
  const inviteAgain = useInviteAgain(access, (made) => user && onInvited({ email: user.email, ...made }))
  const { mutate: makeInvite } = inviteAgain
  const open = useMemo(() => {
    const withUser = (dialog: Opened['dialog']) => (chosen: DashboardUser) => {
      setUser(chosen)
      setOpened({ dialog, isOpen: true })
    }
    return {
      onCreate: () => setOpened({ dialog: 'create', isOpen: true }),
      onEdit: withUser('edit'),
      onDelete: withUser('delete'),
      onDetails: withUser('details'),
      onInvite: (chosen: DashboardUser) => {
        setUser(chosen)
        makeInvite(chosen)
      },
    }
  }, [makeInvite])
  const dialogs = (
    <>
      <FromFirstOpening isOpen={isOpen('create')}>
        <CreateUserDialog access={access} isOpen={isOpen('create')} onClose={close} onInvited={onInvited} />
      </FromFirstOpening>
      {invite && (
        <FromFirstOpening isOpen={isOpen('invite')}>
          <InviteLinkDialog invite={invite} isOpen={isOpen('invite')} onClose={close} />
        </FromFirstOpening>
      )}
      {user && (
        <>
          <FromFirstOpening isOpen={isOpen('edit')}>
            <EditPermissionsDialog access={access} user={user} isOpen={isOpen('edit')} onClose={close} />
          </FromFirstOpening>
          <FromFirstOpening isOpen={isOpen('delete')}>
            <DeleteAccountDialog access={access} user={user} isOpen={isOpen('delete')} onClose={close} />
          </FromFirstOpening>
          <FromFirstOpening isOpen={isOpen('details')}>
            <AccountDetailsDialog access={access} user={user} isOpen={isOpen('details')} onClose={close} />
          </FromFirstOpening>
        </>
      )}
    </>
  )
  return { open, dialogs }
}
