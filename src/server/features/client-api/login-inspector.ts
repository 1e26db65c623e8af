import type { OutcomeKey } from '../../../shared/outcomes.ts'
import { canonical } from '../../lib/canonical.ts'
import { holderKey } from '../../lib/license-holder.ts'
import type { LoginInspection, LoginInspector } from '../../operations/login-inspection.ts'
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

type Deps = Pick<ClientApiDeps, 'stores' | 'hot' | 'limits' | 'clock'>

export function openLoginInspector({ stores, hot, limits, clock }: Deps): LoginInspector {
  return {
    async expiresAtMs(applicationId, userId) {
      const user = await hot.userById(applicationId, userId)
      return user && effectiveExpiryMs(user)
    },

    async license(applicationId, licenseId, question) {
      const context = await readContext(stores, applicationId)
      if (!context) return undefined
      const license = await stores.licenses.find(applicationId, licenseId)
      const holder = await hot.userByName(applicationId, holderKey(licenseId))
      const isFurther = await isFurtherDevice({ stores }, context, holder, question.hwid)
      const facts = licenseLoginFacts(
        context,
        license,
        holder,
        { ...question, isFurtherDevice: isFurther },
        clock.now(),
      )
      const before: OutcomeKey[] = context.application.isActive ? [] : ['application_offline']
      return inspection(context, before, explainLicenseLogin(facts), (check) => comparedValues(check, facts))
    },

    async login(applicationId, question) {
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
