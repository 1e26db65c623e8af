import { useCallback, useMemo, useState } from 'react'
import { sparklineDays, successRateDays } from '../../../shared/constants.ts'
import { roleNames } from '../../../shared/rights.ts'
import * as texts from '../../texts/dashboard.ts'
import { Card } from '../../ui/card.tsx'
import { Table } from '../../ui/table/table.tsx'
import type { Column, Sort } from '../../ui/table/table-types.ts'
import { formatNumber, formatPercent } from '../../ui/text/format.ts'
import { Time } from '../../ui/text/time.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { ApplicationMenu } from './application-menu.tsx'
import { signInsOf, sortApplications } from './sort-applications.ts'
import type { Application } from './use-applications.ts'
import { UserCount } from './user-count.tsx'

export interface ApplicationTableProps {
  readonly applications: readonly Application[]
  readonly onDelete: (application: Application) => void
}

/** The applications as rows, for accounts with many. The figures are those that the cards load. */
export function ApplicationTable({ applications, onDelete }: ApplicationTableProps) {
  const [sort, setSort] = useState<Sort>()
  const rows = useMemo(() => sortApplications(applications, sort), [applications, sort])
  const actions = useCallback(
    (application: Application) => <ApplicationMenu application={application} onDelete={onDelete} />,
    [onDelete],
  )
  return (
    <Card isFlush>
      <Table
        label={texts.applications}
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        total={rows.length}
        sort={sort}
        onSort={setSort}
        actions={actions}
        empty={null}
      />
      <p className="px-4 py-3 text-second text-fg-3 sm:px-5">{texts.loginsOfTheLast(sparklineDays, successRateDays)}</p>
    </Card>
  )
}

const count = (value: number | undefined) => (value === undefined ? '' : formatNumber(value))

const figure = (key: string, head: string, of: (application: Application) => string): Column<Application> => ({
  ...{ key, head, width: 'minmax(4.5rem, 0.6fr)', align: 'end', card: 'details', isSortable: true },
  cell: (application) => <span className="tabular-nums">{of(application)}</span>,
})

const columns: readonly Column<Application>[] = [
  {
    ...{ key: 'name', head: texts.application, width: 'minmax(0, 2fr)', card: 'title', isSortable: true },
    cell: ({ id, name }) => (
      <TextLink href={`/app/${id}`} className="block truncate font-medium leading-6">
        <bdi>{name}</bdi>
      </TextLink>
    ),
  },
  {
    ...{ key: 'role', head: texts.role, width: '5rem', card: 'badges' },
    cell: ({ role }) => <span className="text-fg-2">{role === null ? texts.none : roleNames[role]}</span>,
  },
  {
    ...figure('users', texts.users, ({ counts }) => count(counts.users)),
    cell: (application) => <UserCount application={application} />,
  },
  figure('active', texts.active, ({ stats }) => count(stats?.activeUsers)),
  figure('online', texts.onlineText, ({ stats }) => count(stats?.activeSessions)),
  figure('licenses', texts.licenses, ({ counts }) => count(counts.licenses)),
  figure('signIns', texts.logins, (application) => count(signInsOf(application))),
  {
    ...figure('successRate', texts.successRate, ({ stats }) =>
      stats === undefined ? '' : formatPercent(stats.loginSuccessRate),
    ),
    width: 'minmax(6rem, 0.6fr)',
  },
  {
    ...{ key: 'lastActivity', head: texts.lastActivity, width: '7rem', card: 'details', isSortable: true },
    cell: ({ stats }) => <Time value={stats?.lastActivity} none={texts.none} />,
  },
]
