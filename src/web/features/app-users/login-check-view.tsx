import { CircleCheck, CircleMinus, CircleX, type LucideIcon } from 'lucide-react'
import { Badge } from '../../ui/badge.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { formatRelative } from '../../ui/text/format.ts'
import { RefusalDetail } from './refusal-detail.tsx'
import type { LoginCheck } from './use-login-check.ts'

/**
 * Whether a login would succeed now, what rejected the last attempt, and every check: first the one that fails, then the
 * others in order. Those that a login doesn't reach are gray.
 */
export function LoginCheckView({ check }: { readonly check: LoginCheck }) {
  const { wouldPass, message, bindsHwid, user, checks, stoppedBy } = check
  const failedAt = checks.findIndex(({ isPassed }) => !isPassed)
  const Icon = wouldPass ? CircleCheck : CircleX
  return (
    <div className="flex flex-col gap-4">
      <div role="status" className="flex items-start gap-2.5 rounded-inner border border-line bg-bg/40 p-3">
        <Icon
          size={20}
          strokeWidth={1.75}
          className={wouldPass ? 'shrink-0 text-ok' : 'shrink-0 text-bad'}
          aria-hidden
        />
        <div className="min-w-0">
          <p className="font-medium">{wouldPass ? 'A login would pass now.' : 'A login would be refused now.'}</p>
          <p className="text-second text-fg-2">
            {wouldPass && bindsHwid && 'It would bind the account to the machine. '}
            {!wouldPass && (
              <>
                {checks[failedAt]?.title} The program gets <code className="text-meta text-fg">{check.code}</code>: “
                <bdi>{message}</bdi>”
              </>
            )}
          </p>
        </div>
      </div>
      <LastAttempt check={check} />
      {user === null && <Note>Nobody in this application has this name.</Note>}
      <ol aria-label="Checks in order" className="divide-y divide-line rounded-inner border border-line">
        {failingFirst(checks, failedAt).map((each) => {
          const index = checks.indexOf(each)
          return (
            <CheckRow
              key={each.check}
              row={each}
              place={index + 1}
              state={failedAt >= 0 && index > failedAt ? 'unreached' : each.isPassed ? 'passed' : 'failed'}
              stoppedLast={each.check === stoppedBy}
            />
          )
        })}
      </ol>
      <Assumed assumed={check.assumed} />
    </div>
  )
}

function LastAttempt({ check: { lastAttempt, stoppedBy } }: { readonly check: LoginCheck }) {
  if (lastAttempt === null) return <p className="text-second text-fg-2">No attempt of this name is remembered.</p>
  const when = formatRelative(lastAttempt.createdAt, new Date())
  return (
    <div className="text-second text-fg-2">
      <p>
        Last attempt {when} from <code className="text-meta">{lastAttempt.ipAddress}</code>:{' '}
        {lastAttempt.success ? (
          'it passed.'
        ) : (
          <>
            refused with <code className="text-meta text-fg">{lastAttempt.code}</code>
            {stoppedBy === null ? '.' : ', see the check that is marked below.'}
          </>
        )}
      </p>
      <RefusalDetail compared={lastAttempt.compared} />
    </div>
  )
}

type Checks = LoginCheck['checks']

function failingFirst(checks: Checks, failedAt: number): Checks {
  return failedAt < 0 ? checks : [...checks.slice(failedAt, failedAt + 1), ...checks.toSpliced(failedAt, 1)]
}

type CheckState = 'passed' | 'failed' | 'unreached'

const states: Readonly<
  Record<CheckState, { readonly Icon: LucideIcon; readonly color: string; readonly label: string }>
> = {
  passed: { Icon: CircleCheck, color: 'text-ok', label: 'Passed' },
  failed: { Icon: CircleX, color: 'text-bad', label: 'Failed' },
  unreached: { Icon: CircleMinus, color: 'text-fg-3', label: 'Not reached' },
}

interface CheckRowProps {
  readonly row: Checks[number]
  readonly place: number
  readonly state: CheckState
  readonly stoppedLast: boolean
}

function CheckRow({ row: { check, title, isPassed, compared }, place, state, stoppedLast }: CheckRowProps) {
  const { Icon, color, label } = states[state]
  const stopsNow = state === 'failed'
  return (
    <li className={`flex gap-2.5 px-3 py-2 ${stopsNow || stoppedLast ? 'bg-raised' : ''}`}>
      <Icon size={16} strokeWidth={1.75} className={`mt-0.5 shrink-0 ${color}`} role="img" aria-label={label} />
      <div className="min-w-0 grow">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className={stopsNow ? 'font-medium' : state === 'passed' ? 'text-fg-2' : 'text-fg-3'}>
            {place}. {isPassed ? passedTitles[check] : title}
          </span>
          {stopsNow && <Badge tone="bad">Stops it now</Badge>}
          {state === 'unreached' && !isPassed && <Badge tone="neutral">Would fail too</Badge>}
          {stoppedLast && <Badge tone="warn">Stopped the last attempt</Badge>}
        </p>
        <RefusalDetail compared={compared} />
      </div>
    </li>
  )
}

const sources = {
  asked: 'as asked',
  'last attempt': 'from the last attempt',
  account: 'from the account',
  application: 'from the application',
  none: 'not known',
}

/** The request that the dry run assumed. */
function Assumed({ assumed }: Pick<LoginCheck, 'assumed'>) {
  const rows = [
    ['IP address', assumed.ip],
    ['Version', assumed.version],
    ['Hardware id', assumed.hwid],
  ] as const
  return (
    <div className="text-second text-fg-2">
      <p>The dry run took the program to send:</p>
      <ul>
        {rows.map(([name, { value, from }]) => (
          <li key={name}>
            {name}{' '}
            {value === null ? (
              from === 'account' ? (
                'of a machine that was not seen before'
              ) : (
                'none'
              )
            ) : (
              <>
                <code className="break-all text-meta text-fg">{value}</code> ({sources[from]})
              </>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

type CheckName = LoginCheck['checks'][number]['check']

/** The text of a passed check. */
const passedTitles: Readonly<Record<CheckName, string>> = {
  application_offline: 'The application is online.',
  rate_limited: 'There were not too many attempts.',
  blocked_ip: 'The IP address is not on the blacklist.',
  blocked_username: 'The username is not on the blacklist.',
  blocked_hwid: 'The hardware id is not on the blacklist.',
  version_mismatch: 'The program is recent enough.',
  license_login_closed: 'The application takes license keys alone.',
  invalid_credentials: 'The user exists. The password is taken to be right.',
  blocked_email: 'The e-mail address is not on the blacklist.',
  account_banned: 'The account is not banned.',
  account_disabled: 'The account is active.',
  account_paused: 'The account is not paused.',
  account_expired: 'The account has not expired.',
  license_banned: 'The license is not banned.',
  license_paused: 'The license is not paused.',
  license_inactive: 'No inactive license is in the way.',
  license_expired: 'No expired license is in the way.',
  hwid_mismatch: 'The machine may be used.',
  device_limit_reached: 'The limit of devices is not in the way.',
}
