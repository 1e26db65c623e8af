import type { ownAccountRoutes } from '../../../shared/contract/own-account.ts'
import { signOutEverywhere } from '../../accounts/sign-out-everywhere.ts'
import { clientIp } from '../../http/client-ip.ts'
import { audit } from '../../http/dashboard.ts'
import { fieldError } from '../../http/field-error.ts'
import { verifyWithinLimits } from '../../http/limits/attempt.ts'
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
    const isRight = await verifyWithinLimits(attempt, (onTurn) =>
      passwords.verify(account.passwordHash, body.currentPassword, { line, onTurn }),
    )
    if (isRight === 'limited') throw refusedFor(attempt.retryAfterMs())
    if (!isRight) throw wrongPassword()
    attempt.resetFailures()
    const { email } = caller
    await requireStrongPassword({ field: 'newPassword', password: body.newPassword, email, chosenBy: email })
    if (body.newPassword === body.currentPassword)
      throw fieldError('newPassword', 'New password must differ from the current one.')
    const passwordHash = await passwords.hash(body.newPassword, { line })
    const session = signIn.beginSession(request)
    const store = (checked: string) =>
      stores.transaction(async (tx) => {
        if (!(await tx.accounts.replacePasswordHash(account.id, checked, passwordHash))) return false
        await signOutEverywhere(tx, account.id)
        await session.begin(tx, account.id)
        await audit(tx, { caller, request }, 'account.change_password', subjectOf(caller), session.at)
        return true
      })
    if (!(await store(account.passwordHash))) {
      // A concurrent sign-in may have rehashed the same password, so it is verified once more.
      const current = await stores.accounts.findWithHash(account.id)
      const isSame = current && (await passwords.verify(current.passwordHash, body.currentPassword, { line }))
      if (!isSame || !(await store(current.passwordHash))) throw wrongPassword()
    }
    session.answer(reply)
    return { message: 'Password changed' }
  }
}

const wrongPassword = () => fieldError('currentPassword', 'Current password is incorrect.')
