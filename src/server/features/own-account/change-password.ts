import type { ownAccountRoutes } from '../../../shared/contract/own-account.ts'
import { signOutEverywhere } from '../../accounts/sign-out-everywhere.ts'
import { clientIp } from '../../http/client-ip.ts'
import { audit } from '../../http/dashboard.ts'
import { fieldError } from '../../http/field-error.ts'
import { checkPassword } from '../../http/limits/attempt.ts'
import { refusedFor } from '../../http/limits/rate-limit.ts'
import { Problem } from '../../http/problem.ts'
import type { Handlers } from '../../http/serve-routes.ts'
import { type OwnAccountContext, subjectOf } from './own-account-context.ts'

type Routes = Handlers<typeof ownAccountRoutes>

/** Changes the password and ends every session of the account; this browser gets a new one. */
export function changePassword(context: OwnAccountContext): Routes['POST /api/account/password'] {
  const { stores, passwords, signIn, requireStrongPassword } = context
  return async ({ caller, request, reply, body }) => {
    const line = { dashboard: { address: clientIp(request), account: caller.email } }
    const account = await stores.accounts.findWithHash(caller.accountId)
    if (!account) throw new Problem('not_signed_in')
    const attempt = signIn.attempt(request, caller)
    const isRight = await checkPassword(attempt, (onTurn) =>
      passwords.verify(account.passwordHash, body.currentPassword, { line, onTurn }),
    )
    if (isRight === 'limited') throw refusedFor(attempt.retryAfterMs())
    if (!isRight) throw fieldError('currentPassword', 'The current password is not right.')
    attempt.resetFailures()
    const { email } = caller
    await requireStrongPassword({ field: 'newPassword', password: body.newPassword, email, chosenBy: email })
    if (body.newPassword === body.currentPassword) throw fieldError('newPassword', 'This is the password you have.')
    const passwordHash = await passwords.hash(body.newPassword, { line })
    const session = signIn.beginSession(request)
    await stores.transaction(async (tx) => {
      const isChanged = await tx.accounts.replacePasswordHash(account.id, account.passwordHash, passwordHash)
      if (!isChanged) throw fieldError('currentPassword', 'The current password is not right.')
      await signOutEverywhere(tx, account.id)
      await session.begin(tx, account.id)
      await audit(tx, { caller, request }, 'account.change_password', subjectOf(caller), session.at)
    })
    session.answer(reply)
    return { message: 'Password changed' }
  }
}
