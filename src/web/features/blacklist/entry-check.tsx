import { Loader, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { BlacklistType, EntryCheckReply } from './blacklist-types.ts'
import { checkLines } from './check-lines.ts'
import { useEntryCheck } from './use-blacklist.ts'
import { useSettled } from './use-settled.ts'

export interface EntryCheckProps {
  readonly type: BlacklistType
  readonly value: string
  /** Undefined: every application of the account. */
  readonly applicationId: number | undefined
}

const settledMs = 250

/** What is being typed as it would stand on the list, and whom it would keep out. */
export function EntryCheck({ type, value, applicationId }: EntryCheckProps) {
  const typed = useSettled(value.trim(), settledMs)
  const { data, isFetching } = useEntryCheck({ type, value: typed, applicationId })
  const isWaiting = isFetching || typed !== value.trim()
  return (
    <div role="status" className="flex min-h-5 flex-col gap-1 text-second text-fg-2">
      {typed !== '' && data !== undefined && <Lines check={data} typed={typed} isOld={isWaiting} />}
      {isWaiting && data === undefined && value.trim() !== '' && (
        <Line icon={<Loader size={14} strokeWidth={1.75} aria-hidden />}>Checking…</Line>
      )}
    </div>
  )
}

function Lines({ check, typed, isOld }: { check: EntryCheckReply; typed: string; isOld: boolean }) {
  return (
    <div className={isOld ? 'flex flex-col gap-1 opacity-60' : 'flex flex-col gap-1'}>
      {checkLines(check, typed).map(({ text, isWarning }) => (
        <Line
          key={text}
          icon={isWarning && <TriangleAlert size={14} strokeWidth={1.75} className="text-warn" aria-hidden />}
          isWarning={isWarning}
        >
          {text}
        </Line>
      ))}
    </div>
  )
}

function Line(props: { readonly icon: ReactNode; readonly isWarning?: boolean; readonly children: string }) {
  return (
    <p className={props.isWarning ? 'flex items-start gap-1.5 text-warn' : 'flex items-start gap-1.5'}>
      {props.icon && <span className="mt-[3px] shrink-0">{props.icon}</span>}
      <bdi className="min-w-0 break-words">{props.children}</bdi>
    </p>
  )
}
