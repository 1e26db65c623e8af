import type { z } from 'zod'
import { clientRoutes } from '../../../../shared/contract/client-api.ts'
import type { OutcomeKey } from '../../../../shared/outcomes.ts'
import { verifyWithinLimits } from '../../../http/limits/attempt.ts'
import { canonical, isPlaceholderHwid } from '../../../lib/canonical.ts'
import type { HashQueueOptions } from '../../../lib/passwords/passwords.ts'
import type { UserFacts } from '../../../store/hot/hot-store.ts'
import {
  type AnswerFields,
  answer,
  type Call,
  type ClientAnswer,
  type ClientApiDeps,
  clientCall,
  entryOf,
  hashQueueKey,
  rateLimited,
} from '../client-call.ts'
import { knownDevice } from '../client-rate-limits.ts'
import { effectiveExpiryMs } from '../decide/decide-access.ts'
import {
  decideLogin,
  dummyHashKind,
  type LoginDecision,
  type LoginFacts,
  loginFacts,
  rememberLogin,
} from '../decide/decide-login.ts'
import { refusalDetail } from '../decide/refusal-detail.ts'
import { signedFields } from './signed-fields.ts'

const Login = clientRoutes['POST /api/v1/login'].body
type LoginCall = Call<z.output<typeof Login>>

interface Limits {
  readonly failures: ReturnType<ClientApiDeps['limits']['login']>
  /** Limits successful logins; absent for an unknown username. */
  readonly successes: ReturnType<ClientApiDeps['limits']['successfulLogin']> | undefined
}

/** The public login: gathers the facts, decides, then records and answers what the outcome says. */
export function loginCall(deps: ClientApiDeps) {
  return clientCall(deps, Login, async (call) => {
    const facts = await gatherFacts(deps, call)
    const limits = limitsOf(deps, call, facts)
    const waitMs = retryAfterMs(limits)
    if (waitMs > 0) return rateLimited(call.requestId, waitMs)
    const first = decideLogin(facts)
    if (first !== 'check_password') return answerLogin(deps, call, facts, first)
    return checkPasswordAndDecide(deps, call, facts, limits)
  })
}

async function gatherFacts(deps: ClientApiDeps, call: LoginCall): Promise<LoginFacts> {
  const usernameKey = canonical(call.body.username)
  const user = await deps.hot.userByName(call.applicationId, usernameKey)
  return loginFacts(call.context, user, { ...call.body, ip: call.ip, usernameKey }, call.now)
}

function limitsOf({ limits }: ClientApiDeps, { applicationId, ip }: LoginCall, facts: LoginFacts): Limits {
  const { user, usernameKey, hwid } = facts
  const failures = limits.login({ applicationId, ip, usernameKey, device: knownDevice(user, { ip, hwid }) })
  return { failures, successes: user && limits.successfulLogin(user.id, ip) }
}

const retryAfterMs = ({ failures, successes }: Limits) =>
  Math.max(failures.retryAfterMs(), successes?.retryAfterMs() ?? 0)

/**
 * An unknown username is checked against a dummy hash, so response time does not reveal which usernames exist. The user
 * is read again afterwards: it may have been banned, or got another password, while the hash waited in the queue.
 */
async function checkPasswordAndDecide(
  deps: ClientApiDeps,
  call: LoginCall,
  facts: LoginFacts,
  limits: Limits,
): Promise<ClientAnswer> {
  const { user } = facts
  const { failures, successes } = limits
  const line = hashQueueKey(call, facts.usernameKey, failures.isStranger)
  const verified = await verifyWithinLimits(
    failures,
    (onTurn) => verifyPassword(deps, call, user, { line, onTurn }),
    successes,
  )
  if (verified === 'limited') return rateLimited(call.requestId, retryAfterMs(limits))
  if (!verified) return answerLogin(deps, call, facts, { outcome: 'invalid_credentials' })
  failures.resetFailures()
  const current = user && (await deps.hot.userById(call.applicationId, user.id))
  const isPasswordRight = current !== undefined && (await isPasswordStillRight(deps, call, user, current))
  const { body, ip } = call
  const now = loginFacts(call.context, current, { ...body, ip, usernameKey: facts.usernameKey }, deps.clock.now())
  const checked = { ...now, isPasswordRight }
  const decision = decideLogin(checked)
  if (decision === 'check_password') throw new Error('the password was checked')
  return answerLogin(deps, call, checked, decision)
}

/** A changed hash is a new password, or the same one that a concurrent login has just rehashed. */
async function isPasswordStillRight(
  deps: ClientApiDeps,
  call: LoginCall,
  checked: UserFacts | undefined,
  current: UserFacts,
) {
  if (current.passwordHash === checked?.passwordHash) return true
  const line = hashQueueKey(call, canonical(call.body.username), false)
  return deps.passwords.verify(current.passwordHash, call.body.password, { line })
}

const dummyHashKindFor = ({ chance }: ClientApiDeps, { applicationId, body, context }: LoginCall) =>
  dummyHashKind({ ...context.application, hashCounts: context.hashCounts }, () =>
    chance(`${applicationId} ${canonical(body.username)}`),
  )

function verifyPassword(
  deps: ClientApiDeps,
  call: LoginCall,
  user: UserFacts | undefined,
  turn: HashQueueOptions,
): Promise<boolean> {
  const { password } = call.body
  return user
    ? deps.passwords.verify(user.passwordHash, password, turn)
    : deps.passwords.verifyDummy(password, turn, dummyHashKindFor(deps, call))
}

async function answerLogin(
  deps: ClientApiDeps,
  call: LoginCall,
  facts: LoginFacts,
  decision: LoginDecision,
): Promise<ClientAnswer> {
  const { user } = facts
  const outcome =
    decision.outcome === 'login_successful' && user
      ? await recordSuccess(deps, call, user, decision)
      : await recordRefusal(deps, call, facts, decision.outcome)
  deps.recorder.tally.add(call.applicationId, `login:${outcome}`, call.now)
  return answer(outcome, call.requestId, call.context, await responseFields(deps, call, user, outcome))
}

async function recordSuccess(
  deps: ClientApiDeps,
  call: LoginCall,
  user: UserFacts,
  decision: LoginDecision,
): Promise<OutcomeKey> {
  const outcome = await recordLogin(deps, call, user, decision)
  if (outcome !== 'login_successful' || !deps.passwords.needsRehash(user.passwordHash)) return outcome
  const { applicationId } = call
  const line = hashQueueKey(call, canonical(user.username), false)
  const device = deviceOf(call, user)
  const { password } = call.body
  deps.passwordRehash.begin({ applicationId, userId: user.id, device, password, line, atMs: deps.clock.nowMs() })
  return outcome
}

async function recordLogin(
  deps: ClientApiDeps,
  call: LoginCall,
  user: UserFacts,
  decision: LoginDecision,
): Promise<OutcomeKey> {
  const { hwid } = call.body
  if (decision.bindsHwid && hwid !== undefined) return bindHwid(deps, call, user, hwid)
  const entry = entryOf(call, 'login_successful', { userId: user.id, username: user.username })
  if (!entry) return 'login_successful'
  const audience = await deps.recorder.audienceOf(entry)
  const all = withThisLogin(deps, call, user)
  const recentLogins = {
    seen: user.recentLogins,
    all,
    own: rememberLogin(null, deviceOf(call, user), deps.clock.nowMs()),
  }
  const login = { userId: user.id, recentLogins, entry, audience }
  const isWritten = await deps.recorder.writeUnlessDiskFull(() => deps.hot.recordLogin(login))
  if (isWritten) deps.recorder.recorded(entry, audience)
  return 'login_successful'
}

/**
 * First binding of a hardware ID: binding, last login and event are one transaction. When two devices bind at the same
 * time, the second gets hwid_mismatch.
 */
async function bindHwid(deps: ClientApiDeps, call: LoginCall, user: UserFacts, hwid: string): Promise<OutcomeKey> {
  const { applicationId, ip, now } = call
  const recentLogins = withThisLogin(deps, call, user)
  return deps.stores.transaction(async (tx) => {
    const isBound = await tx.appUsers.bindHwid(applicationId, user.id, hwid, now)
    const outcome: OutcomeKey = isBound ? 'login_successful' : 'hwid_mismatch'
    if (isBound) await tx.appUsers.recordLogin(applicationId, user.id, now, ip, recentLogins)
    const entry = entryOf(call, outcome, { userId: user.id, username: user.username })
    if (entry) await deps.recorder.record(tx, entry)
    return outcome
  })
}

const deviceOf = ({ ip, body }: LoginCall, { passwordHash }: UserFacts) => ({ ip, hwid: body.hwid, passwordHash })

const withThisLogin = ({ clock }: ClientApiDeps, call: LoginCall, user: UserFacts): string =>
  rememberLogin(user.recentLogins, deviceOf(call, user), clock.nowMs())

async function recordRefusal(
  deps: ClientApiDeps,
  call: LoginCall,
  facts: LoginFacts,
  outcome: OutcomeKey,
): Promise<OutcomeKey> {
  const entry = entryOf(call, outcome, { userId: facts.user?.id, username: call.body.username })
  if (entry) await deps.recorder.recordAlone({ ...entry, detail: refusalDetail(outcome, facts) })
  return outcome
}

async function responseFields(
  deps: ClientApiDeps,
  call: LoginCall,
  user: UserFacts | undefined,
  outcome: OutcomeKey,
): Promise<AnswerFields | undefined> {
  const { application } = call.context
  if (outcome === 'version_mismatch' && application.downloadUrl) return { download_url: application.downloadUrl }
  if (outcome !== 'login_successful' || !user) return undefined
  const expiryMs = effectiveExpiryMs(user)
  const isBound = user.hwid !== null || (call.body.hwid !== undefined && !isPlaceholderHwid(call.body.hwid))
  return {
    user_id: user.id,
    username: user.username,
    email: user.email,
    expires_at: expiryMs === null ? null : new Date(expiryMs).toISOString(),
    hwid_locked: application.hwidLockEnabled && user.isHwidLocked && isBound,
    ...(call.asked && (await signedFields(deps, call, user, call.body.hwid))),
  }
}
