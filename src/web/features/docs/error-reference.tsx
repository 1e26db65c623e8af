import { type OutcomeKey, outcomeRow, outcomes } from '../../../shared/outcomes.ts'
import { Badge } from '../../ui/badge.tsx'
import { Chapter } from './chapter.tsx'

const groups = ['Authentication', 'Security', 'API', 'Success'] as const

const rows = (Object.keys(outcomes) as OutcomeKey[]).map((key) => ({ key, ...outcomeRow(key) }))

/** Every response code, from the table that the server uses. */
export function ErrorReference() {
  return (
    <Chapter
      id="errors"
      intro={
        <>
          Every public API response: title, code, status and message. For causes and fixes, see{' '}
          <a className="text-accent underline underline-offset-4" href="/docs/errors">
            Codes and errors
          </a>
          .
        </>
      }
    >
      {groups.map((group) => (
        <div key={group} className="min-w-0">
          <h3 id={`errors-${group.toLowerCase()}`} className="scroll-mt-20 text-section font-semibold">
            {group}
          </h3>
          <ul className="mt-2 grid min-w-0 gap-3 sm:grid-cols-2 xl:grid-cols-3">
            {rows
              .filter((row) => row.group === group)
              .map((row) => (
                <li key={row.key} className="min-w-0 rounded-inner border border-line bg-raised p-3">
                  <div className="flex flex-wrap items-center justify-between gap-2">
                    <span className="font-medium">{row.title}</span>
                    <Badge tone={row.status === 200 ? 'ok' : row.status < 500 ? 'warn' : 'bad'}>
                      {String(row.status)}
                    </Badge>
                  </div>
                  <a
                    href={`/docs/errors#${row.code}`}
                    className="text-meta text-accent underline-offset-4 hover:underline"
                  >
                    <code>{row.code}</code>
                  </a>
                  <p className="mt-1 text-second text-fg-2">
                    <q>{row.message}</q>
                    {row.custom !== undefined && ' (customizable)'}
                  </p>
                </li>
              ))}
          </ul>
        </div>
      ))}
    </Chapter>
  )
}
