import type { Config } from './config.ts'
import { createAccount } from './create-account.ts'
import { isUniqueViolation } from './db/open.ts'
import { makeAdminKeyOnce } from './lib/admin-key.ts'
import type { Clock } from './lib/clock.ts'
import type { Passwords } from './lib/password.ts'
import { hashToken, randomToken } from './lib/tokens.ts'
import type { Stores } from './store/index.ts'

const linkLifeMs = 30 * 60 * 1000

export interface FirstStartDeps {
  readonly stores: Stores
  readonly passwords: Passwords
  readonly clock: Clock
  readonly config: Pick<Config, 'owner' | 'adminKey' | 'dataDir'>
  /** Where users reach this server, never taken from a request. */
  readonly origin: string
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
  | { readonly kind: 'needs_owner'; readonly setupUrl: string; readonly expiresAt: Date }

/**
 * Makes the admin key unless there is one. While there is no account, makes the configured owner or a new one-time
 * link, which ends the one of the start before.
 */
export async function prepareFirstStart(deps: FirstStartDeps): Promise<FirstStart> {
  const { adminKey, dataDir } = deps.config
  const newAdminKey = adminKey === undefined ? makeAdminKeyOnce(dataDir) : undefined
  return { owner: await prepareOwner(deps), newAdminKey }
}

async function prepareOwner(deps: FirstStartDeps): Promise<OwnerState> {
  if (!(await deps.stores.accounts.isEmpty())) return { kind: 'has_owner' }
  return deps.config.owner ? makeOwner(deps, deps.config.owner) : makeLink(deps)
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

async function makeLink({ stores, clock, origin }: FirstStartDeps): Promise<OwnerState> {
  const token = randomToken()
  const expiresAt = new Date(clock.nowMs() + linkLifeMs)
  await stores.transaction((tx) => tx.setup.replace(hashToken(token), expiresAt))
  // Behind the hash sign the token reaches neither a server's log nor a Referer.
  return { kind: 'needs_owner', setupUrl: `${origin}/setup#token=${token}`, expiresAt }
}
