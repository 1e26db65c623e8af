import type { FastifyRequest } from 'fastify'
import { clientIp } from '../../http/client-ip.ts'
import { verifyWithinLimits } from '../../http/limits/attempt.ts'
import { refusedFor } from '../../http/limits/rate-limit.ts'
import { Problem } from '../../http/problem.ts'
import { canonical, ipLimiterKey } from '../../lib/canonical.ts'
import { hashToken } from '../../lib/tokens.ts'
import type { AccountWithHash } from '../../store/accounts/accounts.ts'
import type { SignInContext } from './sign-in-context.ts'
import type { SignInAttempt } from './sign-in-limits.ts'

interface Checked {
  readonly account: AccountWithHash
  /** The successful attempt; its failures are reset once the user has signed in. */
  readonly attempt: SignInAttempt
}

/**
 * The active account with this email and password. An unknown email, a wrong password and a disabled account take the
 * same time and get the same response (no user enumeration).
 */
export async function checkCredentials(
  context: SignInContext,
  request: FastifyRequest,
  email: string,
  password: string,
): Promise<Checked> {
  const { stores, passwords } = context
  const account = await stores.accounts.findByEmail(email)
  const attempt = attemptOf(context, request, email, account)
  const { isStranger } = attempt
  const line = { dashboard: { address: clientIp(request), account: canonical(email), isStranger } }
  const isRight = await verifyWithinLimits(attempt, async (onTurn) => {
    if (!account) return passwords.verifyDummy(password, { line, onTurn })
    return (await passwords.verify(account.passwordHash, password, { line, onTurn })) && account.isActive
  })
  if (isRight === 'limited') throw refusedFor(attempt.retryAfterMs())
  if (account && isRight) return { account, attempt }
  await forgetDeviceAfterFailures(context, request)
  throw new Problem('sign_in_failed')
}

/** Which source an attempt at an account counts for: one of its known devices, or a stranger. */
export function attemptOf(
  { limits, devices }: SignInContext,
  request: FastifyRequest,
  email: string,
  account: AccountWithHash | undefined,
): SignInAttempt {
  const address = ipLimiterKey(clientIp(request))
  return limits.attempt({ address, email, device: account && devices.of(request, account) })
}

/** Too many failures on a device delete its remembered password. */
async function forgetDeviceAfterFailures(
  { stores, cookies, limits }: SignInContext,
  request: FastifyRequest,
): Promise<void> {
  const device = cookies.remember.read(request)
  if (device === undefined || !limits.countDeviceFailure(hashToken(device))) return
  await stores.transaction((tx) => tx.remember.remove(hashToken(device)))
}
