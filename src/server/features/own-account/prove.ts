import type { ownAccountRoutes } from '../../../shared/contract/own-account.ts'
import { takeCode } from '../../factors/take-code.ts'
import { Problem } from '../../http/problem.ts'
import { provedForMs } from '../../http/require-proof.ts'
import type { Handlers } from '../../http/routes.ts'
import type { OwnAccountContext } from './own-account-context.ts'

type Routes = Handlers<typeof ownAccountRoutes>
type Proof = Parameters<Routes['POST /api/account/prove']>[0]['body']

/** Proves once more who sits there. Wrong tries count as failed sign-ins do. */
export function prove(context: OwnAccountContext): Routes['POST /api/account/prove'] {
  const { stores, clock, signIn } = context
  return async ({ caller, request, body }) => {
    const refuseFailures = () => signIn.refuseFailures(request, caller.email)
    refuseFailures()
    const isRight = await check(context, caller.accountId, body, refuseFailures)
    // Asked once more: of many guesses sent at once only those within the limit learn whether they were right.
    refuseFailures()
    if (!isRight) {
      signIn.countFailure(request, caller.email)
      throw new Problem('proof_failed')
    }
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
  onTurn: () => void,
): Promise<boolean> {
  const now = clock.now()
  if ('code' in proof) {
    return (await stores.transaction((tx) => takeCode(tx, accountId, proof.code, now))) !== undefined
  }
  if ('passkey' in proof) {
    const checked = await passkeys.check(proof.passkey, { use: 'prove', accountId })
    return checked !== undefined && stores.transaction((tx) => passkeys.take(tx, checked, now))
  }
  const account = await stores.accounts.findWithHash(accountId)
  return account !== undefined && passwords.verify(account.passwordHash, proof.password, { onTurn })
}
