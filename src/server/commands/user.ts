import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { z } from 'zod'
import { type Role, roles } from '../../shared/permissions.ts'
import { accountSubject } from '../accounts/account.ts'
import { createAccount } from '../accounts/create-account.ts'
import { signOutEverywhere } from '../accounts/sign-out-everywhere.ts'
import type { Config } from '../config.ts'
import { isUniqueViolation, openDatabase } from '../db/open.ts'
import { systemClock } from '../lib/clock.ts'
import { passwordProblem } from '../lib/passwords/dashboard-password.ts'
import { openPasswords } from '../lib/passwords/passwords.ts'
import { openSecrets } from '../lib/secrets.ts'
import { openStores, type Stores } from '../store/index.ts'
import type { CommandOutput } from './command-output.ts'

const by = 'command line'

/**
 * Resets the password of a dashboard user who is locked out, and ends all sessions and remembered passwords of the
 * account. A second factor stays; the output tells how to remove it.
 */
export async function resetPassword(config: Config, email: string): Promise<CommandOutput> {
  return withStores(config, async (stores) => {
    const account = await stores.accounts.findByEmail(email)
    if (!account) throw new Error(`No account has the email ${email}.`)
    const passwordHash = await newPasswordHash(account.email)
    const at = systemClock.now()
    const sessionsEnded = await stores.transaction(async (tx) => {
      await tx.accounts.setPasswordHash(account.id, passwordHash)
      const subject = accountSubject(account.id)
      await tx.audit.insert({ accountId: account.id, actor: by, action: 'account.reset_password', subject, ip: '', at })
      return signOutEverywhere(tx, account.id)
    })
    const hasFactor = (await stores.secondFactors.accountsWith([account.id])).has(account.id)
    const more = hasFactor
      ? `\nSign-in still asks for the second factor. To remove it, run "user remove-second-factor".`
      : ''
    const text = `The password of ${account.email} is changed; sessions ended: ${sessionsEnded}.${more}`
    return { text, facts: { email: account.email, sessionsEnded } }
  })
}

/** For a user who lost both phone and recovery codes. Open sessions end too: they may belong to an attacker. */
export async function removeSecondFactor(config: Config, email: string): Promise<CommandOutput> {
  return withStores(config, async (stores) => {
    const account = await stores.accounts.findByEmail(email)
    if (!account) throw new Error(`No account has the email ${email}.`)
    const at = systemClock.now()
    const sessionsEnded = await stores.transaction(async (tx) => {
      if (!(await tx.secondFactors.removeAll(account.id))) throw new Error(`${account.email} has no second factor.`)
      const subject = accountSubject(account.id)
      const entry = { accountId: account.id, actor: by, subject, ip: '', at }
      await tx.audit.insert({ ...entry, action: 'account.remove_second_factor' })
      return signOutEverywhere(tx, account.id)
    })
    const text = `${account.email} signs in with the password alone; sessions ended: ${sessionsEnded}.`
    return { text, facts: { email: account.email, sessionsEnded } }
  })
}

export async function createUser(config: Config, email: string, roleText: string): Promise<CommandOutput> {
  const role = parseRole(roleText)
  if (!z.email().max(254).safeParse(email).success) throw new Error(`${email} isn't an email address.`)
  return withStores(config, async (stores) => {
    if (await stores.accounts.findByEmail(email)) throw emailTakenError(email)
    const passwordHash = await newPasswordHash(email)
    const creation = { email, passwordHash, role, at: systemClock.now(), by, ip: '' }
    const id = await stores
      .transaction((tx) => createAccount(tx, creation))
      .catch((error: unknown) => {
        throw isUniqueViolation(error) ? emailTakenError(email) : error
      })
    return { text: `${email} is created with the role ${role}.`, facts: { id, email, role } }
  })
}

const emailTakenError = (email: string) => new Error(`An account with the email ${email} already exists.`)

function parseRole(text: string): Role {
  const role = roles.find((known) => known === text)
  if (role === undefined) throw new Error(`The role must be one of ${roles.join(', ')}.`)
  return role
}

async function newPasswordHash(email: string): Promise<string> {
  const password = await readPassword()
  const problem = await passwordProblem(password, email)
  if (problem !== undefined) throw new Error(`The password ${problem}.`)
  return openPasswords().hash(password)
}

/** Read from standard input, because other users of the machine can see arguments. Typed passwords are not shown. */
async function readPassword(): Promise<string> {
  const password = process.stdin.isTTY ? await askTwice() : await firstLine()
  if (password === '') throw new Error('No password on standard input.')
  return password
}

async function firstLine(): Promise<string> {
  let text = ''
  for await (const chunk of process.stdin.setEncoding('utf8')) text += chunk
  return text.split(/\r?\n/, 1)[0] ?? ''
}

async function askTwice(): Promise<string> {
  const password = await askHidden('New password: ')
  if ((await askHidden('Repeat password: ')) !== password) throw new Error("The passwords don't match.")
  return password
}

async function askHidden(question: string): Promise<string> {
  process.stderr.write(question)
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: true })
  try {
    return await lines.question('')
  } finally {
    lines.close()
    process.stderr.write('\n')
  }
}

/** Runs a function on the server's database. Throws if DATA_DIR is wrong, so no empty database is created there. */
async function withStores<T>(config: Config, job: (stores: Stores) => Promise<T>): Promise<T> {
  const { dataDir, masterKey, databaseUrl, connections } = config
  const isKnown = databaseUrl !== undefined || existsSync(join(dataDir, 'keywright.db'))
  if (!isKnown || (masterKey === undefined && !existsSync(join(dataDir, 'master.key')))) {
    throw new Error(`${dataDir} contains no Keywright data. Start the server once, or set DATA_DIR to its folder.`)
  }
  const secrets = openSecrets(dataDir, { masterKey, isFirstStart: false })
  const database = await openDatabase({ dataDir, databaseUrl, ...connections })
  try {
    return await job(openStores(database, secrets))
  } finally {
    await database.close()
  }
}
