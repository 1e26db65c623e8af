import { z } from 'zod'
import { type Role, roles } from '../../shared/permissions.ts'
import { createAccount } from '../accounts/create-account.ts'
import { signOutEverywhere } from '../accounts/sign-out-everywhere.ts'
import { isUniqueViolation } from '../db/open.ts'
import type { Clock } from '../lib/clock.ts'
import type { AccountWithHash } from '../store/accounts/accounts.ts'
import type { Stores } from '../store/index.ts'
import { auditOf, changeAccount, commandLine } from './change-account.ts'
import type { CommandOutput } from './command-output.ts'

/**
 * A command about a dashboard account, in the form in which a running server gets it. A new password comes as its hash:
 * the process of the command makes it, so it does not wait behind the sign-ins of others.
 */
export const AccountCommand = z.discriminatedUnion('name', [
  z.strictObject({
    name: z.literal('user create'),
    email: z.string(),
    role: z.string(),
    passwordHash: z.string(),
  }),
  z.strictObject({ name: z.literal('user reset-password'), email: z.string(), passwordHash: z.string() }),
  z.strictObject({ name: z.literal('user remove-second-factor'), email: z.string() }),
  z.strictObject({ name: z.literal('user set-role'), email: z.string(), role: z.string() }),
  z.strictObject({ name: z.literal('user disable'), email: z.string() }),
  z.strictObject({ name: z.literal('user enable'), email: z.string() }),
])
export type AccountCommand = z.output<typeof AccountCommand>
type CommandOf<Name extends AccountCommand['name']> = Extract<AccountCommand, { name: Name }>

export interface AccountCommandDeps {
  readonly stores: Stores
  readonly clock: Clock
}

/**
 * Runs a command about an account: in the running server, or in the process of the command where no server runs. Throws
 * an error whose message is for the operator.
 */
export async function runAccountCommand(deps: AccountCommandDeps, command: AccountCommand): Promise<CommandOutput> {
  switch (command.name) {
    case 'user create':
      return createUser(deps, command)
    case 'user reset-password':
      return resetPassword(deps, command)
    case 'user remove-second-factor':
      return removeSecondFactor(deps, command)
    case 'user set-role':
      return changeAccount(deps, await findAccount(deps, command.email), { role: parseRole(command.role) })
    case 'user disable':
      return changeAccount(deps, await findAccount(deps, command.email), { isActive: false })
    case 'user enable':
      return changeAccount(deps, await findAccount(deps, command.email), { isActive: true })
  }
}

/**
 * Resets the password of a dashboard user who is locked out, and ends all sessions and remembered passwords of the
 * account. A second factor stays; the output tells how to remove it.
 */
async function resetPassword(
  deps: AccountCommandDeps,
  { email, passwordHash }: CommandOf<'user reset-password'>,
): Promise<CommandOutput> {
  const { stores, clock } = deps
  const account = await findAccount(deps, email)
  const sessionsEnded = await stores.transaction(async (tx) => {
    await tx.accounts.setPasswordHash(account.id, passwordHash)
    await tx.audit.insert(auditOf(account, 'account.reset_password', clock))
    return signOutEverywhere(tx, account.id)
  })
  const hasFactor = (await stores.secondFactors.accountsWith([account.id])).has(account.id)
  const more = hasFactor
    ? `\nSign-in still asks for the second factor. To remove it, run "user remove-second-factor".`
    : ''
  const text = `The password of ${account.email} is changed; sessions ended: ${sessionsEnded}.${more}`
  return { text, facts: { email: account.email, sessionsEnded } }
}

/** For a user who lost both phone and recovery codes. Open sessions end too: they may belong to an attacker. */
async function removeSecondFactor(
  deps: AccountCommandDeps,
  { email }: CommandOf<'user remove-second-factor'>,
): Promise<CommandOutput> {
  const account = await findAccount(deps, email)
  const sessionsEnded = await deps.stores.transaction(async (tx) => {
    if (!(await tx.secondFactors.removeAll(account.id))) throw new Error(`${account.email} has no second factor.`)
    await tx.audit.insert(auditOf(account, 'account.remove_second_factor', deps.clock))
    return signOutEverywhere(tx, account.id)
  })
  const text = `${account.email} signs in with the password alone; sessions ended: ${sessionsEnded}.`
  return { text, facts: { email: account.email, sessionsEnded } }
}

async function createUser(deps: AccountCommandDeps, command: CommandOf<'user create'>): Promise<CommandOutput> {
  const { stores, clock } = deps
  const { email, passwordHash } = command
  const role = parseRole(command.role)
  if (!z.email().max(254).safeParse(email).success) throw new Error(`${email} isn't an email address.`)
  if (await stores.accounts.findByEmail(email)) throw emailTakenError(email)
  const creation = { email, passwordHash, role, at: clock.now(), by: commandLine, ip: '' }
  const id = await stores
    .transaction((tx) => createAccount(tx, creation))
    .catch((error: unknown) => {
      throw isUniqueViolation(error) ? emailTakenError(email) : error
    })
  return { text: `${email} is created with the role ${role}.`, facts: { id, email, role } }
}

const emailTakenError = (email: string) => new Error(`An account with the email ${email} already exists.`)

async function findAccount({ stores }: AccountCommandDeps, email: string): Promise<AccountWithHash> {
  const account = await stores.accounts.findByEmail(email)
  if (!account) throw new Error(`No account has the email ${email}.`)
  return account
}

function parseRole(text: string): Role {
  const role = roles.find((known) => known === text)
  if (role === undefined) throw new Error(`The role must be one of ${roles.join(', ')}.`)
  return role
}
