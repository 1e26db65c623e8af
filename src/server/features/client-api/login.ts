import type { z } from 'zod'
import { clientRoutes } from '../../../shared/contract/client-api.ts'
import type { OutcomeKey } from '../../../shared/outcomes.ts'
import { checkPassword } from '../../http/attempt.ts'
import { canonical, isWorthlessHwid } from '../../lib/canonical.ts'
import type { Turn } from '../../lib/password.ts'
import type { UserFacts } from '../../store/hot-store.ts'
import { type Call, type ClientApiDeps, clientCall, entryOf, hashLine } from './call.ts'
import { detailOf } from './compared.ts'
import { effectiveExpiryMs } from './decide-access.ts'
import { decideLogin, type LoginDecision, type LoginFacts } from './decide-login.ts'
import { dummyKind } from './dummy-kind.ts'
import { knownDevice } from './known-device.ts'
import { leaseField } from './lease.ts'
import { loginFacts } from './login-facts.ts'
import { type AnswerFields, answer, type ClientAnswer, rateLimited } from './reply.ts'

const Login = clientRoutes['POST /api/v1/login'].body
type LoginCall = Call<z.output<typeof Login>>

type Attempt = ReturnType<ClientApiDeps['limits']['login']>

/** The public login: facts, decision, then what the outcome's row says is written and answered. */
export function loginCall(deps: ClientApiDeps) {
  return clientCall(deps, Login, async (call) => {
    const facts = await gatherFacts(deps, call)
    const attempt = attemptOf(deps, call, facts)
    const waitMs = attempt.retryAfterMs()
    if (waitMs > 0) return rateLimited(call.requestId, waitMs)
    const first = decideLogin(facts)
    if (first !== 'check_password') return finish(deps, call, facts, first)
    return decideByPassword(deps, call, facts, attempt)
  })
}

async function gatherFacts(deps: ClientApiDeps, call: LoginCall): Promise<LoginFacts> {
  const usernameKey = canonical(call.body.username)
  const user = await deps.hot.userByName(call.applicationId, usernameKey)
  return loginFacts(call.context, user, { ...call.body, ip: call.ip, usernameKey }, call.now)
}

function attemptOf(deps: ClientApiDeps, { applicationId, ip }: LoginCall, facts: LoginFacts): Attempt {
  const device = knownDevice(facts.user, { ip, hwid: facts.hwid })
  return deps.limits.login({ applicationId, ip, usernameKey: facts.usernameKey, device })
}

/**
 * An unknown name costs a hash like a known one, so time tells nothing. The account is read again afterwards: it may
 * have been banned, or given another password, while the hash waited for its turn.
 */
async function decideByPassword(
  deps: ClientApiDeps,
  call: LoginCall,
  facts: LoginFacts,
  attempt: Attempt,
): Promise<ClientAnswer> {
  const { user } = facts
  const verified = await checkPassword(attempt, (onTurn) => {
    const line = hashLine(call, facts.usernameKey, attempt.isStranger)
    return verify(deps, call, user, { line, onTurn })
  })
  if (verified === 'limited') return rateLimited(call.requestId, attempt.retryAfterMs())
  if (!verified) return finish(deps, call, facts, { outcome: 'invalid_credentials' })
  attempt.forgive()
  const current = user && (await deps.hot.userById(call.applicationId, user.id))
  const isPasswordRight = current !== undefined && current.passwordHash === user?.passwordHash
  const checked = { ...facts, user: current, isPasswordRight, nowMs: deps.clock.nowMs() }
  const decision = decideLogin(checked)
  if (decision === 'check_password') throw new Error('the password was checked')
  return finish(deps, call, checked, decision)
}

const kindFor = ({ chance }: ClientApiDeps, { applicationId, body, context }: LoginCall) =>
  dummyKind(context.application, () => chance(`${applicationId} ${canonical(body.username)}`))

function verify(deps: ClientApiDeps, call: LoginCall, user: UserFacts | undefined, turn: Turn): Promise<boolean> {
  const { password } = call.body
  return user
    ? deps.passwords.verify(user.passwordHash, password, turn)
    : deps.passwords.verifyDummy(password, turn, kindFor(deps, call))
}

async function finish(
  deps: ClientApiDeps,
  call: LoginCall,
  facts: LoginFacts,
  decision: LoginDecision,
): Promise<ClientAnswer> {
  const { user } = facts
  const outcome =
    decision.outcome === 'login_successful' && user
      ? await succeed(deps, call, user, decision)
      : await refuse(deps, call, facts, decision.outcome)
  deps.recorder.tally.add(call.applicationId, `login:${outcome}`, call.now)
  return answer(outcome, call.requestId, call.context, await fieldsOf(deps, call, user, outcome))
}

async function succeed(
  deps: ClientApiDeps,
  call: LoginCall,
  user: UserFacts,
  decision: LoginDecision,
): Promise<OutcomeKey> {
  const entry = entryOf(call, 'login_successful', { userId: user.id, username: user.username })
  const isUsual = !decision.bindsHwid && !deps.passwords.needsRehash(user.passwordHash)
  if (!isUsual || !entry) return succeedFirst(deps, call, user, decision)
  const audience = await deps.recorder.audienceOf(entry)
  const login = { userId: user.id, entry, audience }
  const isWritten = await deps.recorder.writeIfRoom(() => deps.hot.recordLogin(login))
  if (isWritten) deps.recorder.recorded(entry, audience)
  return 'login_successful'
}

/** Binding, last login and the event are one transaction; of two machines that bind at once one gets the mismatch. */
async function succeedFirst(
  deps: ClientApiDeps,
  call: LoginCall,
  user: UserFacts,
  decision: LoginDecision,
): Promise<OutcomeKey> {
  const { applicationId, ip, now } = call
  const upgraded = deps.passwords.needsRehash(user.passwordHash)
    ? await deps.passwords.hash(call.body.password, { line: hashLine(call, canonical(user.username)) })
    : undefined
  return deps.stores.transaction(async (tx) => {
    const { hwid } = call.body
    const isBound = !decision.bindsHwid || !hwid || (await tx.appUsers.bindHwid(applicationId, user.id, hwid, now))
    const outcome: OutcomeKey = isBound ? 'login_successful' : 'hwid_mismatch'
    if (isBound) await tx.appUsers.recordLogin(applicationId, user.id, now, ip)
    if (upgraded !== undefined) await tx.appUsers.upgradeHash(applicationId, user.id, user.passwordHash, upgraded)
    const entry = entryOf(call, outcome, { userId: user.id, username: user.username })
    if (entry) await deps.recorder.record(tx, entry)
    return outcome
  })
}

async function refuse(
  deps: ClientApiDeps,
  call: LoginCall,
  facts: LoginFacts,
  outcome: OutcomeKey,
): Promise<OutcomeKey> {
  const entry = entryOf(call, outcome, { userId: facts.user?.id, username: call.body.username })
  if (entry) await deps.recorder.recordAlone({ ...entry, detail: detailOf(outcome, facts) })
  return outcome
}

async function fieldsOf(
  deps: ClientApiDeps,
  call: LoginCall,
  user: UserFacts | undefined,
  outcome: OutcomeKey,
): Promise<AnswerFields | undefined> {
  const { application } = call.context
  if (outcome === 'version_mismatch' && application.downloadUrl) return { download_url: application.downloadUrl }
  if (outcome !== 'login_successful' || !user) return undefined
  const expiryMs = effectiveExpiryMs(user)
  const isBound = user.hwid !== null || (call.body.hwid !== undefined && !isWorthlessHwid(call.body.hwid))
  return {
    user_id: user.id,
    username: user.username,
    email: user.email,
    expires_at: expiryMs === null ? null : new Date(expiryMs).toISOString(),
    hwid_locked: application.hwidLockEnabled && user.isHwidLocked && isBound,
    ...(call.asked && (await leaseField(deps, call, user, call.body.hwid))),
  }
}
