import type { z } from 'zod'
import type { clientRoutes } from '../../../../shared/contract/client-api.ts'
import { checkPassword } from '../../../http/limits/attempt.ts'
import { canonical } from '../../../lib/canonical.ts'
import type { Registration } from '../../../store/users/app-users.ts'
import { type Call, type ClientApiDeps, hashQueueKey } from '../client-call.ts'
import { decideAccess } from '../decide/decide-access.ts'

type RegisterCall = Call<z.output<(typeof clientRoutes)['POST /api/v1/register']['body']>>

const idempotentForMs = 10 * 60 * 1000

/**
 * The user whom this very call registered some minutes ago, when the answer was lost on its way and the program asks
 * again: the same name and password, and `wantedAt` would store just what is stored. Then no second seat is taken and
 * nothing is refused. Users whom the maker made or changed are nobody's registration, and who may not go on gets no
 * success here either. A wrong password counts as a failed login does, so that nobody guesses here what is limited there.
 */
export async function idempotentRegistration(
  { hot, stores, passwords, limits, clock }: ClientApiDeps,
  call: RegisterCall,
  expectedAt: (registeredAt: Date) => Omit<Registration, 'createdAt'>,
): Promise<number | undefined> {
  const { applicationId, ip, body, context } = call
  const usernameKey = canonical(body.username)
  const known = await hot.userByName(applicationId, usernameKey)
  const before = known && (await stores.appUsers.registration(applicationId, known.id))
  if (!before || call.now.getTime() - before.createdAt.getTime() >= idempotentForMs) return undefined
  const attempt = limits.login({ applicationId, ip, usernameKey })
  const isRight = await checkPassword(attempt, (onTurn) =>
    passwords.verify(known.passwordHash, body.password, { line: hashQueueKey(call, usernameKey), onTurn }),
  )
  if (isRight !== true) return undefined
  // Read again: much may have happened while the hash waited for its turn.
  const user = await hot.userById(applicationId, known.id)
  const stored = await stores.appUsers.registration(applicationId, known.id)
  if (!user || !stored || user.passwordHash !== known.passwordHash) return undefined
  const hwidKey = body.hwid && canonical(body.hwid)
  if (decideAccess({ user, blacklist: context.blacklist, ip, hwidKey, nowMs: clock.nowMs() })) return undefined
  return isSameRegistration(stored, expectedAt(stored.createdAt)) ? user.id : undefined
}

function isSameRegistration(stored: Registration, wanted: Omit<Registration, 'createdAt'>): boolean {
  return (
    stored.licenseId === wanted.licenseId &&
    stored.hwid === wanted.hwid &&
    stored.isHwidLocked === wanted.isHwidLocked &&
    stored.email === wanted.email &&
    stored.expiresAt?.getTime() === wanted.expiresAt?.getTime()
  )
}
