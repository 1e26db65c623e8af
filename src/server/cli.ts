import { parseArgs } from 'node:util'
import { replaceAdminKey, showAdminKey } from './commands/admin-key.ts'
import type { Told } from './commands/told.ts'
import { createUser, resetPassword } from './commands/user.ts'
import { type Config, ConfigError, readConfig } from './config.ts'

const usage = `Keywright, on the command line. Reads the same environment as the server.

  admin-key show                      print the key of the admin panel
  admin-key rotate                    replace it and print the new one; the old one is accepted for 24 more hours,
                                      or for as many as --keep-hours says
  user create <email> --role <role>   make a dashboard account (owner, admin, staff, moderator, user)
  user reset-password <email>         set a new password and end every session of the account

  --json   print the result as JSON
  --help   print this

Passwords are read from standard input. With the embedded database stop the server before a user command.
Exit code: 0 done, 1 failed, 2 wrong usage or configuration.
`

/** Wrong usage: answered with the usage. */
class Misuse extends Error {}

process.exitCode = await run(process.argv.slice(2))

async function run(args: string[]): Promise<number> {
  try {
    const { words, role, keepHours, isJson, isHelp } = parse(args)
    if (isHelp) {
      process.stdout.write(usage)
      return 0
    }
    const command = commandOf(words, role, keepHours)
    const told = await command(readConfig(process.env))
    process.stdout.write(`${isJson ? JSON.stringify(told.facts) : told.text}\n`)
    return 0
  } catch (error) {
    return explain(error)
  }
}

interface Parsed {
  readonly words: readonly string[]
  readonly role: string | undefined
  readonly keepHours: string | undefined
  readonly isJson: boolean
  readonly isHelp: boolean
}

function parse(args: string[]): Parsed {
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
    throw new Misuse(error instanceof Error ? error.message : String(error))
  }
}

type Command = (config: Config) => Told | Promise<Told>

function commandOf(words: readonly string[], role: string | undefined, keepHours: string | undefined): Command {
  const [subject, verb, email, ...rest] = words
  const name = `${subject ?? ''} ${verb ?? ''}`.trim()
  const isCreate = name === 'user create'
  const isRotate = name === 'admin-key rotate'
  const isTooMany = rest.length > 0 || (role !== undefined && !isCreate) || (keepHours !== undefined && !isRotate)
  if (isTooMany) throw new Misuse('There is an argument too many.')
  if (email === undefined) {
    if (name === 'admin-key show') return showAdminKey
    if (isRotate) return (config) => replaceAdminKey(config, hoursOf(keepHours ?? '24'))
  } else {
    if (name === 'user reset-password') return (config) => resetPassword(config, email)
    if (isCreate) return (config) => createUser(config, email, role ?? 'user')
  }
  throw new Misuse(name === '' ? 'Which command?' : `There is no command like "${words.join(' ')}".`)
}

function hoursOf(text: string): number {
  if (!/^\d{1,4}$/.test(text)) throw new Misuse('--keep-hours must be a whole number from 0 to 9999.')
  return Number(text)
}

function explain(error: unknown): number {
  if (error instanceof Misuse) {
    process.stderr.write(`${error.message}\n\n${usage}`)
    return 2
  }
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  return error instanceof ConfigError ? 2 : 1
}
