import type { z } from 'zod'
import type { clientRoutes } from '../../../shared/contract/client-api.ts'
import { checkPassword } from '../../http/attempt.ts'
import { canonical } from '../../lib/canonical.ts'
import { type Call, type ClientApiDeps, hashLine } from './call.ts'

type RegisterCall = Call<z.output<(typeof clientRoutes)['POST /api/v1/register']['body']>>

const repeatableMs = 10 * 60 * 1000

/**
 * The user whom this very call registered some minutes ago, when the answer was lost on its way and the program asks
 * again: the same name, the right password, the same license. Then no second seat is taken and nothing is refused.
 * A wrong password counts as a failed login does, so that nobody guesses here what is limited there.
 */
export async function repeatedRegistration(
  { hot, stores, passwords, limits }: ClientApiDeps,
  call: RegisterCall,
  licenseId: number | null,
): Promise<number | undefined> {
  const { applicationId, ip, body, now } = call
  const usernameKey = canonical(body.username)
  const facts = await hot.userByName(applicationId, usernameKey)
  if (!facts?.isActive || facts.isPaused || facts.isBanned) return undefined
  const user = await stores.appUsers.find(applicationId, facts.id)
  if (user?.licenseId !== licenseId || now.getTime() - user.createdAt.getTime() >= repeatableMs) return undefined
  const attempt = limits.login({ applicationId, ip, usernameKey })
  const isRight = await checkPassword(attempt, (onTurn) =>
    passwords.verify(facts.passwordHash, body.password, { line: hashLine(call, usernameKey), onTurn }),
  )
  return isRight === true ? facts.id : undefined
}
