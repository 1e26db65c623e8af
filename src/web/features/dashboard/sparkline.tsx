import { formatCount } from '../../ui/format.ts'

interface SparklineProps {
  readonly days: readonly { readonly day: string; readonly succeeded: number; readonly failed: number }[]
}

const height = 24
const barWidth = 4
const step = 6

/** The sign-ins of two weeks as bars, the refused ones on top; what they show is said in words as well. */
export function Sparkline({ days }: SparklineProps) {
  const most = Math.max(1, ...days.map(({ succeeded, failed }) => succeeded + failed))
  const sum = (which: 'succeeded' | 'failed') => days.reduce((total, day) => total + day[which], 0)
  const text = `Last ${days.length} days: ${formatCount(sum('succeeded'), 'sign-in')}, ${formatCount(sum('failed'), 'refused', 'refused')}`
  return (
    <svg role="img" aria-label={text} width={days.length * step - 2} height={height} className="ml-2 shrink-0">
      <title>{text}</title>
      {days.map(({ day, succeeded, failed }, index) => {
        const failedHeight = Math.round((failed / most) * height)
        const okHeight = succeeded === 0 ? 0 : Math.max(1, Math.round((succeeded / most) * height))
        const x = index * step
        return (
          <g key={day}>
            <rect x={x} y={height - 1} width={barWidth} height={1} className="fill-control" />
            <rect x={x} y={height - okHeight} width={barWidth} height={okHeight} className="fill-ok" />
            <rect
              x={x}
              y={height - okHeight - failedHeight}
              width={barWidth}
              height={failedHeight}
              className="fill-bad"
            />
          </g>
        )
      })}
    </svg>
  )
}
