import type { z } from 'zod'
import type { clientRoutes } from '../../../../shared/contract/client-api.ts'
import { verifyWithinLimits } from '../../../http/limits/attempt.ts'
import { canonical } from '../../../lib/canonical.ts'
import type { Registration } from '../../../store/users/app-users.ts'
import { type Call, type ClientApiDeps, hashQueueKey } from '../client-call.ts'
import { decideAccess } from '../decide/decide-access.ts'

type RegisterCall = Call<z.output<(typeof clientRoutes)['POST /api/v1/register']['body']>>

const idempotentForMs = 10 * 60 * 1000

/**
 * Makes registration idempotent for 10 minutes: if the response was lost and the client retries with the same data and
 * password, returns the existing user and takes no second seat. Users that were created or changed in the dashboard
 * don't count, nor do users without access now. A wrong password counts as a failed login.
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
  const isRight = await verifyWithinLimits(attempt, (onTurn) =>
    passwords.verify(known.passwordHash, body.password, { line: hashQueueKey(call, usernameKey), onTurn }),
  )
  if (isRight !== true) return undefined
  // Read again: the user may have changed while the hash waited in the queue.
  const user = await hot.userById(applicationId, known.id)
  const stored = await stores.appUsers.registration(applicationId, known.id)
  if (!user || !stored || user.passwordHash !== known.passwordHash) return undefined
  const hwidKey = body.hwid && canonical(body.hwid)
  const { application, blacklist } = context
  if (decideAccess({ application, user, blacklist, ip, hwidKey, nowMs: clock.nowMs() })) return undefined
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
