import type { AdminKey } from './accounts/admin-key.ts'
import { createAccount } from './accounts/create-account.ts'
import type { Config } from './config.ts'
import { isUniqueViolation } from './db/open.ts'
import type { Clock } from './lib/clock.ts'
import { passwordProblem } from './lib/passwords/dashboard-password.ts'
import type { Passwords } from './lib/passwords/passwords.ts'
import { ConfigError } from './lib/start-error.ts'
import { hashToken, randomToken } from './lib/tokens.ts'
import type { Stores } from './store/index.ts'

const setupLinkTtlMs = 30 * 60 * 1000

export interface FirstStartDeps {
  readonly stores: Stores
  readonly passwords: Passwords
  readonly clock: Clock
  readonly adminKey: Pick<AdminKey, 'makeOnce'>
  readonly config: Pick<Config, 'owner'>
}

/** The state of the installation, reported to the operator. */
export interface FirstStart {
  readonly owner: OwnerState
  /** Set only when it was created just now: it is printed once. */
  readonly newAdminKey: string | undefined
}

type OwnerState =
  | { readonly kind: 'has_owner' }
  | { readonly kind: 'made_owner'; readonly email: string }
  | { readonly kind: 'needs_owner' }

/**
 * Creates the admin key on first start and, while there is no account, the configured owner. Runs before the server
 * listens, so that the owner can sign in as soon as it is up.
 */
export async function prepareFirstStart(deps: FirstStartDeps): Promise<FirstStart> {
  const newAdminKey = await deps.adminKey.makeOnce()
  return { owner: await prepareOwner(deps), newAdminKey }
}

async function prepareOwner(deps: FirstStartDeps): Promise<OwnerState> {
  if (!(await deps.stores.accounts.isEmpty())) return { kind: 'has_owner' }
  return deps.config.owner ? makeOwner(deps, deps.config.owner) : { kind: 'needs_owner' }
}

async function makeOwner(
  { stores, passwords, clock }: FirstStartDeps,
  owner: NonNullable<Config['owner']>,
): Promise<OwnerState> {
  const problem = await passwordProblem(owner.password, owner.email)
  if (problem !== undefined) throw new ConfigError([`OWNER_PASSWORD ${problem}`])
  const passwordHash = await passwords.hash(owner.password)
  const at = clock.now()
  try {
    const isMade = await stores.transaction(async (tx) => {
      await tx.setup.clear()
      if (!(await tx.accounts.isEmpty())) return false
      await createAccount(tx, { email: owner.email, passwordHash, role: 'owner', at, by: 'OWNER_EMAIL', ip: '' })
      return true
    })
    return isMade ? { kind: 'made_owner', email: owner.email } : { kind: 'has_owner' }
  } catch (error) {
    // Another node on the same database created the same owner concurrently.
    if (isUniqueViolation(error)) return { kind: 'has_owner' }
    throw error
  }
}

export interface SetupLink {
  readonly url: string
  readonly expiresAt: Date
}

/**
 * Creates the one-time link for the first owner and invalidates that of an earlier start. Its origin never comes from a
 * request; its port is known only once the server listens.
 */
export async function makeSetupLink(
  { stores, clock }: Pick<FirstStartDeps, 'stores' | 'clock'>,
  origin: string,
): Promise<SetupLink> {
  const token = randomToken()
  const expiresAt = new Date(clock.nowMs() + setupLinkTtlMs)
  await stores.transaction((tx) => tx.setup.replace(hashToken(token), expiresAt))
  // In the fragment, the token reaches neither server logs nor a Referer header.
  return { url: `${origin}/setup#token=${token}`, expiresAt }
}
