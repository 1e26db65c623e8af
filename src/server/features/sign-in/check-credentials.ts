import type { FastifyRequest } from 'fastify'
import { clientIp } from '../../http/client-ip.ts'
import { Problem } from '../../http/problem.ts'
import { canonical, ipLimiterKey } from '../../lib/canonical.ts'
import { hashToken } from '../../lib/tokens.ts'
import type { AccountWithHash } from '../../store/accounts.ts'
import type { SignInContext } from './sign-in-context.ts'

/**
 * The active account with this e-mail and password. Every failure is the same to the caller: an unknown address, a
 * wrong password and an account that is switched off cost one verification each and answer alike.
 */
export async function checkCredentials(
  context: SignInContext,
  request: FastifyRequest,
  email: string,
  password: string,
): Promise<AccountWithHash> {
  const { stores, passwords, limits } = context
  const address = ipLimiterKey(clientIp(request))
  const refuseFailures = () => {
    limits.refuseFailures(address, email)
    return undefined
  }
  refuseFailures()
  const account = await stores.accounts.findByEmail(email)
  const turn = { line: { dashboard: { address, account: canonical(email) } }, onTurn: refuseFailures }
  const isRight = account
    ? await passwords.verify(account.passwordHash, password, turn)
    : await passwords.verifyDummy(password, turn)
  // Asked once more: of many guesses sent at once only those within the limit learn whether they were right.
  refuseFailures()
  if (account?.isActive && isRight) return account
  limits.countFailure(address, email)
  await strikeDevice(context, request)
  throw new Problem('sign_in_failed')
}

/** Guesses on a device that remembers a password end the remembering. */
async function strikeDevice({ stores, cookies, limits }: SignInContext, request: FastifyRequest): Promise<void> {
  const device = cookies.remember.read(request)
  if (device === undefined || !limits.strikeDevice(hashToken(device))) return
  await stores.transaction((tx) => tx.remember.remove(hashToken(device)))
}
