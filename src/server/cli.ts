import { parseArgs } from 'node:util'
import { replaceAdminKey, showAdminKey } from './commands/admin-key.ts'
import type { CommandOutput } from './commands/command-output.ts'
import { type Config, readConfig } from './config.ts'
import { createPrivateFiles } from './lib/private-files.ts'
import { ConfigError } from './lib/start-error.ts'

const usage = `Keywright, on the command line. Reads the same environment as the server.

  admin-key show                      print the key of the admin panel; with PostgreSQL only its hash is stored
  admin-key rotate                    replace it and print the new one; the old one works for 24 more hours,
                                      or the number given by --keep-hours
  user create <email> --role <role>   create a dashboard user (owner, admin, staff, moderator, user)
  user reset-password <email>         set a new password and end every session of the account
  user remove-second-factor <email>   remove the account's authenticator app, passkeys and recovery codes
  backup create [file]                copy the embedded database and check the copy; the server may run
  backup list                         list the backups, here and in the S3 storage
  backup fetch <name>                 fetch and decrypt a backup of the S3 storage
  backup rehearse [name]              restore a backup to a temporary folder and check it; by default the newest
  backup restore <file or name>       restore a backup and say what it lacks; stop the server first

  --json   print the result as JSON
  --help   print this

Passwords are read from standard input. With the embedded database, stop the server before a user command.
Exit code: 0 done, 1 failed, 2 wrong usage or configuration.
`

/** Wrong usage: prints the usage. */
class UsageError extends Error {}

async function run(args: string[]): Promise<number> {
  try {
    const parsed = parse(args)
    if (parsed.isHelp) {
      process.stdout.write(usage)
      return 0
    }
    const command = findCommand(parsed)
    const output = await command(readConfig(process.env))
    process.stdout.write(`${parsed.isJson ? JSON.stringify(output.facts) : output.text}\n`)
    return 0
  } catch (error) {
    return reportError(error)
  }
}

interface ParsedArguments {
  readonly words: readonly string[]
  readonly role: string | undefined
  readonly keepHours: string | undefined
  readonly isJson: boolean
  readonly isHelp: boolean
}

function parse(args: string[]): ParsedArguments {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        role: { type: 'string' },
        'keep-hours': { type: 'string' },
        json: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    })
    const { role, json: isJson = false, help: isHelp = false, 'keep-hours': keepHours } = values
    return { words: positionals, role, keepHours, isJson, isHelp }
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

interface CommandArguments {
  /** The argument of the command, such as an email or a file; empty where none was given. */
  readonly argument: string
  readonly role: string | undefined
  readonly keepHours: string | undefined
}

interface Command {
  readonly takes: 'nothing' | 'one' | 'one or none'
  /** The only option that the command accepts. */
  readonly option?: 'role' | 'keepHours'
  run(config: Config, given: CommandArguments): CommandOutput | Promise<CommandOutput>
}

// Commands that need the database are loaded lazily: all others, and typing errors, are answered at once.
const user = () => import('./commands/user.ts')
const backup = () => import('./commands/backup.ts')
const restore = () => import('./commands/restore.ts')

const commands: Readonly<Record<string, Command>> = {
  'admin-key show': { takes: 'nothing', run: showAdminKey },
  'admin-key rotate': {
    takes: 'nothing',
    option: 'keepHours',
    run: (config, { keepHours = '24' }) => replaceAdminKey(config, parseHours(keepHours)),
  },
  'user create': {
    takes: 'one',
    option: 'role',
    run: async (config, { argument, role = 'user' }) => (await user()).createUser(config, argument, role),
  },
  'user reset-password': {
    takes: 'one',
    run: async (config, { argument }) => (await user()).resetPassword(config, argument),
  },
  'user remove-second-factor': {
    takes: 'one',
    run: async (config, { argument }) => (await user()).removeSecondFactor(config, argument),
  },
  'backup create': {
    takes: 'one or none',
    run: async (config, { argument }) => (await backup()).createBackup(config, argument || undefined),
  },
  'backup list': { takes: 'nothing', run: async (config) => (await backup()).listBackups(config) },
  'backup fetch': {
    takes: 'one',
    run: async (config, { argument }) => (await backup()).fetchBackup(config, argument),
  },
  'backup rehearse': {
    takes: 'one or none',
    run: async (config, { argument }) => (await backup()).rehearseBackup(config, argument || undefined),
  },
  'backup restore': {
    takes: 'one',
    run: async (config, { argument }) => (await restore()).restoreBackup(config, argument),
  },
}

function findCommand({
  words,
  role,
  keepHours,
}: ParsedArguments): (config: Config) => CommandOutput | Promise<CommandOutput> {
  const [subject, verb, argument = '', ...rest] = words
  if (subject === undefined) throw new UsageError('No command given.')
  const command = commands[`${subject} ${verb ?? ''}`]
  if (!command || (argument === '' && command.takes === 'one')) {
    throw new UsageError(`Unknown command: “${words.join(' ')}”.`)
  }
  const isTooMany = rest.length > 0 || (argument !== '' && command.takes === 'nothing')
  const isOddOption =
    (role !== undefined && command.option !== 'role') || (keepHours !== undefined && command.option !== 'keepHours')
  if (isTooMany || isOddOption) throw new UsageError('Unexpected argument or option.')
  return (config) => command.run(config, { argument, role, keepHours })
}

function parseHours(text: string): number {
  if (!/^\d{1,4}$/.test(text)) throw new UsageError('--keep-hours must be a whole number from 0 to 9999.')
  return Number(text)
}

function reportError(error: unknown): number {
  if (error instanceof UsageError) {
    process.stderr.write(`${error.message}\n\n${usage}`)
    return 2
  }
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  return error instanceof ConfigError ? 2 : 1
}

createPrivateFiles()
process.exitCode = await run(process.argv.slice(2))
