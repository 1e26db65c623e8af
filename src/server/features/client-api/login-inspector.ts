import type { OutcomeKey } from '../../../shared/outcomes.ts'
import { canonical } from '../../lib/canonical.ts'
import { holderKey } from '../../lib/license-holder.ts'
import type { ComparedValue } from '../../store/activity/new-activity.ts'
import type { ClientApiDeps } from './client-call.ts'
import { answer } from './client-call.ts'
import { type ClientContext, readContext } from './client-context.ts'
import { knownDevice } from './client-rate-limits.ts'
import { effectiveExpiryMs } from './decide/decide-access.ts'
import { licenseLoginFacts } from './decide/decide-license-login.ts'
import { loginFacts } from './decide/decide-login.ts'
import { explainLicenseLogin, explainLogin, type LoginExplanation } from './decide/explain-login.ts'
import { comparedValues } from './decide/refusal-detail.ts'
import { isFurtherDevice } from './further-device.ts'

interface Question {
  readonly username: string
  readonly ip: string
  readonly version: string | undefined
  readonly hwid: string | undefined
}

interface LoginInspection {
  /** What a login with the right password would be answered now. */
  readonly code: string
  readonly message: string
  readonly isSuccess: boolean
  readonly bindsHwid: boolean
  /** Every rejection that applies, in the order of the checks, with the compared values. */
  readonly refusals: readonly OutcomeKey[]
  compared(check: OutcomeKey): readonly ComparedValue[]
}

type Deps = Pick<ClientApiDeps, 'stores' | 'hot' | 'limits' | 'clock'>

/** Dry run of a login: decides like a real one, but counts and writes nothing. */
export function openLoginInspector({ stores, hot, limits, clock }: Deps) {
  return {
    /** When access ends; null: never. Undefined: no such user. */
    async expiresAtMs(applicationId: number, userId: number): Promise<number | null | undefined> {
      const user = await hot.userById(applicationId, userId)
      return user && effectiveExpiryMs(user)
    },

    /** A sign-in with the key of a license, alone. Undefined: no such application. */
    async license(applicationId: number, licenseId: number, question: Question): Promise<LoginInspection | undefined> {
      const context = await readContext(stores, applicationId)
      if (!context) return undefined
      const license = await stores.licenses.find(applicationId, licenseId)
      const holder = await hot.userByName(applicationId, holderKey(licenseId))
      const isFurther = await isFurtherDevice({ stores }, context, holder, question.hwid)
      const facts = licenseLoginFacts(context, license, holder, { ...question, isFurtherDevice: isFurther }, clock.now())
      const before: OutcomeKey[] = context.application.isActive ? [] : ['application_offline']
      return inspection(context, before, explainLicenseLogin(facts), (check) => comparedValues(check, facts))
    },

    /** Undefined: no such application. */
    async login(applicationId: number, question: Question): Promise<LoginInspection | undefined> {
      const context = await readContext(stores, applicationId)
      if (!context) return undefined
      const usernameKey = canonical(question.username)
      const user = await hot.userByName(applicationId, usernameKey)
      const isFurther = await isFurtherDevice({ stores }, context, user, question.hwid)
      const facts = loginFacts(context, user, { ...question, usernameKey, isFurtherDevice: isFurther }, clock.now())
      const attempt = limits.login({ applicationId, ip: facts.ip, usernameKey, device: knownDevice(user, facts) })
      const before: OutcomeKey[] = []
      if (!context.application.isActive) before.push('application_offline')
      if (attempt.retryAfterMs() > 0) before.push('rate_limited')
      return inspection(context, before, explainLogin(facts), (check) => comparedValues(check, facts))
    },
  }
}

function inspection(
  context: ClientContext,
  before: readonly OutcomeKey[],
  { outcome, bindsHwid, refusals }: LoginExplanation,
  compared: LoginInspection['compared'],
): LoginInspection {
  const { body, status } = answer(before[0] ?? outcome, '', context)
  return {
    code: String(body.code),
    message: String(body.message),
    isSuccess: status === 200,
    bindsHwid: bindsHwid && status === 200,
    refusals: [...before, ...refusals],
    compared,
  }
}
