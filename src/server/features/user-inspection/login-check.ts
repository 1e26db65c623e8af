import type { z } from 'zod'
import type { Returned } from '../../../shared/contract/route.ts'
import { loginChecks, type userInspectionRoutes } from '../../../shared/contract/user-inspection.ts'
import { outcomeRow } from '../../../shared/outcomes.ts'
import { Problem } from '../../http/problem.ts'
import { canonicalIp } from '../../lib/canonical.ts'
import type { Activity } from '../../store/activity.ts'
import type { AppUser } from '../../store/app-users.ts'
import type { Application } from '../../store/applications.ts'
import type { Compared } from '../../store/new-activity.ts'
import { checkOf, decisionOf, loginEvents } from './decision.ts'
import type { UserInspectionDeps } from './deps.ts'

type Route = (typeof userInspectionRoutes)['POST /api/applications/:id/login-check']
type Question = z.output<Route['body']>

/** Taken for the machine of a user who is bound to none: the first one that signs in binds. */
const anyMachine = 'a machine that was not seen before'

/** Why was this user refused, and would a login pass now? */
export async function checkLogin(
  { stores, inspector }: Pick<UserInspectionDeps, 'stores' | 'inspector'>,
  application: Application,
  question: Question,
): Promise<Returned<Route>> {
  const { id } = application
  const { username } = question
  const user = await stores.appUsers.findByName(id, username)
  const filter = { ...(user ? { userId: user.id } : { username }), event: loginEvents }
  const [last] = await stores.activity.list([id], filter, undefined, 1)
  const assumed = assume(question, application, user, last)
  const login = await inspector.login(id, {
    username,
    ip: assumed.ip.value ?? '',
    version: assumed.version.value ?? undefined,
    hwid: assumed.hwid.value ?? (assumed.hwid.from === 'account' ? anyMachine : undefined),
  })
  if (!login) throw new Problem('application_not_found')
  const refusals = new Set<string>(login.refusals)
  return {
    user: user ? { id: user.id, username: user.username } : null,
    lastAttempt: last ? decisionOf(last) : null,
    stoppedBy: last ? checkOf(last) : null,
    wouldPass: login.isSuccess,
    code: login.code,
    message: login.message,
    bindsHwid: login.bindsHwid,
    checks: loginChecks.map((check) => ({
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

/** What the client is taken to send: what was asked, else what it sent last time, else what would fit. */
function assume(
  question: Question,
  application: Application,
  user: InspectedUser | undefined,
  last: Activity | undefined,
) {
  const ip = question.ip == null ? undefined : (canonicalIp(question.ip) ?? question.ip)
  const hwid = first([question.hwid, 'asked'], [sent(last, 'Hardware ID'), 'last attempt'], [user?.hwid, 'account'])
  return {
    ip: first([ip, 'asked'], [last?.ipAddress, 'last attempt'], [user?.lastLoginIp, 'account']),
    version: first(
      [question.version, 'asked'],
      [sent(last, 'Version'), 'last attempt'],
      [application.version, 'application'],
    ),
    hwid: hwid.value === null && user ? ({ value: null, from: 'account' } as const) : hwid,
  }
}

type InspectedUser = AppUser & { readonly lastLoginIp: string | null }

/** What the last attempt sent, where that was kept in full. */
function sent(last: Activity | undefined, what: Compared['what']): string | undefined {
  const value = last?.detail?.compared.find((each) => each.what === what)?.sent
  return value == null || value.endsWith('…') ? undefined : value
}
