import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** Generous: the machine may be busy, and a login waits in the queue of hashes. */
const patienceMs = 150_000

interface Waiter {
  readonly pattern: RegExp
  readonly found: (text: string) => void
  readonly missed: (error: Error) => void
}

/** A separate process with line-based input and output. */
export interface Program {
  readonly pid: number
  /** Types whole lines. */
  type(...lines: string[]): void
  closeInput(): void
  signal(name: NodeJS.Signals): void
  /** Resolves when this comes after what was awaited before; fails when it does not come, or the program ends first. */
  shows(expected: string | RegExp): Promise<string>
  /** Everything that was printed so far, errors included. */
  output(): string
  /** The exit code once the process is gone, null when a signal killed it. */
  readonly exitCode: Promise<number | null>
  /** Kills the process if it still runs. */
  stop(): Promise<void>
}

export interface ProgramOptions {
  readonly folder: string
  readonly env?: Readonly<Record<string, string>>
  /** What the key Enter sends: a keyboard another character than a pipe. */
  readonly enter?: string
}

/** What a chunk ends with that belongs together with the next one: the end of a line, or an order to the terminal. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: terminals are told by it
const unfinished = /(\r|\u001b(\[[?\d;]*)?)$/

/** As a reader sees it: Windows ends a line with two characters, and draws a space by moving on. */
const asShown = (text: string) =>
  text
    .replace(/\r+\n/g, '\n')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: terminals are told by it
    .replace(/\u001b\[(?:(\d+)C|[?\d;]*[hlKm])/g, (_, columns = '0') => ' '.repeat(Number(columns)))

export function startProgram(commandLine: readonly string[], { folder, env, enter = '\n' }: ProgramOptions): Program {
  const [command = '', ...args] = commandLine
  const child = spawn(command, args, { cwd: folder, env: { ...process.env, LC_ALL: 'C.UTF-8', ...env } })
  const exitCode = once(child, 'close').then(([code]: (number | null)[]) => code ?? null)

  let output = ''
  let readTo = 0
  let hasEnded = false
  let waiter: Waiter | undefined
  const look = () => {
    if (waiter === undefined) return
    const match = waiter.pattern.exec(output.slice(readTo))
    if (match !== null) {
      readTo += match.index + match[0].length
      waiter.found(match[0])
    } else if (hasEnded) {
      waiter.missed(new Error(`The program ended without showing ${waiter.pattern}. It showed:\n${output}`))
    }
  }
  for (const stream of [child.stdout, child.stderr]) {
    let held = ''
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      const text = held + chunk
      held = unfinished.exec(text)?.[0] ?? ''
      output += asShown(text.slice(0, text.length - held.length))
      look()
    })
  }
  child.stdin.on('error', () => {}) // the program may just have exited
  void exitCode.then(() => {
    hasEnded = true
    look()
  })

  return {
    pid: child.pid ?? 0,
    type: (...lines) => {
      child.stdin.write(lines.map((line) => `${line}${enter}`).join(''))
    },
    closeInput: () => {
      child.stdin.end()
    },
    signal: (name) => {
      child.kill(name)
    },
    shows: (expected) =>
      new Promise<string>((resolve, reject) => {
        const pattern = typeof expected === 'string' ? literally(expected) : expected
        const missed = () => waiter?.missed(new Error(`${pattern} was not shown. It showed:\n${output}`))
        const timer = setTimeout(missed, patienceMs)
        const settle =
          <Value>(done: (value: Value) => void) =>
          (value: Value) => {
            clearTimeout(timer)
            waiter = undefined
            done(value)
          }
        waiter = { pattern, found: settle(resolve), missed: settle(reject) }
        look()
      }),
    output: () => output,
    exitCode,
    stop: async () => {
      child.kill('SIGKILL')
      await exitCode
    },
  }
}

function literally(text: string): RegExp {
  return new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
}
