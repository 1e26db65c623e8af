import { scaleBand } from 'd3-scale'
import { stack } from 'd3-shape'
import { type RefCallback, useCallback, useState } from 'react'
import type { SignInEvent } from '../../../shared/events.ts'
import * as texts from '../../texts/application.ts'
import { formatNumber } from '../../ui/text/format.ts'
import { axisTicks } from './axis-ticks.ts'
import { ChartFill, ChartFills } from './chart-fills.tsx'
import { type SignInStep, signInNames } from './sign-in-series.ts'

interface SignInsChartProps {
  readonly steps: readonly SignInStep[]
  /** The outcomes that happened. */
  readonly seen: readonly SignInEvent[]
  readonly nameOf: (start: string) => string
}

const height = 220
const margin = { top: 8, right: 0, bottom: 24, left: 40 }
/** Height of the axis labels. */
const nameWidth = 72

/** Stacked bars; the hovered bar's values are shown above. */
export function SignInsChart({ steps, seen, nameOf }: SignInsChartProps) {
  const [frame, width] = useWidth()
  const [pointed, setPointed] = useState<number>()
  const layers = stack<SignInStep, SignInEvent>().keys(seen)([...steps])
  const highest = Math.max(4, ...(layers.at(-1)?.map(([, upper]) => upper) ?? []))
  const x = scaleBand<number>()
    .domain(steps.map((_, index) => index))
    .range([margin.left, Math.max(width, 240) - margin.right])
    .paddingInner(0.25)
  const ticks = axisTicks(highest)
  const top = ticks.at(-1) ?? highest
  const y = (count: number) => height - margin.bottom - (count / top) * (height - margin.top - margin.bottom)
  const every = Math.max(1, Math.ceil((nameWidth * steps.length) / Math.max(width, 240)))
  // Labels are centered in their interval, so none is cut off at the edge.
  const half = Math.floor(every / 2)
  const shown = pointed === undefined ? undefined : steps[pointed]
  return (
    <div ref={frame} className="min-w-0">
      <p className="min-h-5 text-second text-fg-2 tabular-nums" aria-hidden>
        {shown && `${nameOf(shown.start)}: ${stepText(shown, seen)}`}
      </p>
      {width > 0 && (
        <svg
          role="img"
          aria-label={texts.loginsByOutcomeThe}
          width={width}
          height={height}
          className="mt-1 block"
          onPointerLeave={() => setPointed(undefined)}
        >
          <ChartFills />
          {ticks.map((tick) => (
            <g key={tick}>
              <line x1={margin.left} x2={width} y1={y(tick)} y2={y(tick)} className="stroke-line" />
              <text x={margin.left - 8} y={y(tick) + 4} textAnchor="end" className="fill-fg-3 text-meta tabular-nums">
                {formatNumber(tick)}
              </text>
            </g>
          ))}
          {layers.map((layer) => (
            <g key={layer.key}>
              {layer.map(([low, high], index) =>
                high === low ? null : (
                  <ChartFill
                    // biome-ignore lint/suspicious/noArrayIndexKey: the place is what a bar is
                    key={index}
                    of={layer.key}
                    x={x(index) ?? 0}
                    y={y(high)}
                    width={x.bandwidth()}
                    height={Math.max(1, y(low) - y(high))}
                  />
                ),
              )}
            </g>
          ))}
          {steps.map(({ start }, index) => (
            <g key={start}>
              {index % every === half && (
                <text
                  x={(x(index) ?? 0) + x.bandwidth() / 2}
                  y={height - 6}
                  textAnchor="middle"
                  className="fill-fg-3 text-meta"
                >
                  {nameOf(start)}
                </text>
              )}
              <rect
                x={(x(index) ?? 0) - (x.step() - x.bandwidth()) / 2}
                y={margin.top}
                width={x.step()}
                height={height - margin.top - margin.bottom}
                className={pointed === index ? 'fill-fg/5' : 'fill-transparent'}
                onPointerEnter={() => setPointed(index)}
              />
            </g>
          ))}
        </svg>
      )}
    </div>
  )
}

function stepText(step: SignInStep, seen: readonly SignInEvent[]): string {
  const parts = seen
    .filter((event) => step[event] > 0)
    .map((event) => `${formatNumber(step[event])} ${signInNames[event].toLowerCase()}`)
  return parts.length === 0 ? texts.noLogins : parts.join(' · ')
}

/** An element's width in px, tracked; 0 before the first measurement. `const [frame, width] = useWidth()` */
function useWidth(): readonly [RefCallback<HTMLElement>, number] {
  const [width, setWidth] = useState(0)
  const frame = useCallback((element: HTMLElement | null) => {
    if (element === null) return
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [frame, width]
}
