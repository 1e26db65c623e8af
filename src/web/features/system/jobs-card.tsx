import { ListChecks } from 'lucide-react'
import { QueryError } from '../../common/query-error.tsx'
import * as texts from '../../texts/system.ts'
import { Badge, type BadgeTone } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { SettingRow } from '../../ui/form/setting-row.tsx'
import { Time } from '../../ui/text/time.tsx'
import { type SystemJob, useSystem } from './use-system.ts'

const tones: Readonly<Record<SystemJob['state'], BadgeTone>> = {
  waiting: 'neutral',
  running: 'info',
  succeeded: 'ok',
  failed: 'bad',
}

/** What the server that answers does by itself, again and again. */
export function JobsCard() {
  const { data, error, refetch, isRefetching } = useSystem()
  return (
    <Card title={texts.jobs} description={texts.jobsOfThisServer}>
      {data === undefined ? (
        error === null ? (
          <Skeleton className="h-40" />
        ) : (
          <QueryError error={error} refetch={refetch} isRefetching={isRefetching} />
        )
      ) : data.jobs.length === 0 ? (
        <EmptyState icon={ListChecks} title={texts.noJobsYet} text={texts.jobsStartWithTheServer} />
      ) : (
        <ul className="divide-y divide-line">
          {data.jobs.map((job) => (
            <JobRow key={job.name} job={job} />
          ))}
        </ul>
      )}
    </Card>
  )
}

function JobRow({ job: { name, everyMs, state, endedAt, tookMs, succeededAt } }: { readonly job: SystemJob }) {
  return (
    <SettingRow
      title={texts.jobNames[name]}
      text={
        <span className="flex flex-wrap items-center gap-x-1.5">
          <span>{everyMs === null ? texts.onceAtTheStart : texts.everySeconds(everyMs / 1000)}</span>
          {endedAt !== null && (
            <>
              <span aria-hidden>·</span>
              <span>
                {texts.lastRun} <Time value={endedAt} />
              </span>
              <span aria-hidden>·</span>
              <span className="tabular-nums">{texts.took(tookMs ?? 0)}</span>
            </>
          )}
          {state === 'failed' && (
            <span className="block basis-full text-bad">
              {texts.lastSuccess} <Time value={succeededAt} />. {texts.logSaysWhy}
            </span>
          )}
        </span>
      }
    >
      <Badge tone={tones[state]}>{texts.jobStates[state]}</Badge>
    </SettingRow>
  )
}
