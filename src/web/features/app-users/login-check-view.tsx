import { CircleCheck, CircleMinus, CircleX, type LucideIcon } from 'lucide-react'
import * as texts from '../../texts/app-users.ts'
import * as sessionTexts from '../../texts/login-check.ts'
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
          <p className="font-medium">{wouldPass ? texts.aLoginWouldPass : texts.aLoginWouldBe}</p>
          <p className="text-second text-fg-2">
            {wouldPass && bindsHwid && texts.itWouldBindThe}
            {!wouldPass && (
              <>
                {checks[failedAt]?.title} {texts.theClientGets} <code className="text-meta text-fg">{check.code}</code>:
                “<bdi>{message}</bdi>”
              </>
            )}
          </p>
        </div>
      </div>
      <LastAttempt check={check} />
      <Sessions sessions={check.sessions} />
      {user === null && <Note>{texts.thisApplicationHasNo}</Note>}
      <ol aria-label={texts.checksInOrder} className="divide-y divide-line rounded-inner border border-line">
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
  if (lastAttempt === null) return <p className="text-second text-fg-2">{texts.noLoginAttemptsRecorded}</p>
  const when = formatRelative(lastAttempt.createdAt, new Date())
  return (
    <div className="text-second text-fg-2">
      <p>
        {texts.lastAttemptFrom(when)} <code className="text-meta">{lastAttempt.ipAddress}</code>:{' '}
        {lastAttempt.success ? (
          'accepted.'
        ) : (
          <>
            {texts.rejectedWith} <code className="text-meta text-fg">{lastAttempt.code}</code>
            {stoppedBy === null ? '.' : texts.seeTheMarkedCheck}
          </>
        )}
      </p>
      <RefusalDetail compared={lastAttempt.compared} />
    </div>
  )
}

/** Whether the program could go on after the login: a floating license may be in use on as many devices as allowed. */
function Sessions({ sessions }: Pick<LoginCheck, 'sessions'>) {
  if (sessions === null) return null
  const { isFull, user, license } = sessions
  const limits = [
    user.limit !== null && sessionTexts.sessionsOfUser(user.live, user.limit),
    license !== null && license.limit !== null && sessionTexts.sessionsOfLicense(license.live, license.limit),
  ].filter((text) => text !== false)
  if (limits.length === 0) return null
  const text = limits.join(' ')
  return isFull ? (
    <Note>
      {sessionTexts.noSessionCanBegin} {text}
    </Note>
  ) : (
    <p className="text-second text-fg-2">{text}</p>
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
  passed: { Icon: CircleCheck, color: 'text-ok', label: texts.passed },
  failed: { Icon: CircleX, color: 'text-bad', label: texts.failed },
  unreached: { Icon: CircleMinus, color: 'text-fg-3', label: texts.notReached },
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
          {stopsNow && <Badge tone="bad">{texts.stopsALoginNow}</Badge>}
          {state === 'unreached' && !isPassed && <Badge tone="neutral">{texts.wouldFailToo}</Badge>}
          {stoppedLast && <Badge tone="warn">{texts.stoppedTheLastAttempt}</Badge>}
        </p>
        <RefusalDetail compared={compared} />
      </div>
    </li>
  )
}

const sources = {
  asked: texts.asEntered,
  'last attempt': texts.fromTheLastAttempt,
  account: texts.fromTheUser,
  application: texts.fromTheApplication,
  none: 'unknown',
}

/** The request that the dry run assumed. */
function Assumed({ assumed }: Pick<LoginCheck, 'assumed'>) {
  const rows = [
    [texts.ipAddress, assumed.ip],
    [texts.version, assumed.version],
    [texts.hardwareId, assumed.hwid],
  ] as const
  return (
    <div className="text-second text-fg-2">
      <p>{texts.valuesUsedForThis}</p>
      <ul>
        {rows.map(([name, { value, from }]) => (
          <li key={name}>
            {name}{' '}
            {value === null ? (
              from === 'account' ? (
                texts.aNewDevice
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
  application_offline: texts.theApplicationIsOnline,
  rate_limited: texts.theRateLimitIsnt,
  blocked_ip: texts.theIpAddressIsnt,
  blocked_username: texts.theUsernameIsntOn,
  blocked_hwid: texts.theHardwareIdIsnt,
  version_mismatch: texts.theVersionIsRecent,
  license_login_closed: texts.theApplicationAllowsLicense,
  invalid_credentials: texts.theUserExistsThe,
  blocked_email: texts.theEmailIsntOn,
  account_banned: texts.theUserIsntBanned,
  account_disabled: texts.theUserIsActive,
  account_paused: texts.theUserIsntPaused,
  account_expired: texts.theUserHasntExpired,
  license_banned: texts.theLicenseIsntBanned,
  license_paused: texts.theLicenseIsntPaused,
  license_inactive: texts.theLicenseIsntInactive,
  license_expired: texts.theLicenseHasntExpired,
  hwid_mismatch: texts.theDeviceIsAllowed,
  device_limit_reached: texts.theLimitOfDevices,
  license_full: texts.theLicenseHasA,
}
