import { clockWarningMs } from '../../../shared/constants.ts'
import { QueryError } from '../../common/query-error.tsx'
import * as texts from '../../texts/system.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { SettingRow } from '../../ui/form/setting-row.tsx'
import { Time } from '../../ui/text/time.tsx'
import { type SystemNode, useSystem } from './use-system.ts'

/** The servers that share the database; with the embedded one, this one alone. */
export function ServersCard() {
  const { data, error, refetch, isRefetching } = useSystem()
  return (
    <Card title={texts.servers} description={texts.serversOnTheDatabase}>
      {data !== undefined ? (
        <ul className="divide-y divide-line">
          {data.nodes.map((node) => (
            <ServerRow key={node.id} node={node} />
          ))}
        </ul>
      ) : error === null ? (
        <Skeleton className="h-16" />
      ) : (
        <QueryError error={error} refetch={refetch} isRefetching={isRefetching} />
      )}
    </Card>
  )
}

function ServerRow({ node }: { readonly node: SystemNode }) {
  const { name, version, schema, startedAt, seenAt, clockSkewMs, isThis } = node
  const isClockOff = Math.abs(clockSkewMs) > clockWarningMs
  return (
    <SettingRow
      title={
        <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
          <span className="min-w-0 break-all">{name}</span>
          {isThis && <Badge tone="info">{texts.thisServer}</Badge>}
          {isClockOff && <Badge tone="warn">{texts.clockIsWrong}</Badge>}
        </span>
      }
      text={
        <>
          <span className="flex flex-wrap items-center gap-x-1.5">
            <span>{texts.versionOf(version)}</span>
            <span aria-hidden>·</span>
            <span className="break-all">{texts.schemaOf(schema)}</span>
          </span>
          <span className="flex flex-wrap items-center gap-x-1.5">
            <span>
              {texts.started} <Time value={startedAt} />
            </span>
            <span aria-hidden>·</span>
            <span>
              {texts.lastSeen} <Time value={seenAt} />
            </span>
          </span>
          {isClockOff && <span className="block text-warn">{texts.clockOff(clockSkewMs)}</span>}
        </>
      }
    />
  )
}
