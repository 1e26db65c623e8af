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
      intro="Every answer of the public API: its title, code and status, what it means and what to do. The text that is sent is the message, which you may change where it says so."
    >
      {groups.map((group) => (
        <div key={group} className="min-w-0">
          <h3 id={`errors-${group.toLowerCase()}`} className="scroll-mt-20 text-section font-semibold">
            {group}
          </h3>
          <ul className="mt-2 grid min-w-0 gap-3 lg:grid-cols-2">
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
                  <code className="text-meta text-fg-2">{row.code}</code>
                  <p className="mt-2 text-second text-fg-2">
                    Message: <q>{row.message}</q>
                    {row.custom !== undefined && ' (customizable)'}
                  </p>
                  <p className="mt-1 text-second text-fg-2">{row.meaning}</p>
                  <p className="mt-1 text-second text-fg-2">
                    <span className="font-medium text-fg">What to do: </span>
                    {row.remedy}
                  </p>
                </li>
              ))}
          </ul>
        </div>
      ))}
    </Chapter>
  )
}
