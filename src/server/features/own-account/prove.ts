import type { ownAccountRoutes } from '../../../shared/contract/own-account.ts'
import { takeCode } from '../../factors/take-code.ts'
import { type Attempt, type Checked, checkPassword, evaluate } from '../../http/attempt.ts'
import { clientIp } from '../../http/client-ip.ts'
import { Problem } from '../../http/problem.ts'
import { refusedFor } from '../../http/rate-limit.ts'
import { provedForMs } from '../../http/require-proof.ts'
import type { Handlers } from '../../http/routes.ts'
import type { HashLine } from '../../lib/password.ts'
import type { OwnAccountContext } from './own-account-context.ts'

type Routes = Handlers<typeof ownAccountRoutes>
type Proof = Parameters<Routes['POST /api/account/prove']>[0]['body']

/** Proves once more who sits there. Wrong tries count for this session alone, as failed sign-ins do for a device. */
export function prove(context: OwnAccountContext): Routes['POST /api/account/prove'] {
  const { stores, clock, signIn } = context
  return async ({ caller, request, body }) => {
    const attempt = signIn.attempt(request, caller)
    const line = { dashboard: { address: clientIp(request), account: caller.email } }
    const isRight = await check(context, caller.accountId, body, line, attempt)
    if (isRight === 'limited') throw refusedFor(attempt.retryAfterMs())
    if (!isRight) throw new Problem('proof_failed')
    attempt.forgive()
    await stores.transaction((tx) => tx.sessions.prove(caller.sessionHash, clock.now()))
    return { provedForMs: await provedForMs(context, caller) }
  }
}

export function provePasskey({ passkeys }: OwnAccountContext): Routes['POST /api/account/prove/passkey'] {
  return async ({ caller }) => passkeys.authenticationOptions({ use: 'prove', accountId: caller.accountId })
}

async function check(
  { stores, clock, passwords, passkeys }: OwnAccountContext,
  accountId: number,
  proof: Proof,
  line: HashLine,
  attempt: Attempt,
): Promise<Checked> {
  const now = clock.now()
  if ('code' in proof) {
    const taken = await evaluate(attempt, () => stores.transaction((tx) => takeCode(tx, accountId, proof.code, now)))
    return taken !== undefined
  }
  if ('passkey' in proof) {
    const taken = await evaluate(attempt, async () => {
      const checked = await passkeys.check(proof.passkey, { use: 'prove', accountId })
      if (!checked) return undefined
      return (await stores.transaction((tx) => passkeys.take(tx, checked, now))) ? checked : undefined
    })
    return taken !== undefined
  }
  const account = await stores.accounts.findWithHash(accountId)
  if (!account) return false
  return checkPassword(attempt, (onTurn) => passwords.verify(account.passwordHash, proof.password, { line, onTurn }))
}
