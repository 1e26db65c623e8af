import type { z } from 'zod'
import { clientRoutes } from '../../../../shared/contract/client-api.ts'
import type { OutcomeKey } from '../../../../shared/outcomes.ts'
import { holderKey } from '../../../lib/license-holder.ts'
import { hashToken } from '../../../lib/tokens.ts'
import { dayMs } from '../../../store/columns.ts'
import type { UserFacts } from '../../../store/hot/hot-store.ts'
import type { License } from '../../../store/licenses/licenses.ts'
import {
  type AnswerFields,
  answer,
  type Call,
  type ClientAnswer,
  type ClientApiDeps,
  clientCall,
  entryOf,
  invalidRequest,
  rateLimited,
} from '../client-call.ts'
import { decideLogin, type LoginDecision, type LoginFacts } from '../decide/decide-login.ts'
import { withoutEnd } from '../decide/decide-redeem.ts'
import { isLive } from '../decide/decide-session.ts'
import { isBackedByLogin } from '../decide/decide-verify.ts'
import { refusalDetail } from '../decide/refusal-detail.ts'
import { comparedDevices } from './bind-device.ts'
import { licenseByKey } from './license-by-key.ts'
import {
  checkPassword,
  factsOf,
  gatherFacts,
  isPasswordStillRight,
  type LoginCall,
  loginFields,
  maxAttempts,
} from './login.ts'
import { DecideAgain, redeemIn } from './redeem-key.ts'

const Redeem = clientRoutes['POST /api/v1/redeem'].body
type RedeemCall = Call<z.output<typeof Redeem>>

/** A caller who may redeem. */
export interface Proved {
  readonly userId: number
  /** The call as a login of this user. */
  readonly login: LoginCall
  /** As it was when the password was checked; undefined: a session is the proof. */
  readonly checked: UserFacts | undefined
}

/** A user adds the time of a license key to their account; proved as by a login, so that the key is not lost on a stranger. */
export function redeemCall(deps: ClientApiDeps) {
  return clientCall(deps, Redeem, async (call) => {
    const proved = await prove(deps, call)
    return 'status' in proved ? proved : redeemWithinLimits(deps, call, proved)
  })
}

function prove(deps: ClientApiDeps, call: RedeemCall): ClientAnswer | Promise<Proved | ClientAnswer> {
  const { username, password, session_token: token } = call.body
  if (token === undefined) {
    if (username !== undefined && password !== undefined) return byPassword(deps, call, { username, password })
    const missing = username === undefined ? 'username' : 'password'
    return invalidRequest(call.requestId, `${missing} is required, unless session_token is sent.`)
  }
  const isTwofold = username !== undefined || password !== undefined
  if (isTwofold) return invalidRequest(call.requestId, "session_token can't be sent beside username or password.")
  return bySession(deps, call, token)
}

async function byPassword(
  deps: ClientApiDeps,
  call: RedeemCall,
  sent: { readonly username: string; readonly password: string },
): Promise<Proved | ClientAnswer> {
  const login: LoginCall = { ...call, body: { ...call.body, ...sent } }
  const facts = await gatherFacts(deps, login)
  const checked = await checkPassword(deps, login, facts)
  if (typeof checked === 'number') return rateLimited(call.requestId, checked)
  if (checked !== 'right') return refuse(deps, login, facts, checked)
  if (!facts.user) return refuse(deps, login, facts, 'invalid_credentials')
  return { userId: facts.user.id, login, checked: facts.user }
}

/** A session proves its user where a login backs it; a bare token of another one proves nothing. */
async function bySession(deps: ClientApiDeps, call: RedeemCall, token: string): Promise<Proved | ClientAnswer> {
  const { applicationId, ip, requestId, context } = call
  const login: LoginCall = { ...call, body: { ...call.body, username: '', password: '' } }
  const nobody = await factsOf(deps, login, '', undefined, call.now)
  const first = decideLogin(nobody)
  if (first !== 'check_password') return refuse(deps, login, nobody, first.outcome)
  const session = await deps.hot.sessionByToken(applicationId, hashToken(token))
  const waitMs = session ? deps.limits.verify(session.id) : deps.limits.unknownSession(applicationId, ip)
  if (waitMs > 0) return rateLimited(requestId, waitMs)
  const user = session?.user
  const sent = { application: context.application, hwid: call.body.hwid }
  if (!session || !user || !isBackedByLogin(session, user, sent)) {
    return answer('session_not_found', requestId, context)
  }
  if (!isLive(session, deps.live.lastSeenAtMs(session), call.now.getTime())) {
    return answer('session_ended', requestId, context, { reason: session.endReason ?? 'timeout' })
  }
  const hwid = call.body.hwid ?? session.hwid ?? undefined
  return { userId: user.id, login: { ...login, body: { ...login.body, hwid } }, checked: undefined }
}

/** Who guesses keys is limited as with registrations and sign-ins with a key, also within an account. */
export async function redeemWithinLimits(deps: ClientApiDeps, call: RedeemCall, proved: Proved): Promise<ClientAnswer> {
  const { applicationId, ip, requestId, body } = call
  const key = await licenseByKey(deps, { applicationId, ip, licenseKey: body.license_key })
  return typeof key === 'number' ? rateLimited(requestId, key) : redeem(deps, call, proved, key)
}

/** Decides and redeems, and decides again where the user changed meanwhile. */
async function redeem(
  deps: ClientApiDeps,
  call: RedeemCall,
  proved: Proved,
  key: License | undefined,
): Promise<ClientAnswer> {
  const { applicationId } = call
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const user = await deps.hot.userById(applicationId, proved.userId)
    const { facts, decision } = await decideUser(deps, proved, user)
    if (decision.outcome !== 'login_successful' || !user) return refuse(deps, proved.login, facts, decision.outcome)
    if (!key) return refuse(deps, proved.login, facts, 'license_not_found')
    try {
      const redeemed = await redeemIn(deps, proved.login, {
        keyId: key.id,
        user,
        isHolder: user.licenseId !== null && user.usernameKey === holderKey(user.licenseId),
        device: decision,
        isLogin: proved.checked !== undefined,
      })
      if (redeemed.outcome !== 'license_redeemed') return refuse(deps, proved.login, facts, redeemed.outcome)
      const now = (await deps.hot.userById(applicationId, user.id)) ?? user
      const fields = await loginFields(deps, { ...call, body: proved.login.body }, now, 'login_successful')
      const added = { added_days: Math.ceil(redeemed.addedMs / dayMs) }
      return answer('license_redeemed', call.requestId, call.context, { ...fields, ...added })
    } catch (error) {
      if (!(error instanceof DecideAgain)) throw error
    }
  }
  throw new Error('the user or a license changed again and again')
}

/** Everything that refuses a login refuses a redemption, but for the end of the user's access. */
async function decideUser(
  deps: ClientApiDeps,
  { login, checked }: Proved,
  user: UserFacts | undefined,
): Promise<{ readonly facts: LoginFacts; readonly decision: LoginDecision }> {
  const isPasswordRight =
    user !== undefined && (checked === undefined || (await isPasswordStillRight(deps, login, checked, user)))
  const before = await factsOf(deps, login, user?.usernameKey ?? '', user && withoutEnd(user), deps.clock.now())
  const facts = { ...before, isPasswordRight, devices: await comparedDevices(deps, login, user) }
  const decision = decideLogin(facts)
  if (decision === 'check_password') throw new Error('the password was checked')
  return { facts, decision }
}

/** An unknown key counts as a failed login; the log never has a key. */
async function refuse(
  deps: ClientApiDeps,
  login: LoginCall,
  facts: LoginFacts,
  outcome: OutcomeKey,
): Promise<ClientAnswer> {
  const username = facts.user?.username ?? (login.body.username || undefined)
  const isUnknown = outcome === 'license_not_found'
  const entry = entryOf(login, isUnknown ? 'invalid_credentials' : outcome, { userId: facts.user?.id, username })
  if (entry) {
    const code = isUnknown ? outcome : entry.code
    await deps.recorder.recordAlone({ ...entry, code, detail: refusalDetail(outcome, facts) })
  }
  const { downloadUrl } = login.context.application
  const fields: AnswerFields | undefined =
    outcome === 'version_mismatch' && downloadUrl ? { download_url: downloadUrl } : undefined
  return answer(outcome, login.requestId, login.context, fields)
}
