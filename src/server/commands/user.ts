import { z } from 'zod'
import { type Role, roles } from '../../shared/permissions.ts'
import type { Config } from '../config.ts'
import { createAccount } from '../create-account.ts'
import { isUniqueViolation } from '../db/open.ts'
import { systemClock } from '../lib/clock.ts'
import { passwordProblem } from '../lib/dashboard-password.ts'
import { openPasswords } from '../lib/password.ts'
import { signOutEverywhere } from '../sign-out-everywhere.ts'
import { readPassword } from './read-password.ts'
import type { Told } from './told.ts'
import { withStores } from './with-stores.ts'

const by = 'command line'

/**
 * The way back in for an owner who forgot the password: every session and remembered password of the account ends. A
 * second factor stays, and the text says how it goes.
 */
export async function resetPassword(config: Config, email: string): Promise<Told> {
  return withStores(config, async (stores) => {
    const account = await stores.accounts.findByEmail(email)
    if (!account) throw new Error(`No account has the email ${email}.`)
    const passwordHash = await newPasswordHash(account.email)
    const at = systemClock.now()
    const sessionsEnded = await stores.transaction(async (tx) => {
      await tx.accounts.setPasswordHash(account.id, passwordHash)
      const subject = `account ${account.id}`
      await tx.audit.insert({ accountId: account.id, actor: by, action: 'account.reset_password', subject, ip: '', at })
      return signOutEverywhere(tx, account.id)
    })
    const hasFactor = (await stores.secondFactors.accountsWith([account.id])).has(account.id)
    const more = hasFactor
      ? `\nSign-in still asks for its second factor: "user remove-second-factor" takes it away.`
      : ''
    const text = `The password of ${account.email} is changed; sessions ended: ${sessionsEnded}.${more}`
    return { text, facts: { email: account.email, sessionsEnded } }
  })
}

/** For a user whose phone and recovery codes are lost. Whoever sits at an open session may be another: it ends, too. */
export async function removeSecondFactor(config: Config, email: string): Promise<Told> {
  return withStores(config, async (stores) => {
    const account = await stores.accounts.findByEmail(email)
    if (!account) throw new Error(`No account has the email ${email}.`)
    const at = systemClock.now()
    const sessionsEnded = await stores.transaction(async (tx) => {
      if (!(await tx.secondFactors.removeAll(account.id))) throw new Error(`${account.email} has no second factor.`)
      const subject = `account ${account.id}`
      const entry = { accountId: account.id, actor: by, subject, ip: '', at }
      await tx.audit.insert({ ...entry, action: 'account.remove_second_factor' })
      return signOutEverywhere(tx, account.id)
    })
    const text = `${account.email} signs in with the password alone; sessions ended: ${sessionsEnded}.`
    return { text, facts: { email: account.email, sessionsEnded } }
  })
}

export async function createUser(config: Config, email: string, roleText: string): Promise<Told> {
  const role = roleOf(roleText)
  if (!z.email().max(254).safeParse(email).success) throw new Error(`${email} is no email address.`)
  return withStores(config, async (stores) => {
    if (await stores.accounts.findByEmail(email)) throw taken(email)
    const passwordHash = await newPasswordHash(email)
    const creation = { email, passwordHash, role, at: systemClock.now(), by, ip: '' }
    const id = await stores
      .transaction((tx) => createAccount(tx, creation))
      .catch((error: unknown) => {
        throw isUniqueViolation(error) ? taken(email) : error
      })
    return { text: `${email} is created with the role ${role}.`, facts: { id, email, role } }
  })
}

const taken = (email: string) => new Error(`An account has the email ${email} already.`)

function roleOf(text: string): Role {
  const role = roles.find((known) => known === text)
  if (role === undefined) throw new Error(`The role must be one of ${roles.join(', ')}.`)
  return role
}

async function newPasswordHash(email: string): Promise<string> {
  const password = await readPassword()
  const problem = passwordProblem(password, email)
  if (problem !== undefined) throw new Error(`The password ${problem}.`)
  return openPasswords().hash(password)
}
