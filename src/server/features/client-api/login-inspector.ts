import type { OutcomeKey } from '../../../shared/outcomes.ts'
import { canonical } from '../../lib/canonical.ts'
import type { LoginInspector } from '../../operations/login-inspection.ts'
import type { ClientApiDeps } from './client-call.ts'
import { answer } from './client-call.ts'
import { readContext } from './client-context.ts'
import { knownDevice } from './client-rate-limits.ts'
import { effectiveExpiryMs } from './decide/decide-access.ts'
import { loginFacts } from './decide/decide-login.ts'
import { explainLogin } from './decide/explain-login.ts'
import { comparedValues } from './decide/refusal-detail.ts'
import { isFurtherDevice } from './further-device.ts'

type Deps = Pick<ClientApiDeps, 'stores' | 'hot' | 'limits' | 'clock'>

export function openLoginInspector({ stores, hot, limits, clock }: Deps): LoginInspector {
  return {
    async expiresAtMs(applicationId, userId) {
      const user = await hot.userById(applicationId, userId)
      return user && effectiveExpiryMs(user)
    },

    async login(applicationId, question) {
      const context = await readContext(stores, applicationId)
      if (!context) return undefined
      const usernameKey = canonical(question.username)
      const user = await hot.userByName(applicationId, usernameKey)
      const isFurther = await isFurtherDevice({ stores }, context, user, question.hwid)
      const facts = loginFacts(context, user, { ...question, usernameKey, isFurtherDevice: isFurther }, clock.now())
      const { outcome, bindsHwid, refusals } = explainLogin(facts)
      const attempt = limits.login({ applicationId, ip: facts.ip, usernameKey, device: knownDevice(user, facts) })
      const before: OutcomeKey[] = []
      if (!context.application.isActive) before.push('application_offline')
      if (attempt.retryAfterMs() > 0) before.push('rate_limited')
      const first = before[0] ?? outcome
      const { body, status } = answer(first, '', context)
      return {
        code: String(body.code),
        message: String(body.message),
        isSuccess: status === 200,
        bindsHwid: bindsHwid && status === 200,
        refusals: [...before, ...refusals],
        compared: (check) => comparedValues(check, facts),
      }
    },
  }
}
