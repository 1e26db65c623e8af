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
  user set-role <email> --role <role> give the account a role, with the permissions of that role
  user disable <email>                refuse the account's sign-ins and end its sessions
  user enable <email>                 let a disabled account sign in again
  backup create [file]                copy the embedded database and check the copy; the server may run
  backup list                         list the backups, here and in the S3 storage
  backup fetch <name>                 fetch and decrypt a backup of the S3 storage
  backup rehearse [name]              restore a backup to a temporary folder and check it; by default the newest
  backup rehearse --dump <file>       restore a file of pg_dump -Fc into a database of its own and say what is in it
  backup restore <file or name>       restore a backup and say what it lacks; stop the server first
  doctor                              look at everything that the installation needs, and say what to do; repairs nothing;
                                      --url says where the server is reached, by default PUBLIC_URL or this machine
  migrate                             bring the schema to this version, as its first start would: the embedded database
                                      of a stopped server, or PostgreSQL beside servers that can go on
  migrate --dry-run                   tell the steps, the rows that they touch and who waits for them; changes nothing
  move --to <postgres://…>            copy the embedded database into an empty PostgreSQL database; stop the server first
  move --to-sqlite <folder>           copy the PostgreSQL database of DATABASE_URL into a new data folder; the same
  move … --dry-run                    tell how many rows and how long, and what could not be moved; writes nothing

  --json   print the result as JSON
  --help   print this

Passwords are read from standard input. The server may run, except for a restore.
Exit code: 0 done, 1 failed (doctor: something is wrong), 2 wrong usage or configuration.
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
    return output.exitCode ?? 0
  } catch (error) {
    return reportError(error)
  }
}

/** What is given by name; undefined where it is not. */
interface CommandOptions {
  readonly role: string | undefined
  readonly keepHours: string | undefined
  readonly to: string | undefined
  readonly toSqlite: string | undefined
  readonly isDryRun: true | undefined
  readonly url: string | undefined
  readonly dump: string | undefined
}

interface ParsedArguments {
  readonly words: readonly string[]
  readonly options: CommandOptions
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
        to: { type: 'string' },
        'to-sqlite': { type: 'string' },
        'dry-run': { type: 'boolean' },
        url: { type: 'string' },
        dump: { type: 'string' },
        json: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    })
    const { role, url, to, dump, 'keep-hours': keepHours, 'to-sqlite': toSqlite, 'dry-run': isDry } = values
    const options = { role, keepHours, to, toSqlite, isDryRun: isDry || undefined, url, dump } as const
    return { words: positionals, options, isJson: values.json ?? false, isHelp: values.help ?? false }
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

interface CommandArguments extends CommandOptions {
  /** The argument of the command, such as an email or a file; empty where none was given. */
  readonly argument: string
}

interface Command {
  readonly takes: 'nothing' | 'one' | 'one or none'
  /** The options that the command accepts. */
  readonly options?: readonly (keyof CommandOptions)[]
  run(config: Config, given: CommandArguments): CommandOutput | Promise<CommandOutput>
}

// Commands that need the database are loaded lazily: all others, and typing errors, are answered at once.
const user = () => import('./commands/user.ts')
const backup = () => import('./commands/backup.ts')
const move = () => import('./commands/move.ts')
const doctor = () => import('./commands/doctor/run-doctor.ts')
const rehearseDump = () => import('./commands/rehearse-dump.ts')
const restore = () => import('./commands/restore.ts')
const migrate = () => import('./commands/migrate.ts')

const commands: Readonly<Record<string, Command>> = {
  'admin-key show': { takes: 'nothing', run: showAdminKey },
  'admin-key rotate': {
    takes: 'nothing',
    options: ['keepHours'],
    run: (config, { keepHours = '24' }) => replaceAdminKey(config, parseHours(keepHours)),
  },
  'user create': {
    takes: 'one',
    options: ['role'],
    run: async (config, { argument, role = 'user' }) => (await user()).createUser(config, argument, role),
  },
  'user reset-password': {
    takes: 'one',
    run: async (config, { argument }) => (await user()).resetPassword(config, argument),
  },
  'user remove-second-factor': {
    takes: 'one',
    run: async (config, { argument }) =>
      (await user()).runBesideServer(config, { name: 'user remove-second-factor', email: argument }),
  },
  'user set-role': {
    takes: 'one',
    options: ['role'],
    run: async (config, { argument: email, role }) => {
      if (role === undefined) throw new UsageError('--role is missing.')
      return (await user()).runBesideServer(config, { name: 'user set-role', email, role })
    },
  },
  'user disable': {
    takes: 'one',
    run: async (config, { argument: email }) => (await user()).runBesideServer(config, { name: 'user disable', email }),
  },
  'user enable': {
    takes: 'one',
    run: async (config, { argument: email }) => (await user()).runBesideServer(config, { name: 'user enable', email }),
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
    options: ['dump'],
    run: async (config, { argument, dump }) => {
      if (dump === undefined) return (await backup()).rehearseBackup(config, argument || undefined)
      if (argument !== '') throw new UsageError('A rehearsal takes either the name of a backup or --dump.')
      return (await rehearseDump()).rehearseDumpFile(config, dump)
    },
  },
  'backup restore': {
    takes: 'one',
    run: async (config, { argument }) => (await restore()).restoreBackup(config, argument),
  },
  migrate: {
    takes: 'nothing',
    options: ['isDryRun'],
    run: async (config, { isDryRun }) => (await migrate()).migrateDatabase(config, isDryRun ?? false),
  },
  move: {
    takes: 'nothing',
    options: ['to', 'toSqlite', 'isDryRun'],
    run: async (config, { to, toSqlite, isDryRun }) => {
      const { moveToPostgres, moveToSqlite } = await move()
      if (to !== undefined && toSqlite === undefined) return moveToPostgres(config, to, isDryRun ?? false)
      if (toSqlite !== undefined && to === undefined) return moveToSqlite(config, toSqlite, isDryRun ?? false)
      throw new UsageError('A move needs either --to or --to-sqlite.')
    },
  },
  doctor: {
    takes: 'nothing',
    options: ['url'],
    run: async (config, { url }) =>
      (await doctor()).runDoctor(config, url === undefined ? undefined : parseOrigin(url)),
  },
}

function findCommand({ words, options }: ParsedArguments): (config: Config) => CommandOutput | Promise<CommandOutput> {
  const [subject, verb, argument = '', ...rest] = words
  if (subject === undefined) throw new UsageError('No command given.')
  const command = commands[[subject, verb].filter(Boolean).join(' ')]
  if (!command || (argument === '' && command.takes === 'one')) {
    throw new UsageError(`Unknown command: “${words.join(' ')}”.`)
  }
  const isTooMany = rest.length > 0 || (argument !== '' && command.takes === 'nothing')
  const given = Object.entries(options)
  const isOddOption = given.some(
    ([name, value]) => value !== undefined && !command.options?.some((option) => option === name),
  )
  if (isTooMany || isOddOption) throw new UsageError('Unexpected argument or option.')
  return (config) => command.run(config, { argument, ...options })
}

function parseOrigin(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol)) throw new UsageError('--url must be like https://licenses.example.com')
  return url.origin
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
