import * as texts from '../../texts/ui.ts'
import { classNames } from '../class-names.ts'
import { Tooltip } from '../tooltip.tsx'
import { formatDate, formatDateTime, formatExact, formatRelative, formatSecond, isNever } from './format.ts'

const formats = { relative: formatRelative, date: formatDate, 'date-time': formatDateTime, second: formatSecond }

export interface TimeProps {
  readonly value: string | null | undefined
  /** `relative`: 2 days ago; `date`: Sep 24, 2027; `date-time`: Sep 24, 2027, 3:04 PM; `second`: Sep 24, 3:04:05 PM. */
  readonly show?: keyof typeof formats
  /** Shown when there is no value. */
  readonly none?: string | undefined
  readonly className?: string
}

/** A date, with exact time and zone on hover, focus and press. `<Time value={user.lastLogin} none="Never" />` */
export function Time({ value, show = 'relative', none = texts.never, className }: TimeProps) {
  if (value === null || value === undefined || isNever(value)) return <span className="text-fg-3">{none}</span>
  return (
    <time dateTime={value} className={classNames('whitespace-nowrap', className)}>
      <Tooltip text={formatExact(value)} opensOnPress>
        <button type="button" data-tip className="min-h-6 cursor-default rounded-control text-left">
          {formats[show](value, new Date())}
        </button>
      </Tooltip>
    </time>
  )
}
