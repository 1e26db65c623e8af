import { Copy, Ellipsis, Settings, Trash2 } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import { isMasked } from '../../../shared/api-key-mask.ts'
import { sparklineDays, successRateDays } from '../../../shared/constants.ts'
import { roleNames } from '../../../shared/rights.ts'
import { noteKeyUse } from '../../common/api-key-use.ts'
import { settingsHref } from '../../common/settings-parts.ts'
import * as texts from '../../texts/dashboard.ts'
import { Card } from '../../ui/card.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu, type MenuEntry } from '../../ui/menu.tsx'
import { Table } from '../../ui/table/table.tsx'
import type { Column, Sort } from '../../ui/table/table-types.ts'
import { copyText } from '../../ui/text/copy-text.ts'
import { formatNumber, formatPercent } from '../../ui/text/format.ts'
import { Time } from '../../ui/text/time.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { signInsOf, sortApplications } from './sort-applications.ts'
import type { Application } from './use-applications.ts'

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
      <TextLink href={`/app/${id}`} className="block min-h-6 truncate font-medium">
        <bdi>{name}</bdi>
      </TextLink>
    ),
  },
  {
    ...{ key: 'role', head: texts.role, width: '6rem', card: 'badges' },
    cell: ({ role }) => <span className="text-fg-2">{role === null ? texts.none : roleNames[role]}</span>,
  },
  figure('users', texts.users, ({ counts }) => count(counts.users)),
  figure('active', texts.active, ({ stats }) => count(stats?.activeUsers)),
  figure('online', texts.onlineText, ({ stats }) => count(stats?.activeSessions)),
  figure('licenses', texts.licenses, ({ counts }) => count(counts.licenses)),
  figure('signIns', 'Sign-ins', (application) => count(signInsOf(application))),
  figure('successRate', texts.successRate, ({ stats }) =>
    stats === undefined ? '' : formatPercent(stats.loginSuccessRate),
  ),
  {
    ...{ key: 'lastActivity', head: texts.lastActivity, width: '8.5rem', card: 'details', isSortable: true },
    cell: ({ stats }) => <Time value={stats?.lastActivity} none={texts.none} />,
  },
]

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

interface ApplicationMenuProps {
  readonly application: Application
  readonly onDelete: (application: Application) => void
}

function ApplicationMenu({ application, onDelete }: ApplicationMenuProps) {
  const { id, name, apiKey, can } = application
  const entries: MenuEntry[] = [
    {
      label: texts.copyApiKey,
      icon: <Copy {...icon} />,
      disabledReason: isMasked(apiKey) ? texts.youNeedTheRole : undefined,
      onSelect: () => void copyKey(id, apiKey),
    },
    { label: texts.settings, icon: <Settings {...icon} />, href: settingsHref(id, 'general') },
  ]
  if (can.includes('delete')) {
    const remove = { label: texts.deleteText, tone: 'danger', onSelect: () => onDelete(application) } as const
    entries.push('separator', { ...remove, icon: <Trash2 {...icon} /> })
  }
  return (
    <Menu
      trigger={<IconButton label={texts.actionsFor(name)} icon={<Ellipsis {...icon} />} size="sm" />}
      entries={entries}
    />
  )
}

async function copyKey(id: number, apiKey: string): Promise<void> {
  if (!(await copyText(apiKey))) return toast({ title: texts.failedToCopy, kind: 'destructive' })
  toast({ title: texts.copied, description: texts.apiKeyCopiedTo })
  noteKeyUse(id, 'copy')
}
