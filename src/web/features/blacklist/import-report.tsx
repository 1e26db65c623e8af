import { formatCount } from '../../ui/format.ts'
import type { ImportReply } from './blacklist-types.ts'

const maxShown = 50

/** What an import would do, and the lines that it can't take. */
export function ImportReport({ report }: { readonly report: ImportReply }) {
  const { added, listed, invalid, rows } = report
  const wrong = rows.filter((row) => row.problem !== null)
  return (
    <div className="flex flex-col gap-2 rounded-inner border border-line bg-bg/40 p-3 text-second">
      <p role="status" className="font-medium">
        {formatCount(added, 'new entry', 'new entries')} · {listed} already listed ·{' '}
        <span className={invalid > 0 ? 'text-bad' : undefined}>{invalid} invalid</span>
      </p>
      {wrong.length > 0 && (
        <ul className="flex flex-col gap-1 text-fg-2">
          {wrong.slice(0, maxShown).map((row) => (
            <li key={row.line} className="break-words">
              Line {row.line}: <bdi className="font-mono text-meta text-fg">{row.value}</bdi> – {row.problem}
            </li>
          ))}
          {wrong.length > maxShown && <li>and {wrong.length - maxShown} more</li>}
        </ul>
      )}
    </div>
  )
}
