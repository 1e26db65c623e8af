import { neverYear } from '../../../shared/constants.ts'
import type { loginChecks, userInspectionRoutes } from '../../../shared/contract/user-inspection.ts'
import { isInGrace } from '../../../shared/grace.ts'
import { findApplication, maySee, ownApplications } from '../../http/auth/application-access.ts'
import type { Caller } from '../../http/auth/authenticate.ts'
import { Problem } from '../../http/problem.ts'
import type { Handlers } from '../../http/serve-routes.ts'
import { licenseView } from '../../operations/license-view.ts'
import type { Stores } from '../../store/index.ts'
import { clientSessionHandlers, liveSessionView } from './client-sessions.ts'
import type { UserInspectionDeps } from './inspection-deps.ts'
import { checkLogin, decisionsShown, decisionView } from './login-check.ts'
import { sessionRoom } from './session-room.ts'

/** Why a user's logins succeed or fail. */
export function userInspectionHandlers(deps: UserInspectionDeps): Handlers<typeof userInspectionRoutes> {
  const { stores, clock, live, inspector } = deps
  return {
    ...clientSessionHandlers(deps),

    'GET /api/applications/:id/users/:userId/inspection': async ({ caller, params: { id, userId } }) => {
      const application = await findApplication(stores, caller, id, 'look')
      const [user, at] = [await stores.appUsers.inspect(id, userId), await inspector.expiresAtMs(id, userId)]
      if (!user || at === undefined) throw new Problem('user_not_found')
      const [login, license, sessions, decisions, redemptions, undoable] = await Promise.all([
        checkLogin({ stores, inspector }, application, { username: user.username }),
        user.licenseId === null ? undefined : stores.licenses.find(id, user.licenseId),
        stores.clientSessions.list(id, userId, undefined, sessionsShown),
        stores.activity.list([id], { userId }, undefined, decisionsShown),
        stores.redemptions.list(id, { userId }),
        stores.operations.undoableOf(id, 'user', userId),
      ])
      const { banReason, hwidBoundAt, ...shown } = user
      const refusal = login.checks.find(({ isPassed }) => !isPassed)?.check
      return {
        user: shown,
        state: {
          canSignIn: refusal === undefined,
          code: refusal ?? null,
          sentence: stateSentence(refusal, {
            at,
            graceUntil: user.graceUntil,
            banReason,
            holdReason: license?.holdReason ?? null,
            now: clock.now(),
          }),
        },
        effectiveExpiry: {
          at: at === null ? null : new Date(at),
          rule: at === null ? 'none' : at === user.expiresAt?.getTime() ? 'user' : 'license',
          graceUntil: user.graceUntil,
        },
        license: license ? licenseView(application, license, maySee(caller, application, 'licenseKey')) : null,
        hardware: { hwid: user.hwid, boundAt: hwidBoundAt, isLocked: user.isHwidLocked },
        banReason,
        sessions: sessions.flatMap((session) => liveSessionView(session, live, clock)),
        decisions: decisions.map(decisionView),
        redemptions,
        bannedIn: await countBannedIn(stores, caller, userId),
        undoable,
      }
    },

    'POST /api/applications/:id/login-check': async ({ caller, params, body }) => {
      const application = await findApplication(stores, caller, params.id, 'check')
      const check = await checkLogin({ stores, inspector }, application, body)
      return { ...check, sessions: check.user && (await sessionRoom(deps, application, check.user.id)) }
    },
  }
}

/** Where the ban of the user added blacklist entries, among the applications where the caller may help users. */
async function countBannedIn({ blacklist, seenApplications }: Stores, caller: Caller, userId: number): Promise<number> {
  const counts = await blacklist.countOfBan(userId)
  if (counts.size === 0) return 0
  return (await ownApplications({ seenApplications }, caller, 'help')).filter(({ id }) => counts.has(id)).length
}

/** A user with more live sessions than this sees only the newest. */
const sessionsShown = 100

interface State {
  /** When access ends, in milliseconds; null: never. */
  readonly at: number | null
  readonly graceUntil: Date | null
  readonly banReason: string | null
  readonly holdReason: string | null
  readonly now: Date
}

const dayMs = 86_400_000

type LoginCheckName = (typeof loginChecks)[number]

/** What a login would be answered now, in one sentence. */
function stateSentence(refusal: LoginCheckName | undefined, state: State): string {
  if (refusal === undefined) return `Can log in${until(state)}.`
  return `Can't log in: ${reason(refusal, state)}.`
}

function reason(refusal: LoginCheckName, { at, banReason, holdReason, now }: State): string {
  switch (refusal) {
    case 'application_offline':
      return 'the application is offline'
    case 'account_banned':
      return because('banned', banReason)
    case 'account_disabled':
      return 'inactive'
    case 'account_paused':
      return 'paused'
    case 'account_expired':
      return at === null ? 'expired' : `expired ${days(now.getTime() - at)} ago`
    case 'license_expired':
      return at === null ? 'the license has expired' : `the license expired ${days(now.getTime() - at)} ago`
    case 'license_banned':
      return because('the license is banned', holdReason)
    case 'license_paused':
      return because('the license is paused', holdReason)
    case 'license_inactive':
      return 'the license is inactive'
    case 'blocked_ip':
      return 'the IP address of the last attempt is on the blacklist'
    case 'blocked_username':
      return 'the username is on the blacklist'
    case 'blocked_email':
      return 'the email is on the blacklist'
    case 'blocked_hwid':
      return 'the hardware ID is on the blacklist'
    case 'rate_limited':
      return 'too many attempts'
    case 'version_mismatch':
      return 'the last attempt came from an outdated version'
    case 'hwid_mismatch':
      return 'the last attempt came from another device'
    case 'device_limit_reached':
      return 'the last attempt came from one device too many'
    case 'license_full':
      return 'the last attempt came from another device, and all seats of the license are taken'
    case 'license_login_closed':
      return 'the application allows no logins with a license key alone'
    case 'invalid_credentials':
      return "this user doesn't exist"
  }
}

const because = (what: string, why: string | null) => (why ? `${what} (${why})` : what)

function until({ at, graceUntil, now }: State): string {
  if (at === null || new Date(at).getUTCFullYear() >= neverYear) return ''
  if (graceUntil && isInGrace(new Date(at), graceUntil, now)) {
    return ` during grace, for another ${days(graceUntil.getTime() - now.getTime())}`
  }
  return `, for another ${days(at - now.getTime())}`
}

/** "3 days", "5 hours", "less than an hour". */
function days(ms: number): string {
  const hours = Math.floor(ms / 3_600_000)
  if (ms >= dayMs) return counted(Math.floor(ms / dayMs), 'day')
  return hours > 0 ? counted(hours, 'hour') : 'less than an hour'
}

const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`
