import { useState } from 'react'
import type { SignInEvent } from '../../../shared/events.ts'
import type { Period } from '../../common/period/period.ts'
import { PeriodPicker } from '../../common/period/period-picker.tsx'
import * as texts from '../../texts/application.ts'
import { Card } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Segmented } from '../../ui/form/segmented.tsx'
import { Link } from '../../ui/link.tsx'
import { formatNumber, shownTimeZone } from '../../ui/text/format.ts'
import { Swatch } from './chart-fills.tsx'
import {
  type Series,
  type SignInStep,
  seenOf,
  signInNames,
  stepNames,
  stepsOf,
  totalsOf,
  useSeries,
} from './sign-in-series.ts'
import { SignInsChart } from './sign-ins-chart.tsx'

export interface SignInsCardProps {
  readonly id: number
  /** From the address. */
  readonly period: Period
  readonly onSearch: (change: Readonly<Record<string, string | undefined>>) => void
}

const looks = [
  { value: 'chart', label: texts.chart },
  { value: 'table', label: texts.table },
] as const

/** Sign-ins over time: successes, and rejections by reason. */
export function SignInsCard({ id, period, onSearch }: SignInsCardProps) {
  const [look, setLook] = useState<'chart' | 'table'>('chart')
  const { data, error, refetch, isRefetching } = useSeries(id, period)
  return (
    <Card
      title={texts.logins}
      description={data === undefined ? texts.loading : stepsText(data)}
      actions={
        <>
          <PeriodPicker value={period} onChange={(search) => onSearch({ ...search })} />
          <Segmented label={texts.view} options={looks} value={look} onChange={setLook} />
        </>
      }
    >
      {data === undefined && error !== null && (
        <ErrorState message={error.message} onRetry={() => void refetch()} isRetrying={isRefetching} />
      )}
      {data === undefined && error === null && <Skeleton className="h-[246px] w-full" />}
      {data !== undefined && <SignIns id={id} series={data} look={look} />}
    </Card>
  )
}

/** What a step is, and the zone of its days. */
function stepsText({ step, zone }: Series): string {
  if (step === 'hour') return texts.byHourTime(zone)
  const isOlder = zone === 'UTC' && shownTimeZone() !== 'UTC'
  return isOlder ? texts.byDayInUtc : texts.byDayTime(zone)
}

interface SignInsProps {
  readonly id: number
  readonly series: Series
  readonly look: 'chart' | 'table'
}

/** Outcomes that did not happen are left out, and without any there is nothing to draw. */
function SignIns({ id, series, look }: SignInsProps) {
  const steps = stepsOf(series)
  const totals = totalsOf(steps)
  const seen = seenOf(totals)
  const nameOf = stepNames(series)
  if (seen.length === 0) return <p className="text-fg-2">{texts.noLoginsInThis}</p>
  return (
    <>
      {look === 'chart' ? (
        <SignInsChart steps={steps} seen={seen} nameOf={nameOf} />
      ) : (
        <SignInsTable steps={steps} seen={seen} nameOf={nameOf} />
      )}
      <Legend id={id} seen={seen} totals={totals} />
    </>
  )
}

interface LegendProps {
  readonly id: number
  readonly seen: readonly SignInEvent[]
  readonly totals: Readonly<Record<SignInEvent, number>>
}

/** The legend with totals and links to those events. */
function Legend({ id, seen, totals }: LegendProps) {
  return (
    <ul className="mt-4 flex flex-wrap gap-x-5 gap-y-1 text-second">
      {seen.map((event) => (
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
  readonly seen: readonly SignInEvent[]
  readonly nameOf: (start: string) => string
}

/** The same numbers as a table, newest first, without outcomes that never happened. */
function SignInsTable({ steps, seen: columns, nameOf }: SignInsTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section className="max-h-72 overflow-auto" aria-label={texts.loginsAsATable} tabIndex={0}>
      <table className="w-full text-right text-second tabular-nums">
        <thead className="sticky top-0 bg-surface text-meta text-fg-3">
          <tr>
            <th scope="col" className="py-2 pr-4 text-left">
              {texts.time}
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
