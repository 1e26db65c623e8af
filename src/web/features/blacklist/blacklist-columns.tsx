import { scopeColumn } from '../../common/application-scope.tsx'
import * as texts from '../../texts/blacklist.ts'
import type { Column } from '../../ui/table/table-types.ts'
import { timeColumn } from '../../ui/table/time-column.tsx'
import { CopyButton } from '../../ui/text/copy-button.tsx'
import { formatNumber } from '../../ui/text/format.ts'
import { Time } from '../../ui/text/time.tsx'
import { TruncatedText } from '../../ui/text/truncated-text.tsx'
import { type BlacklistEntry, typeNames } from './blacklist-types.ts'

/** `names`: applications by ID, shown below the scope. The value opens the entry. */
export function blacklistColumns(
  names: ReadonlyMap<number, string>,
  onOpen: (entry: BlacklistEntry) => void,
): readonly Column<BlacklistEntry>[] {
  return [
    { key: 'type', head: texts.type, width: '6.5rem', card: 'badges', cell: typeCell },
    {
      key: 'value',
      head: texts.value,
      width: 'minmax(0, 2fr)',
      card: 'title',
      cell: (entry) => <Value {...{ entry, onOpen }} />,
    },
    { key: 'reason', head: texts.reason, width: 'minmax(0, 2fr)', card: 'details', cell: reasonCell },
    scopeColumn({ head: texts.scope, width: 'minmax(0, 1.25fr)' }, { names, ofAll: texts.global }),
    { key: 'hits', head: texts.hits, width: '9rem', card: 'details', cell: hitsCell },
    timeColumn('createdAt', texts.added),
  ]
}

function typeCell({ type }: BlacklistEntry) {
  return (
    <span className="inline-flex h-[22px] items-center rounded-control border border-line bg-bg/40 px-2 text-meta font-medium text-fg-2">
      {typeNames[type]}
    </span>
  )
}

interface ValueProps {
  readonly entry: BlacklistEntry
  readonly onOpen: (entry: BlacklistEntry) => void
}

function Value({ entry, onOpen }: ValueProps) {
  const { value, type } = entry
  const isMono = type === 'ip' || type === 'hwid'
  return (
    <span className="flex min-w-0 items-center gap-1">
      <TruncatedText text={value} isMono={isMono} onPress={() => onOpen(entry)} />
      {isMono && <CopyButton text={value} what={value} />}
    </span>
  )
}

function reasonCell({ reason }: BlacklistEntry) {
  return reason === '' ? <span className="text-fg-3">{texts.none}</span> : <TruncatedText text={reason} />
}

/** How many logins it blocked, and when last. */
function hitsCell({ hits, lastHitAt }: BlacklistEntry) {
  if (hits === 0) return <span className="text-fg-3">{texts.none}</span>
  return (
    <span className="flex min-w-0 items-baseline gap-2 tabular-nums">
      {formatNumber(hits)}
      <span className="text-second text-fg-3">
        <Time value={lastHitAt} />
      </span>
    </span>
  )
}
