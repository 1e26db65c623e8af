import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { openDatabase } from '../db/open.ts'
import { systemClock } from '../lib/clock.ts'
import { passwordProblem } from '../lib/passwords/dashboard-password.ts'
import { openPasswords } from '../lib/passwords/passwords.ts'
import { openSecrets } from '../lib/secrets.ts'
import { openStores } from '../store/index.ts'
import { type AccountCommand, runAccountCommand } from './account-command.ts'
import { askServer } from './ask-server.ts'
import type { CommandOutput } from './command-output.ts'
import { readPassword } from './read-password.ts'

export async function createUser(config: Config, email: string, role: string): Promise<CommandOutput> {
  assertKnown(config)
  return runBesideServer(config, { name: 'user create', email, role, passwordHash: await newPasswordHash(email) })
}

export async function resetPassword(config: Config, email: string): Promise<CommandOutput> {
  assertKnown(config)
  return runBesideServer(config, { name: 'user reset-password', email, passwordHash: await newPasswordHash(email) })
}

async function newPasswordHash(email: string): Promise<string> {
  const password = await readPassword()
  const problem = await passwordProblem(password, email)
  if (problem !== undefined) throw new Error(`The password ${problem}.`)
  return openPasswords().hash(password)
}

/**
 * Runs a command about an account: with the embedded database in the server that runs, else on the database itself,
 * which PostgreSQL's servers share with it.
 */
export async function runBesideServer(config: Config, command: AccountCommand): Promise<CommandOutput> {
  assertKnown(config)
  const { dataDir, masterKey, databaseUrl, connections } = config
  const asked = databaseUrl === undefined ? await askServer(dataDir, command) : undefined
  if (asked) return asked
  const secrets = openSecrets(dataDir, { masterKey, isFirstStart: false })
  const database = await openDatabase({ dataDir, databaseUrl, ...connections, keepsSchema: true })
  try {
    return await runAccountCommand({ stores: openStores(database, secrets), clock: systemClock }, command)
  } finally {
    await database.close()
  }
}

/** Throws if DATA_DIR is wrong, so no empty database is created there. */
function assertKnown({ dataDir, masterKey, databaseUrl }: Config): void {
  const isKnown = databaseUrl !== undefined || existsSync(join(dataDir, 'keywright.db'))
  if (isKnown && (masterKey !== undefined || existsSync(join(dataDir, 'master.key')))) return
  throw new Error(`${dataDir} contains no Keywright data. Start the server once, or set DATA_DIR to its folder.`)
}
