import type { OutcomeKey } from '../../../../shared/outcomes.ts'
import { verifyWithinLimits } from '../../../http/limits/attempt.ts'
import { holderKey } from '../../../lib/license-holder.ts'
import type {
  CustomerAccess,
  CustomerCall,
  CustomerRefusal,
  CustomerState,
} from '../../../operations/customer-access.ts'
import type { UserFacts } from '../../../store/hot/hot-store.ts'
import type { Customer } from '../../../store/selling/portal-sessions.ts'
import { answer, type ClientAnswer, type ClientApiDeps, entryOf, hashQueueKey } from '../client-call.ts'
import type { ClientContext } from '../client-context.ts'
import { decideAccess, effectiveExpiryMs, graceUntilMs } from '../decide/decide-access.ts'
import { newHolder } from '../decide/decide-license-login.ts'
import { decideLogin, type LoginFacts } from '../decide/decide-login.ts'
import { withoutEnd } from '../decide/decide-redeem.ts'
import { licenseByKey } from './license-by-key.ts'
import { checkPassword, factsOf, gatherFacts, isPasswordStillRight, type LoginCall } from './login.ts'
import { redeemWithinLimits } from './redeem.ts'
import { featuresOfUser } from './signed-fields.ts'

/** The customers of applications as the portal sees them: decided and limited as by the public API. */
export function openCustomerAccess(deps: ClientApiDeps): CustomerAccess {
  return {
    signIn: async (call, sent, browserOf) => {
      const login = await loginOf(deps, call, sent)
      if ('outcome' in login) return login
      const facts = await gatherFacts(deps, login)
      const checked = await checkPassword(deps, login, facts, facts.user && browserOf(facts.user))
      if (typeof checked === 'number') return limited(checked)
      if (checked !== 'right') return refuse(deps, login, facts, checked)
      const current = facts.user && (await deps.hot.userById(call.applicationId, facts.user.id))
      const isPasswordRight = current !== undefined && (await isPasswordStillRight(deps, login, facts.user, current))
      const now = await factsOf(deps, login, facts.usernameKey, current && withoutEnd(current), deps.clock.now())
      const decision = decideLogin({ ...now, isPasswordRight })
      if (decision === 'check_password') throw new Error('the password was checked')
      if (decision.outcome !== 'login_successful' || !current) return refuse(deps, login, now, decision.outcome)
      return current
    },

    findLicense: async (call, licenseKey) => {
      const { applicationId, ip } = call
      const license = await licenseByKey(deps, { applicationId, ip, licenseKey })
      if (typeof license === 'number') return limited(license)
      return license ? license.id : refuseKey(deps, call)
    },

    state: async (call, customer) => {
      const context = await deps.contexts.findById(call.applicationId)
      return context && stateOf(deps, context, call, customer)
    },

    isPassword: async (call, user, { password, session }) => {
      const login = await loginOf(deps, call, { username: '', password })
      if ('outcome' in login) return login
      const { applicationId, ip } = call
      const failures = deps.limits.login({ applicationId, ip, usernameKey: '', device: `portal ${session}` })
      const line = hashQueueKey(login, `portal ${session}`, false)
      const isRight = await verifyWithinLimits(failures, (onTurn) =>
        deps.passwords.verify(user.passwordHash, password, { line, onTurn }),
      )
      return isRight === 'limited' ? limited(failures.retryAfterMs()) : isRight
    },

    redeem: async (call, userId, licenseKey) => {
      const login = await loginOf(deps, call, { username: '', password: '' })
      if ('outcome' in login) return login
      const redeemCall = { ...login, body: { license_key: licenseKey } }
      const redeemed = await redeemWithinLimits(deps, redeemCall, { userId, login, checked: undefined })
      if (redeemed.outcome !== 'license_redeemed') return refusalOfAnswer(redeemed)
      const { added_days: addedDays, expires_at: expiresAt } = redeemed.body as unknown as Redeemed
      return { addedDays, expiresAt }
    },
  }
}

interface Redeemed {
  readonly added_days: number
  readonly expires_at: string | null
}

type Deps = ClientApiDeps

/** A login of the portal: without version and hardware. */
async function loginOf(
  deps: Deps,
  call: CustomerCall,
  body: { readonly username: string; readonly password: string },
): Promise<LoginCall | CustomerRefusal> {
  const context = await deps.contexts.findById(call.applicationId)
  if (!context?.application.isActive) return refusalOf(context, 'application_offline')
  const waitMs = deps.limits.call(call.applicationId, call.ip)
  if (waitMs > 0) return limited(waitMs)
  const application = { ...context.application, isVersionRequired: false, hwidLockEnabled: false }
  const request = { apiKey: undefined, isKeyInHeaderOnly: true, asked: undefined, xClient: undefined }
  return { ...request, ...call, body, context: { ...context, application }, now: deps.clock.now() }
}

async function stateOf(
  deps: Deps,
  context: ClientContext,
  { applicationId, ip }: Pick<CustomerCall, 'applicationId' | 'ip'>,
  { userId, licenseId }: Customer,
): Promise<CustomerState | undefined> {
  const found =
    userId === null
      ? await deps.hot.userByName(applicationId, holderKey(licenseId))
      : await deps.hot.userById(applicationId, userId)
  if (!found && userId !== null) return undefined
  const ofLicense = found ? found.licenseId : licenseId
  const license = ofLicense === null ? undefined : await deps.stores.licenses.find(applicationId, ofLicense)
  if (!found && !license) return undefined
  const user = found ?? (license && newHolder(license))
  if (!user) return undefined
  const { application, blacklist } = context
  const nowMs = deps.clock.nowMs()
  const accessOf = (facts: UserFacts): OutcomeKey | undefined =>
    decideAccess({ application, user: facts, blacklist, ip, nowMs })
  const refusal = accessOf(withoutEnd(user))
  const access = accessOf(user)
  return {
    refusal: refusal && refusalOf(context, refusal),
    access: access && refusalOf(context, access),
    user: found ?? null,
    isHolder: userId === null || (found?.licenseId != null && found.usernameKey === holderKey(found.licenseId)),
    licenseId: ofLicense,
    endsAtMs: effectiveExpiryMs(user),
    graceUntilMs: graceUntilMs(application, user, nowMs),
    features: found
      ? await featuresOfUser(deps, { applicationId, context }, found.id)
      : { ...application.features, ...license?.features },
    seats: license ? { used: license.currentUsers, max: license.maxUsers } : null,
  }
}

/** Logged as a refused login, but no part of the success rate: it says nothing of the developer's programs. */
async function refuse(deps: Deps, call: LoginCall, facts: LoginFacts, outcome: OutcomeKey): Promise<CustomerRefusal> {
  const entry = entryOf(call, outcome, { userId: facts.user?.id, username: call.body.username })
  if (entry) await deps.recorder.recordAlone(entry)
  return refusalOf(call.context, outcome)
}

/** The log never has a key. */
async function refuseKey(deps: Deps, call: CustomerCall): Promise<CustomerRefusal> {
  const outcome = 'license_not_found'
  const entry = entryOf({ ...call, now: deps.clock.now() }, 'invalid_credentials', {})
  if (entry) await deps.recorder.recordAlone({ ...entry, code: outcome })
  return refusalOf(undefined, outcome)
}

const refusalOf = (context: ClientContext | undefined, outcome: OutcomeKey): CustomerRefusal =>
  refusalOfAnswer(answer(outcome, '', context))

function refusalOfAnswer({ outcome, body, retryAfterSeconds }: ClientAnswer): CustomerRefusal {
  const retry = retryAfterSeconds === undefined ? {} : { retryAfterMs: retryAfterSeconds * 1000 }
  return { outcome, message: String(body.message), ...retry }
}

const limited = (retryAfterMs: number): CustomerRefusal => ({
  ...refusalOf(undefined, 'rate_limited'),
  retryAfterMs,
})
