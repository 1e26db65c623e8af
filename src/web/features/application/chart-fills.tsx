import { useId } from 'react'
import type { SignInEvent } from '../../../shared/events.ts'
import { classNames } from '../../ui/class-names.ts'

/** Color and pattern of each outcome: no two differ by color alone. */
const looks: Readonly<Record<SignInEvent, { readonly color: string; readonly lines: string }>> = {
  user_login: { color: 'text-ok', lines: '' },
  login_failed: { color: 'text-bad', lines: '' },
  hwid_mismatch: { color: 'text-warn', lines: 'M0 8L8 0' },
  account_expired: { color: 'text-info', lines: 'M0 4H8' },
  account_disabled: { color: 'text-fg-2', lines: 'M4 0V8' },
  version_mismatch: { color: 'text-accent', lines: 'M0 0L8 8' },
  login_blocked_ip: { color: 'text-bad', lines: 'M0 8L8 0M0 0L8 8' },
  login_blocked_username: { color: 'text-bad', lines: 'M4 0V8M0 4H8' },
  login_blocked_hwid: { color: 'text-bad', lines: 'M0 4H8' },
}

const fillId = (event: string) => `fill-${event}`

/** The patterns, once in each SVG that uses `ChartFill`. */
export function ChartFills() {
  return (
    <defs>
      {Object.entries(looks).map(([event, look]) => (
        <Hatch key={event} id={fillId(event)} {...look} />
      ))}
    </defs>
  )
}

function Hatch({ id, color, lines }: { readonly id: string; readonly color: string; readonly lines: string }) {
  return (
    <pattern id={id} width={8} height={8} patternUnits="userSpaceOnUse">
      <g className={color}>
        <rect width={8} height={8} className={lines === '' ? 'fill-current' : 'fill-current opacity-25'} />
        {lines !== '' && <path d={lines} className="fill-none stroke-current stroke-2" />}
      </g>
    </pattern>
  )
}

interface ChartFillProps {
  readonly of: SignInEvent
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** A bar filled for an outcome. */
export function ChartFill({ of, ...box }: ChartFillProps) {
  return <rect {...box} fill={`url(#${fillId(of)})`} />
}

/** The legend's swatch of an outcome. */
export function Swatch({ of }: { readonly of: SignInEvent }) {
  const id = useId()
  const { color } = looks[of]
  return (
    <svg
      width={14}
      height={14}
      className={classNames('shrink-0 rounded-[3px] border border-current', color)}
      aria-hidden
    >
      <defs>
        <Hatch id={id} {...looks[of]} />
      </defs>
      <rect width={14} height={14} fill={`url(#${id})`} />
    </svg>
  )
}
