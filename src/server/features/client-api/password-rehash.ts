import { Unavailable } from '../../db/open.ts'
import type { Log } from '../../lib/log.ts'
import { Busy, type HashQueueKey, type Passwords } from '../../lib/passwords/passwords.ts'
import type { HotStore, UserFacts } from '../../store/hot/hot-store.ts'
import type { Stores } from '../../store/index.ts'
import { type LoginDevice, rememberLogin } from './decide/decide-login.ts'

/** A successful login whose stored hash is imported or of an outdated cost. */
interface AnsweredLogin {
  readonly applicationId: number
  readonly userId: number
  readonly device: LoginDevice
  readonly password: string
  readonly line: HashQueueKey
  readonly atMs: number
}

/** Rehashes passwords with the current cost in the background, after the login was answered. */
export interface PasswordRehash {
  begin(login: AnsweredLogin): void
  /** Resolves when all rehashes that were begun are done. */
  settled(): Promise<void>
}

interface PasswordRehashDeps {
  readonly hot: HotStore
  readonly stores: Stores
  readonly passwords: Passwords
  readonly log: Log
}

export function openPasswordRehash(deps: PasswordRehashDeps): PasswordRehash {
  const running = new Set<Promise<void>>()
  return {
    begin(login) {
      const rehashing = rehash(deps, login)
        .catch((error: unknown) => {
          // Under load the old hash stays; the next login tries again.
          if (error instanceof Busy || error instanceof Unavailable) return
          deps.log.error('a password hash was not renewed', { userId: login.userId, error: String(error) })
        })
        .finally(() => running.delete(rehashing))
      running.add(rehashing)
    },
    async settled() {
      await Promise.all(running)
    },
  }
}

/**
 * Also moves the record of this login to the new hash, so that it still backs the session that follows. Retries once:
 * if a concurrent login of the same user stored its hash first, that one is used.
 */
async function rehash({ hot, stores, passwords }: PasswordRehashDeps, login: AnsweredLogin): Promise<void> {
  const { applicationId, userId, password, line, device, atMs } = login
  const isOf = (user: UserFacts) =>
    user.passwordHash === device.passwordHash || passwords.verify(user.passwordHash, password, { line })
  for (let tries = 0; tries < 2; tries += 1) {
    const user = await hot.userById(applicationId, userId)
    if (!user || !(await isOf(user))) return
    const checked = user.passwordHash
    const passwordHash = passwords.needsRehash(checked) ? await passwords.hash(password, { line }) : checked
    const isStored = await stores.transaction(async (tx) => {
      if (!(await tx.appUsers.upgradeHash(applicationId, userId, checked, passwordHash))) return false
      await tx.appUsers.changeRecentLogins(applicationId, userId, (recent) =>
        rememberLogin(recent, { ...device, passwordHash }, atMs),
      )
      return true
    })
    if (isStored) return
  }
}
