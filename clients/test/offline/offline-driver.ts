import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type Language, languageOf } from '../languages.ts'

const run = promisify(execFile)
const clients = fileURLToPath(new URL('../../', import.meta.url))
const drivers = `${clients}test/drivers/offline/`

export type OfflineLanguage = 'node' | 'python' | 'php' | 'csharp' | 'cpp'

interface Driver {
  readonly command: readonly string[]
  readonly build?: readonly string[]
}

const strictPhp = ['-d', 'error_reporting=-1', '-d', 'display_errors=stderr']
const assemblies = 'System.Net.Http,System.Runtime.Serialization,System.Xml,System.Xml.Linq'

/** The library of each language with a program around it that is told what to call. */
const driverOf: Record<OfflineLanguage, (folder: string) => Driver> = {
  node: () => ({ command: [process.execPath, `${drivers}offline.mjs`, `${clients}node/keywright.mjs`] }),
  python: () => ({ command: ['python3', '-W', 'error', '-B', `${drivers}offline.py`, `${clients}python`] }),
  php: () => ({ command: ['php', ...strictPhp, `${drivers}offline.php`, `${clients}php/Keywright.php`] }),
  csharp: (folder) => ({
    build: [
      ...['mcs', '-langversion:7.2', '-warn:4', '-warnaserror', `-r:${assemblies}`, `-out:${folder}/offline.exe`],
      ...[`${clients}csharp/Keywright.cs`, `${drivers}Offline.cs`],
    ],
    command: ['mono', `${folder}/offline.exe`, '-'],
  }),
  cpp: (folder) => ({
    build: [
      ...['g++', '-std=c++17', '-O0', '-Wall', '-Wextra', '-Werror', `-I${clients}cpp`, `${drivers}offline.cpp`],
      ...['-o', `${folder}/offline`, '-lcurl', '-lcrypto', '-pthread'],
    ],
    command: [`${folder}/offline`, '-'],
  }),
}

export const missingOf = (id: OfflineLanguage): Language['missing'] => languageOf(id).missing

/** Compiles the driver where the language asks for it; returns the command that starts it. */
export async function buildDriver(id: OfflineLanguage, folder: string): Promise<readonly string[]> {
  const { build, command } = driverOf[id](folder)
  if (build) await run(build[0] ?? '', build.slice(1), { timeout: 120_000 })
  return command
}

/** A running program. */
export interface OfflineProgram {
  /** What a call came to: `login_successful true 0`, or the text that it answers. */
  call(name: string, ...words: readonly string[]): Promise<string>
  /** Waits until the monitor tells it; fails if the program ends before. */
  tells(event: RegExp): Promise<string>
  /** At once, as a user or a power failure does. */
  kill(): Promise<void>
}

const patienceMs = 60_000

export function startOffline(
  command: readonly string[],
  args: readonly string[],
  onEnd: (stop: () => Promise<void>) => void,
): OfflineProgram {
  const child = spawn(command[0] ?? '', [...command.slice(1), ...args])
  const gone = once(child, 'close')
  const answers: string[] = []
  const events: string[] = []
  let output = ''
  let hasEnded = false
  const watchers = new Set<() => void>()
  const look = () => {
    for (const watcher of watchers) watcher()
  }
  let rest = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (line.startsWith('= ')) answers.push(line.slice(2))
      if (line.startsWith('! ')) events.push(line.slice(2))
    }
    look()
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  void gone.then(() => {
    hasEnded = true
    look()
  })
  const waitFor = (what: string, found: () => string | undefined) =>
    new Promise<string>((resolve, reject) => {
      const settle = (done: () => void) => {
        watchers.delete(watcher)
        clearTimeout(timer)
        done()
      }
      const watcher = () => {
        const value = found()
        if (value !== undefined) settle(() => resolve(value))
        else if (hasEnded) settle(() => reject(new Error(`ended before ${what}:\n${output}`)))
      }
      const timer = setTimeout(() => settle(() => reject(new Error(`${what} did not come:\n${output}`))), patienceMs)
      watchers.add(watcher)
      watcher()
    })
  const kill = async () => {
    child.kill('SIGKILL')
    await gone
  }
  onEnd(kill)
  return {
    call(name, ...words) {
      child.stdin.write(`${[name, ...words.map((word) => Buffer.from(word).toString('base64'))].join(' ')}\n`)
      return waitFor(`an answer to ${name}`, () => answers.shift())
    },
    tells: (event) =>
      waitFor(String(event), () => {
        const at = events.findIndex((each) => event.test(each))
        return at < 0 ? undefined : events.splice(0, at + 1).at(-1)
      }),
    kill,
  }
}
