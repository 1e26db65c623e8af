import type { z } from 'zod'
import { deviceLimitMax } from '../../../../shared/constants.ts'
import { clientRoutes } from '../../../../shared/contract/client-api.ts'
import type { OutcomeKey } from '../../../../shared/outcomes.ts'
import { verifyWithinLimits } from '../../../http/limits/attempt.ts'
import { canonical, isPlaceholderHwid } from '../../../lib/canonical.ts'
import { clientOf } from '../../../lib/client-versions.ts'
import type { HashQueueOptions } from '../../../lib/passwords/passwords.ts'
import type { ActivityDetail } from '../../../store/activity/new-activity.ts'
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
  newestLogin,
  rememberLogin,
} from '../decide/decide-login.ts'
import { refusalDetail, relearnedDetail } from '../decide/refusal-detail.ts'
import { isFurtherDevice } from '../further-device.ts'
import { comparedDevices, rememberComponents, sentComponents, takeDevice } from './bind-device.ts'
import { graceField, signedFields } from './signed-fields.ts'

const Login = clientRoutes['POST /api/v1/login'].body
export type LoginCall = Call<z.output<typeof Login>>
/** A login by whatever proof. */
type SignInCall = Call<{ readonly hwid?: string | undefined; readonly lease_version?: number | undefined }>

/** More often than that a user's devices can't change between a decision and its binding. */
export const maxAttempts = 2 * deviceLimitMax

interface Limits {
  readonly failures: ReturnType<ClientApiDeps['limits']['login']>
  /** Limits successful logins; absent for an unknown username. */
  readonly successes: ReturnType<ClientApiDeps['limits']['successfulLogin']> | undefined
}

/** The public login: gathers the facts, decides, then records and answers what the outcome says. */
export function loginCall(deps: ClientApiDeps) {
  return clientCall(deps, Login, async (call) => {
    const facts = await gatherFacts(deps, call)
    const checked = await checkPassword(deps, call, facts)
    if (typeof checked === 'number') return rateLimited(call.requestId, checked)
    return checked === 'right' ? decideAndRecord(deps, call, facts) : answerRefusal(deps, call, facts, checked)
  })
}

/** What a login is decided by, before the password is checked. */
export async function gatherFacts(deps: ClientApiDeps, call: LoginCall): Promise<LoginFacts> {
  const usernameKey = canonical(call.body.username)
  const user = await deps.hot.userByName(call.applicationId, usernameKey)
  return factsOf(deps, call, usernameKey, user, call.now)
}

export async function factsOf(
  deps: ClientApiDeps,
  call: LoginCall,
  usernameKey: string,
  user: UserFacts | undefined,
  now: Date,
): Promise<LoginFacts> {
  const { context, body, ip } = call
  const isFurther = isFurtherDevice(deps, context, user, body.hwid)
  const sent = {
    ...body,
    ip,
    usernameKey,
    isFurtherDevice: typeof isFurther === 'boolean' ? isFurther : await isFurther,
    components: sentComponents(call),
  }
  return loginFacts(context, user, sent, now)
}

function limitsOf(
  { limits }: ClientApiDeps,
  { applicationId, ip }: LoginCall,
  facts: LoginFacts,
  browser: string | undefined,
): Limits {
  const { user, usernameKey } = facts
  const failures = limits.login({ applicationId, ip, usernameKey, device: browser ?? knownDevice(user, facts) })
  return { failures, successes: user && limits.successfulLogin(user.id, ip) }
}

const retryAfterMs = ({ failures, successes }: Limits) =>
  Math.max(failures.retryAfterMs(), successes?.retryAfterMs() ?? 0)

/**
 * Whether the password is right, within the limits of logins: else the refusal, or the wait in milliseconds. An unknown
 * username is checked against a dummy hash, so response time does not reveal which usernames exist. `browser`: one in
 * which the user signed in to the portal before.
 */
export async function checkPassword(
  deps: ClientApiDeps,
  call: LoginCall,
  facts: LoginFacts,
  browser?: string | undefined,
): Promise<'right' | OutcomeKey | number> {
  const limits = limitsOf(deps, call, facts, browser)
  const waitMs = retryAfterMs(limits)
  if (waitMs > 0) return waitMs
  const first = decideLogin(facts)
  if (first !== 'check_password') return first.outcome
  const { failures, successes } = limits
  const line = hashQueueKey(call, facts.usernameKey, failures.isStranger)
  const verified = await verifyWithinLimits(
    failures,
    (onTurn) => verifyPassword(deps, call, facts.user, { line, onTurn }),
    successes,
  )
  if (verified === 'limited') return retryAfterMs(limits)
  if (!verified) return 'invalid_credentials'
  failures.resetFailures()
  return 'right'
}

/**
 * The user is read again after the password was found right: it may have been banned, or got another password, while
 * the hash waited in the queue.
 */
async function decideAndRecord(deps: ClientApiDeps, call: LoginCall, facts: LoginFacts): Promise<ClientAnswer> {
  const { user } = facts
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const current = user && (await deps.hot.userById(call.applicationId, user.id))
    const isPasswordRight = current !== undefined && (await isPasswordStillRight(deps, call, user, current))
    const now = await factsOf(deps, call, facts.usernameKey, current, deps.clock.now())
    const devices = isPasswordRight ? await comparedDevices(deps, call, current) : []
    const checked = { ...now, isPasswordRight, devices }
    const decision = decideLogin(checked)
    if (decision === 'check_password') throw new Error('the password was checked')
    if (decision.outcome !== 'login_successful' || !current) return answerRefusal(deps, call, checked, decision.outcome)
    if (await recordSuccess(deps, call, checked, current, decision)) {
      return answerLogin(deps, call, current, 'login_successful')
    }
    // Another device was bound meanwhile: decide again.
  }
  throw new Error('the devices of the user changed again and again')
}

/** The user's password after it was checked: a changed hash is a new one, or the same one that a concurrent login has just rehashed. */
export async function isPasswordStillRight(
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
  user: UserFacts | undefined,
  outcome: OutcomeKey,
): Promise<ClientAnswer> {
  deps.recorder.tally.add(call.applicationId, `login:${outcome}`, call.now)
  if (outcome === 'login_successful') countClient(deps, call)
  return answer(outcome, call.requestId, call.context, await loginFields(deps, call, user, outcome))
}

/** Counts which client library signed in. */
export const countClient = ({ clientTally }: ClientApiDeps, { applicationId, xClient, now }: SignInCall): void =>
  clientTally.signedIn(applicationId, clientOf(xClient), now)

async function answerRefusal(
  deps: ClientApiDeps,
  call: LoginCall,
  facts: LoginFacts,
  outcome: OutcomeKey,
): Promise<ClientAnswer> {
  const entry = entryOf(call, outcome, { userId: facts.user?.id, username: call.body.username })
  if (entry) await deps.recorder.recordAlone({ ...entry, detail: refusalDetail(outcome, facts) })
  return answerLogin(deps, call, facts.user, outcome)
}

/** False: the device could not be bound any more, and nothing was recorded. */
async function recordSuccess(
  deps: ClientApiDeps,
  call: LoginCall,
  facts: LoginFacts,
  user: UserFacts,
  decision: LoginDecision,
): Promise<boolean> {
  const { binds, relearns, remembers } = decision
  if (binds || relearns) {
    if (!(await recordNewDevice(deps, call, facts, user, decision))) return false
  } else {
    const isRemembered = remembers !== undefined && (await rememberComponents(deps, call, user, remembers))
    await recordLogin(deps, call, facts, user, isRemembered ? relearnedDetail(remembers, facts) : undefined)
  }
  if (!deps.passwords.needsRehash(user.passwordHash)) return true
  const { applicationId } = call
  const line = hashQueueKey(call, canonical(user.username), false)
  const device = deviceOf(call, user)
  const { password } = call.body
  deps.passwordRehash.begin({ applicationId, userId: user.id, device, password, line, atMs: deps.clock.nowMs() })
  return true
}

/** Records a login that changes nothing else. */
export async function recordLogin(
  deps: ClientApiDeps,
  call: SignInCall,
  { isFurtherDevice: isFurther, hwid }: Pick<LoginFacts, 'isFurtherDevice' | 'hwid'>,
  user: UserFacts,
  detail?: ActivityDetail | undefined,
): Promise<void> {
  const { applicationId, ip, now: at } = call
  const about = entryOf(call, 'login_successful', { userId: user.id, username: user.username })
  if (!about) return
  const entry = detail ? { ...about, detail } : about
  if (isFurther && hwid !== undefined) {
    await deps.recorder.writeUnlessDiskFull(() =>
      deps.stores.transaction((tx) => tx.devices.recordLogin(applicationId, user.id, { hwid, ip, at })),
    )
  }
  const audience = await deps.recorder.audienceOf(entry)
  const all = withThisLogin(deps, call, user)
  const recentLogins = { seen: user.recentLogins, all, own: newestLogin(all) }
  const login = { userId: user.id, recentLogins, entry, audience }
  const isWritten = await deps.recorder.writeUnlessDiskFull(() => deps.hot.recordLogin(login))
  if (isWritten) deps.recorder.recorded(entry, audience)
}

/**
 * Binding of a device, or the change of a bound one, with the last login and its event in one transaction. When several
 * devices do so at the same time, those that come too late get false and are decided again.
 */
async function recordNewDevice(
  deps: ClientApiDeps,
  call: LoginCall,
  facts: LoginFacts,
  user: UserFacts,
  decision: LoginDecision,
): Promise<boolean> {
  const { relearns } = decision
  const { applicationId, ip, now: at } = call
  const recentLogins = withThisLogin(deps, call, user)
  return deps.stores.transaction(async (tx) => {
    if (!(await takeDevice(deps.recorder, tx, call, user, decision))) return false
    await tx.appUsers.recordLogin(applicationId, user.id, at, ip, recentLogins)
    const entry = entryOf(call, 'login_successful', { userId: user.id, username: user.username })
    if (entry) await deps.recorder.record(tx, { ...entry, detail: relearnedDetail(relearns, facts) })
    return true
  })
}

const deviceOf = ({ ip, body }: SignInCall, { passwordHash }: UserFacts) => ({ ip, hwid: body.hwid, passwordHash })

/** The user's logins of the last minute, with this one. */
export const withThisLogin = ({ clock }: ClientApiDeps, call: SignInCall, user: UserFacts): string =>
  rememberLogin(user.recentLogins, deviceOf(call, user), clock.nowMs())

/** What the response to a login has besides. */
export async function loginFields(
  deps: ClientApiDeps,
  call: SignInCall,
  user: UserFacts | undefined,
  outcome: OutcomeKey,
): Promise<AnswerFields | undefined> {
  const { application } = call.context
  if (outcome === 'version_mismatch' && application.downloadUrl) return { download_url: application.downloadUrl }
  if (outcome === 'hwid_mismatch' || outcome === 'device_limit_reached') return portalField(deps, call)
  if (outcome !== 'login_successful' || !user) return undefined
  const expiryMs = effectiveExpiryMs(user)
  const isBound = user.hwid !== null || (call.body.hwid !== undefined && !isPlaceholderHwid(call.body.hwid))
  return {
    user_id: user.id,
    username: user.username,
    email: user.email,
    expires_at: expiryMs === null ? null : new Date(expiryMs).toISOString(),
    hwid_locked: application.hwidLockEnabled && user.isHwidLocked && isBound,
    ...graceField(call, user),
    ...(await signedFields(deps, call, user, call.body.hwid)),
  }
}

/** Where the customer can release a device, if the application has such a page. */
export function portalField(
  { origin }: Pick<ClientApiDeps, 'origin'>,
  { context: { application } }: Pick<SignInCall, 'context'>,
): AnswerFields | undefined {
  const { portalEnabled, portalSlug } = application
  return portalEnabled && portalSlug !== null ? { portal_url: `${origin()}/portal/${portalSlug}` } : undefined
}
