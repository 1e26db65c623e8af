import { useMemo } from 'react'
import { useLiveUpdates } from '../api/use-live-updates.ts'
import { useOwnApplications } from '../api/use-own-applications.ts'
import { RightsByApplication } from '../common/row-rights.tsx'
import type { Activity } from '../features/activity/activity-columns.tsx'
import { ActivityPanel } from '../features/activity/activity-panel.tsx'
import * as texts from '../texts/pages.ts'
import { Select } from '../ui/form/select.tsx'
import type { Column } from '../ui/table/table-types.ts'
import { TextLink } from '../ui/text-link.tsx'

export interface EventsLogProps {
  readonly search: Readonly<Record<string, string | undefined>>
  readonly onSearch: (change: Readonly<Record<string, string | undefined>>) => void
  readonly hrefWith: (change: Readonly<Record<string, string | undefined>>) => string
}

/** The activity of all applications, or of one. */
export function EventsLog({ search, onSearch, hrefWith }: EventsLogProps) {
  useLiveUpdates()
  const { data: applications } = useOwnApplications()
  const chosen = applications?.find(({ id }) => String(id) === search.app)
  const options = [
    { value: '', label: texts.allApplications },
    ...(applications ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
  ]
  const column = useMemo(
    () => applicationColumn(new Map(applications?.map(({ id, name }) => [id, name]))),
    [applications],
  )
  return (
    <RightsByApplication chosen={search.app}>
      <ActivityPanel
        applicationId={chosen?.id}
        search={search}
        onSearch={onSearch}
        hrefWith={hrefWith}
        extraColumn={chosen === undefined ? column : undefined}
        filters={
          <Select
            aria-label={texts.application}
            className="max-sm:min-w-0 max-sm:grow max-sm:basis-36 sm:max-w-64"
            options={options}
            value={chosen === undefined ? '' : String(chosen.id)}
            onChange={(app) => onSearch({ app: app || undefined })}
          />
        }
      />
    </RightsByApplication>
  )
}

function applicationColumn(names: ReadonlyMap<number, string>): Column<Activity> {
  return {
    key: 'application',
    head: texts.application,
    width: 'minmax(0, 1.1fr)',
    card: 'details',
    cell: ({ applicationId }) => (
      <TextLink
        href={`/app/${applicationId}?section=activity`}
        className="flex min-h-6 min-w-0 items-center no-underline hover:underline"
      >
        <bdi className="truncate">{names.get(applicationId) ?? texts.app(applicationId)}</bdi>
      </TextLink>
    ),
  }
}
