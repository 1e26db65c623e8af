import { createAccount } from './accounts/create-account.ts'
import type { Config } from './config.ts'
import { isUniqueViolation } from './db/open.ts'
import { makeAdminKeyOnce } from './lib/admin-key.ts'
import type { Clock } from './lib/clock.ts'
import type { Passwords } from './lib/passwords/passwords.ts'
import { hashToken, randomToken } from './lib/tokens.ts'
import type { Stores } from './store/index.ts'

const setupLinkTtlMs = 30 * 60 * 1000

export interface FirstStartDeps {
  readonly stores: Stores
  readonly passwords: Passwords
  readonly clock: Clock
  readonly config: Pick<Config, 'owner' | 'adminKey' | 'dataDir'>
}

/** How this installation stands, to be told to whoever started it. */
export interface FirstStart {
  readonly owner: OwnerState
  /** Only when it was made just now: it is printed once. */
  readonly newAdminKey: string | undefined
}

type OwnerState =
  | { readonly kind: 'has_owner' }
  | { readonly kind: 'made_owner'; readonly email: string }
  | { readonly kind: 'needs_owner' }

/**
 * Makes the admin key unless there is one and, while there is no account, the configured owner. Done before the server
 * listens: whoever finds it up can sign in.
 */
export async function prepareFirstStart(deps: FirstStartDeps): Promise<FirstStart> {
  const { adminKey, dataDir } = deps.config
  const newAdminKey = adminKey === undefined ? makeAdminKeyOnce(dataDir) : undefined
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
    // Another node on the same database made the same owner at the same moment.
    if (isUniqueViolation(error)) return { kind: 'has_owner' }
    throw error
  }
}

export interface SetupLink {
  readonly url: string
  readonly expiresAt: Date
}

/**
 * Makes the one-time link for the first owner, which ends the one of the start before. Its origin, never taken from a
 * request, may hold a port that is known only once the server listens.
 */
export async function makeSetupLink(
  { stores, clock }: Pick<FirstStartDeps, 'stores' | 'clock'>,
  origin: string,
): Promise<SetupLink> {
  const token = randomToken()
  const expiresAt = new Date(clock.nowMs() + setupLinkTtlMs)
  await stores.transaction((tx) => tx.setup.replace(hashToken(token), expiresAt))
  // Behind the hash sign the token reaches neither a server's log nor a Referer.
  return { url: `${origin}/setup#token=${token}`, expiresAt }
}
