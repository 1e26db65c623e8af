import { useState } from 'react'
import { Card } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Segmented } from '../../ui/form/segmented.tsx'
import { Link } from '../../ui/link.tsx'
import { formatNumber } from '../../ui/text/format.ts'
import { Swatch } from './chart-fills.tsx'
import { type SignInEvent, signInEvents } from './sign-in-events.ts'
import {
  type SeriesRange,
  type SignInStep,
  seriesRanges,
  signInNames,
  stepName,
  stepsOf,
  totalsOf,
  useSeries,
} from './sign-in-series.ts'
import { SignInsChart } from './sign-ins-chart.tsx'

export interface SignInsCardProps {
  readonly id: number
  /** From the address. */
  readonly range: string | undefined
  readonly onSearch: (change: Readonly<Record<string, string | undefined>>) => void
}

const looks = [
  { value: 'chart', label: 'Chart' },
  { value: 'table', label: 'Table' },
] as const

const defaultRange: SeriesRange = '30d'

/** Sign-ins over time: successes, and rejections by reason. */
export function SignInsCard({ id, range: wanted, onSearch }: SignInsCardProps) {
  const range = seriesRanges.find(({ value }) => value === wanted)?.value ?? defaultRange
  const [look, setLook] = useState<'chart' | 'table'>('chart')
  const { data, error, refetch, isRefetching } = useSeries(id, range)
  const steps = data && stepsOf(data)
  return (
    <Card
      title="Sign-ins"
      description={range === '24h' ? 'By hour.' : 'By day, in UTC.'}
      actions={
        <>
          <Segmented
            label="Time"
            options={seriesRanges}
            value={range}
            onChange={(value) => onSearch({ range: value === defaultRange ? undefined : value })}
          />
          <Segmented label="Look" options={looks} value={look} onChange={setLook} />
        </>
      }
    >
      {error !== null && data === undefined && (
        <ErrorState message={error.message} onRetry={() => void refetch()} isRetrying={isRefetching} />
      )}
      {data === undefined || steps === undefined ? (
        error === null && <Skeleton className="h-[246px] w-full" />
      ) : look === 'chart' ? (
        <SignInsChart steps={steps} step={data.step} />
      ) : (
        <SignInsTable steps={steps} nameOf={(start) => stepName(start, data.step)} />
      )}
      {steps !== undefined && <Legend id={id} totals={totalsOf(steps)} />}
    </Card>
  )
}

/** The legend with totals and links to those events. */
function Legend({ id, totals }: { readonly id: number; readonly totals: Readonly<Record<SignInEvent, number>> }) {
  return (
    <ul className="mt-4 flex flex-wrap gap-x-5 gap-y-1 text-second">
      {signInEvents.map((event) => (
        <li key={event}>
          <Link
            href={`/app/${id}?section=activity&event=${event}`}
            className="flex min-h-6 items-center gap-2 rounded-control text-fg-2 hover:text-fg"
          >
            <Swatch of={event} />
            {signInNames[event]} <span className="text-fg tabular-nums">{formatNumber(totals[event])}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

interface SignInsTableProps {
  readonly steps: readonly SignInStep[]
  readonly nameOf: (start: string) => string
}

/** The same numbers as a table, newest first, without outcomes that never happened. */
function SignInsTable({ steps, nameOf }: SignInsTableProps) {
  const totals = totalsOf(steps)
  const columns = signInEvents.filter((event) => event === 'user_login' || totals[event] > 0)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section className="max-h-72 overflow-auto" aria-label="Sign-ins as a table" tabIndex={0}>
      <table className="w-full text-right text-second tabular-nums">
        <thead className="sticky top-0 bg-surface text-meta text-fg-3">
          <tr>
            <th scope="col" className="py-2 pr-4 text-left">
              Time
            </th>
            {columns.map((event) => (
              <th key={event} scope="col" className="py-2 pl-4 font-medium">
                {signInNames[event]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {steps.toReversed().map((step) => (
            <tr key={step.start} className="border-t border-line">
              <th scope="row" className="py-1.5 pr-4 text-left font-normal whitespace-nowrap text-fg-2">
                {nameOf(step.start)}
              </th>
              {columns.map((event) => (
                <td key={event} className="py-1.5 pl-4">
                  {formatNumber(step[event])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
