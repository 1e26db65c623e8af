import { CircleCheck, TriangleAlert } from 'lucide-react'
import { QueryError } from '../../common/query-error.tsx'
import * as texts from '../../texts/system.ts'
import { Card } from '../../ui/card.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { DescriptionList } from '../../ui/text/description-list.tsx'
import { formatBytes } from '../../ui/text/format.ts'
import { type System, useSystem } from './use-system.ts'

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

/** What to look at, and what the installation runs on. */
export function HealthCard() {
  const { data, error, refetch, isRefetching } = useSystem()
  return (
    <Card title={texts.health} description={texts.whatToLookAt}>
      {data !== undefined ? (
        <>
          <Warnings warnings={data.warnings} />
          <Facts {...data} />
        </>
      ) : error === null ? (
        <Skeleton className="h-40" />
      ) : (
        <QueryError error={error} refetch={refetch} isRefetching={isRefetching} />
      )}
    </Card>
  )
}

function Warnings({ warnings }: Pick<System, 'warnings'>) {
  if (warnings.length === 0)
    return (
      <p className="flex items-center gap-2 pb-2">
        <CircleCheck {...icon} className="shrink-0 text-ok" />
        {texts.allIsWell}
      </p>
    )
  return (
    <ul aria-label={texts.warnings} className="flex flex-col gap-2 pb-2">
      {warnings.map(({ code, subject }) => (
        <li key={`${code} ${subject}`} className="flex items-start gap-2">
          <TriangleAlert {...icon} className="mt-0.5 shrink-0 text-warn" />
          <span className="min-w-0 break-words">{texts.warningOf[code](subject ?? '')}</span>
        </li>
      ))}
    </ul>
  )
}

function Facts({ version, engine, schema, disk }: System) {
  const ofDisk = disk && [
    { label: texts.database, value: texts.sizeOfSqlite(formatBytes(disk.databaseBytes)) },
    { label: texts.disk, value: texts.freeOf(formatBytes(disk.freeBytes), formatBytes(disk.sizeBytes)) },
  ]
  return (
    <DescriptionList
      items={[
        { label: texts.versionLabel, value: version },
        ...(ofDisk ?? [{ label: texts.database, value: texts.engines[engine] }]),
        { label: texts.schema, value: <span className="break-all">{schema}</span> },
      ]}
    />
  )
}
