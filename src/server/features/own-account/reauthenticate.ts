import type { ownAccountRoutes } from '../../../shared/contract/own-account.ts'
import { consumeCode } from '../../accounts/consume-code.ts'
import { reauthenticatedForMs } from '../../http/auth/require-reauthentication.ts'
import { clientIp } from '../../http/client-ip.ts'
import { type Attempt, type Checked, evaluate, verifyWithinLimits } from '../../http/limits/attempt.ts'
import { refusedFor } from '../../http/limits/rate-limit.ts'
import { Problem } from '../../http/problem.ts'
import type { Handlers } from '../../http/serve-routes.ts'
import type { HashQueueKey } from '../../lib/passwords/passwords.ts'
import type { OwnAccountContext } from './own-account-context.ts'

type Routes = Handlers<typeof ownAccountRoutes>
type SubmittedFactor = Parameters<Routes['POST /api/account/prove']>[0]['body']

/** Re-authentication before sensitive changes. Failures count against this session only. */
export function reauthenticate(context: OwnAccountContext): Routes['POST /api/account/prove'] {
  const { stores, clock, signIn } = context
  return async ({ caller, request, body }) => {
    const attempt = signIn.attempt(request, caller)
    const line = { dashboard: { address: clientIp(request), account: caller.email } }
    const isRight = await checkFactor(context, caller.accountId, body, line, attempt)
    if (isRight === 'limited') throw refusedFor(attempt.retryAfterMs())
    if (!isRight) throw new Problem('proof_failed')
    attempt.resetFailures()
    await stores.transaction((tx) => tx.sessions.markReauthenticated(caller.sessionHash, clock.now()))
    return { provedForMs: await reauthenticatedForMs(context, caller) }
  }
}

export function reauthenticationOptions({ passkeys }: OwnAccountContext): Routes['POST /api/account/prove/passkey'] {
  return async ({ caller }) => passkeys.authenticationOptions({ use: 'prove', accountId: caller.accountId })
}

async function checkFactor(
  { stores, clock, passwords, passkeys }: OwnAccountContext,
  accountId: number,
  proof: SubmittedFactor,
  line: HashQueueKey,
  attempt: Attempt,
): Promise<Checked> {
  const now = clock.now()
  if ('code' in proof) {
    const consumed = await evaluate(attempt, () =>
      stores.transaction((tx) => consumeCode(tx, accountId, proof.code, now)),
    )
    return consumed !== undefined
  }
  if ('passkey' in proof) {
    const consumed = await evaluate(attempt, async () => {
      const checked = await passkeys.check(proof.passkey, { use: 'prove', accountId })
      if (!checked) return undefined
      return (await stores.transaction((tx) => passkeys.consume(tx, checked, now))) ? checked : undefined
    })
    return consumed !== undefined
  }
  const account = await stores.accounts.findWithHash(accountId)
  if (!account) return false
  return verifyWithinLimits(attempt, (onTurn) =>
    passwords.verify(account.passwordHash, proof.password, { line, onTurn }),
  )
}
