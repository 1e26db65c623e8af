import type { ownAccountRoutes } from '../../../shared/contract/own-account.ts'
import {
  createFirstRecoveryCodes,
  removeOrphanedRecoveryCodes,
  renewRecoveryCodes,
} from '../../accounts/recovery-codes.ts'
import { newTotpSecret, totpStep, totpUri } from '../../accounts/totp.ts'
import { requireReauthentication } from '../../http/auth/require-reauthentication.ts'
import { audit } from '../../http/dashboard.ts'
import { fieldError } from '../../http/field-error.ts'
import { evaluate } from '../../http/limits/attempt.ts'
import { Problem } from '../../http/problem.ts'
import type { Handlers } from '../../http/serve-routes.ts'
import { type OwnAccountContext, subjectOf } from './own-account-context.ts'

type Routes = Handlers<typeof ownAccountRoutes>

export function beginTotp(context: OwnAccountContext): Routes['POST /api/account/totp'] {
  const { stores, clock } = context
  return async ({ caller }) => {
    await requireReauthentication(context, caller)
    const secret = newTotpSecret()
    const isBegun = await stores.transaction((tx) => tx.secondFactors.beginTotp(caller.accountId, secret, clock.now()))
    if (!isBegun) throw new Problem('totp_exists')
    return { secret, uri: totpUri(secret, caller.email) }
  }
}

/** Enabled only after a code proves that the app has stored the secret. */
export function confirmTotp(context: OwnAccountContext): Routes['POST /api/account/totp/confirm'] {
  const { stores, clock, signIn } = context
  return async ({ caller, request, body }) => {
    await requireReauthentication(context, caller)
    const now = clock.now()
    const code = body.code.replace(/[\s-]/g, '')
    const attempt = signIn.attempt(request, caller)
    const confirmed = await evaluate(attempt, () =>
      stores.transaction(async (tx) => {
        const totp = await tx.secondFactors.findTotp(caller.accountId)
        if (!totp) throw new Problem('totp_not_found')
        if (totp.confirmedAt) throw new Problem('totp_exists')
        const step = totpStep(totp.secret, code, now.getTime())
        const isRight = step !== undefined && (await tx.secondFactors.consumeTotpStep(caller.accountId, step, now))
        if (!isRight) return undefined
        await audit(tx, { caller, request }, 'account.add_authenticator', subjectOf(caller), now)
        return { recoveryCodes: await createFirstRecoveryCodes(tx, caller.accountId) }
      }),
    )
    if (!confirmed) throw fieldError('code', 'Incorrect code. Check the clock of your phone.')
    attempt.resetFailures()
    return confirmed
  }
}

export function removeTotp(context: OwnAccountContext): Routes['DELETE /api/account/totp'] {
  const { stores, clock } = context
  return async ({ caller, request }) => {
    await requireReauthentication(context, caller)
    await stores.transaction(async (tx) => {
      if (!(await tx.secondFactors.removeTotp(caller.accountId))) throw new Problem('totp_not_found')
      await removeOrphanedRecoveryCodes(tx, caller.accountId)
      await audit(tx, { caller, request }, 'account.remove_authenticator', subjectOf(caller), clock.now())
    })
    return { message: 'Authenticator app removed' }
  }
}

export function newRecoveryCodes(context: OwnAccountContext): Routes['POST /api/account/recovery-codes'] {
  const { stores, clock } = context
  return async ({ caller, request }) => {
    await requireReauthentication(context, caller)
    const recoveryCodes = await stores.transaction(async (tx) => {
      const { hasTotp, passkeyCount } = await tx.secondFactors.summary(caller.accountId)
      if (!hasTotp && passkeyCount === 0) throw new Problem('second_factor_missing')
      await audit(tx, { caller, request }, 'account.renew_recovery_codes', subjectOf(caller), clock.now())
      return renewRecoveryCodes(tx, caller.accountId)
    })
    return { recoveryCodes }
  }
}
