import { RefreshCw, ShieldCheck, UserPlus, Users } from 'lucide-react'
import { useMemo } from 'react'
import { hasRight } from '../../../shared/administration.ts'
import { ApiError } from '../../api/api-error.ts'
import { PageHeading } from '../../layout/page-heading.tsx'
import * as texts from '../../texts/administration.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { SearchInput } from '../../ui/form/search-input.tsx'
import { FigureRow, StatCard } from '../../ui/stat-card.tsx'
import { Table } from '../../ui/table/table.tsx'
import { formatNumber } from '../../ui/text/format.ts'
import { TextLink } from '../../ui/text-link.tsx'
import { type Access, useAccess } from './use-access.ts'
import { useUserDialogs } from './use-user-dialogs.tsx'
import { type DashboardUser, useUsers } from './use-users.ts'
import { userColumns } from './user-columns.tsx'
import { matchingUsers, userFigures } from './user-figures.ts'

export interface UsersScreenProps {
  /** The search text in the address. */
  readonly q: string
  readonly onSearch: (q: string) => void
}

/** User Management: dashboard users and their permissions. */
export function UsersScreen({ q, onSearch }: UsersScreenProps) {
  const access = useAccess()
  const users = useUsers(access)
  const { open, dialogs } = useUserDialogs(access)
  const now = new Date()
  const figures = users.data && userFigures(users.data, now)
  const shown = users.data && matchingUsers(users.data, q)
  const columns = useMemo(() => userColumns(access.viewer.id, { access, ...open }), [access, open])
  const mayCreate = hasRight(access.viewer, 'create')
  return (
    <>
      <PageHeading
        title={texts.userManagement}
        isAboveList
        description={texts.manageWhoCanUse}
        actions={
          <>
            <Button
              icon={<RefreshCw size={16} strokeWidth={1.75} aria-hidden />}
              isBusy={users.isFetching && !users.isPending}
              busyText={texts.refresh}
              onClick={() => void users.refetch()}
            >
              {texts.refresh}
            </Button>
            {mayCreate && (
              <Button
                variant="primary"
                icon={<UserPlus size={16} strokeWidth={1.75} aria-hidden />}
                onClick={open.onCreate}
              >
                {texts.createUser}
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
          <FigureRow>
            <StatCard isAboveList label={texts.totalUsers} value={figures && formatNumber(figures.total)} />
            <StatCard isAboveList label={texts.activeUsers} value={figures && formatNumber(figures.active)} />
            <StatCard
              isAboveList
              label={texts.admins}
              value={figures && formatNumber(figures.admins)}
              definition={texts.usersWithTheRole}
            />
            <StatCard
              isAboveList
              label={texts.newToday}
              value={figures && formatNumber(figures.newToday)}
              definition={texts.createdSinceMidnightYour}
            />
          </FigureRow>
          <Card title={users.data === undefined ? texts.allUsers : texts.allUsersOf(users.data.length)} isFlush>
            <div className="flex flex-wrap items-center gap-3 border-b border-line px-3 pb-3 sm:px-4">
              <SearchInput
                label={texts.searchUsers}
                placeholder={texts.searchByEmailName}
                className="grow basis-56 sm:max-w-80"
                value={q}
                onSearch={onSearch}
              />
              <span role="status" className="text-second text-fg-3 tabular-nums">
                {q !== '' && shown !== undefined && texts.found(shown.length)}
              </span>
            </div>
            <Table
              label={texts.allUsers}
              columns={columns}
              rows={shown}
              rowKey={({ id }: DashboardUser) => id}
              total={shown?.length}
              filter={
                q.trim() === '' || users.data?.length === 0
                  ? undefined
                  : {
                      title: texts.noUsersFound,
                      text: texts.tryAdjustingYourSearch,
                      onClear: () => onSearch(''),
                    }
              }
              empty={<EmptyState icon={Users} title={texts.noUsersFound} text={texts.noUsersAreRegistered} />}
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

/** Shown when the users can't be listed. Where a sign-in or the admin key would help, it links to both. */
function LoadError({ error, access, isRetrying, onRetry }: LoadErrorProps) {
  const isRefused = error instanceof ApiError && (error.status === 401 || error.status === 403)
  return (
    <Card isFlush>
      <ErrorState
        message={texts.failedToLoadUsers(error.message)}
        requestId={error instanceof ApiError ? error.requestId : undefined}
        onRetry={onRetry}
        isRetrying={isRetrying}
      />
      {isRefused && access.kind !== 'key' && (
        <p className="-mt-6 flex flex-wrap items-center justify-center gap-2 px-6 pb-10 text-center text-second text-fg-2">
          <ShieldCheck size={16} strokeWidth={1.75} aria-hidden />
          <span>
            <TextLink href="/login?next=%2Fuser-management">{texts.signIn}</TextLink> {texts.withThePermissionManage}{' '}
            <TextLink href="/admin-login">{texts.enterTheAdminKeyText}</TextLink>.
          </span>
        </p>
      )}
    </Card>
  )
}
