import type { z } from 'zod'
import type { Returned } from '../../../shared/contract/route.ts'
import {
  accountLoginChecks,
  loginChecks as checks,
  licenseLoginChecks,
  type loginChecks,
  type userInspectionRoutes,
} from '../../../shared/contract/user-inspection.ts'
import { signInEvents } from '../../../shared/events.ts'
import { outcomeRow } from '../../../shared/outcomes.ts'
import { Problem } from '../../http/problem.ts'
import { canonicalIp } from '../../lib/canonical.ts'
import { licenseOfHolder } from '../../lib/license-holder.ts'
import type { Activity } from '../../store/activity/activity.ts'
import type { ComparedValue } from '../../store/activity/new-activity.ts'
import type { Application } from '../../store/applications/applications.ts'
import type { AppUser } from '../../store/users/app-users.ts'
import type { UserInspectionDeps } from './inspection-deps.ts'

type Route = (typeof userInspectionRoutes)['POST /api/applications/:id/login-check']
type Question = z.output<Route['body']>

/** Assumed for a user without a bound device: the first device that logs in is bound. */
const anyMachine = 'a new device'

/** Why was this user's login rejected, and would a login succeed now? */
export async function checkLogin(
  { stores, inspector }: Pick<UserInspectionDeps, 'stores' | 'inspector'>,
  application: Application,
  question: Question,
): Promise<Omit<Returned<Route>, 'sessions'>> {
  const { id } = application
  const { username } = question
  const account = await stores.appUsers.findByName(id, username)
  // an account may have such a name too
  const licenseId = account ? undefined : licenseOfHolder(username)
  const holder = licenseId === undefined ? undefined : await stores.appUsers.findHolder(id, licenseId)
  const user = account ?? holder
  const filter = { ...(user ? { userId: user.id } : { username }), event: signInEvents }
  const [last] = await stores.activity.list([id], filter, undefined, 1)
  const assumed = assumedRequest(question, application, user, last)
  const sent = {
    username,
    ip: assumed.ip.value ?? '',
    version: assumed.version.value ?? undefined,
    hwid: assumed.hwid.value ?? (assumed.hwid.from === 'account' ? anyMachine : undefined),
  }
  const login = holder ? await inspector.license(id, licenseId ?? 0, sent) : await inspector.login(id, sent)
  if (!login) throw new Problem('application_not_found')
  const refusals = new Set<string>(login.refusals)
  return {
    user: user ? { id: user.id, username: user.username } : null,
    lastAttempt: last ? decisionView(last) : null,
    stoppedBy: last ? failedCheck(last) : null,
    wouldPass: login.isSuccess,
    code: login.code,
    message: login.message,
    bindsHwid: login.bindsHwid,
    checks: (holder ? licenseLoginChecks : accountLoginChecks).map((check) => ({
      check,
      title: outcomeRow(check).meaning,
      isPassed: !refusals.has(check),
      compared: [...login.compared(check)],
    })),
    assumed,
  }
}

type From = Returned<Route>['assumed']['ip']['from']
const first = (...options: readonly (readonly [string | null | undefined, From])[]) => {
  const [value, from] = options.find(([option]) => option != null && option !== '') ?? [null, 'none']
  return { value: value ?? null, from }
}

/**
 * What the client is assumed to send: the requested values, else those of its last login, else values that would pass.
 */
function assumedRequest(
  question: Question,
  application: Application,
  user: InspectedUser | undefined,
  last: Activity | undefined,
) {
  const ip = question.ip == null ? undefined : (canonicalIp(question.ip) ?? question.ip)
  const hwid = first(
    [question.hwid, 'asked'],
    [sentLastTime(last, 'Hardware ID'), 'last attempt'],
    [user?.hwid, 'account'],
  )
  return {
    ip: first([ip, 'asked'], [last?.ipAddress, 'last attempt'], [user?.lastLoginIp, 'account']),
    version: first(
      [question.version, 'asked'],
      [sentLastTime(last, 'Version'), 'last attempt'],
      [application.version, 'application'],
    ),
    hwid: hwid.value === null && user ? ({ value: null, from: 'account' } as const) : hwid,
  }
}

type InspectedUser = AppUser & { readonly lastLoginIp: string | null }

/** The values of the last attempt, where they were stored in full. */
function sentLastTime(last: Activity | undefined, what: ComparedValue['what']): string | undefined {
  const value = last?.detail?.compared.find((each) => each.what === what)?.sent
  return value == null || value.endsWith('…') ? undefined : value
}

/** Number of recent decisions that are shown. */
export const decisionsShown = 50

type LoginCheckName = (typeof loginChecks)[number]

export function decisionView({ id, event, success, code, ipAddress, userAgent, count, createdAt, detail }: Activity) {
  return { id, event, success, code, compared: [...(detail?.compared ?? [])], ipAddress, userAgent, count, createdAt }
}

/** The check that led to a log entry: from the stored detail, else derived from event and code. */
function failedCheck({ event, code, detail, success }: Activity): LoginCheckName | null {
  if (success) return null
  const named = detail?.outcome ?? (event.startsWith('login_blocked_') ? event.replace('login_', '') : code)
  return checks.find((check) => check === named) ?? null
}
