import type { ownAccountRoutes } from '../../../shared/contract/own-account.ts'
import { takeCode } from '../../factors/take-code.ts'
import { type Attempt, type Checked, checkPassword, evaluate } from '../../http/attempt.ts'
import { clientIp } from '../../http/client-ip.ts'
import { Problem } from '../../http/problem.ts'
import { refusedFor } from '../../http/rate-limit.ts'
import type { Handlers } from '../../http/routes.ts'
import { type OwnAccountContext, provedForMs } from './own-account-context.ts'

type Routes = Handlers<typeof ownAccountRoutes>
type Prove = Routes['POST /api/account/prove']

/** Proves once more who sits there. Wrong tries count for this session alone, as failed sign-ins do for a device. */
export function prove(context: OwnAccountContext): Prove {
  const { stores, clock, signIn } = context
  return async ({ caller, request, body }) => {
    const attempt = signIn.attempt(request, caller)
    const isRight = await check(context, { caller, request, body }, attempt)
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
  { caller, request, body: proof }: Pick<Parameters<Prove>[0], 'caller' | 'request' | 'body'>,
  attempt: Attempt,
): Promise<Checked> {
  const { accountId, email } = caller
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
  const line = { dashboard: { address: clientIp(request), account: email } }
  return checkPassword(attempt, (onTurn) => passwords.verify(account.passwordHash, proof.password, { line, onTurn }))
}
