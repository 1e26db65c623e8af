import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { renderSample, type SampleLanguage, type SampleValues } from '../../src/shared/render-sample.ts'

const patienceMs = 15_000

/** The text of a sample as it is shipped. `file` is its path below `clients/`. */
export function readSample(file: string): Promise<string> {
  return readFile(fileURLToPath(new URL(`../${file}`, import.meta.url)), 'utf8')
}

/** How a language starts a sample on this machine. */
const commands: Partial<Record<SampleLanguage, (path: string) => [string, ...string[]]>> = {
  node: (path) => [process.execPath, path],
}

interface Waiter {
  readonly pattern: RegExp
  readonly found: (text: string) => void
  readonly missed: (error: Error) => void
}

/** A sample that runs as a process of its own. */
export interface ConsoleProgram {
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
  /** Kills the process if it still runs, and removes its folder. */
  stop(): Promise<void>
}

/** Renders a sample with these values into a temporary folder and starts it as a user would. */
export async function startConsole(options: {
  readonly file: string
  readonly language: SampleLanguage
  readonly values: SampleValues
  readonly args?: readonly string[]
}): Promise<ConsoleProgram> {
  const folder = await mkdtemp(join(tmpdir(), 'keywright-sample-'))
  const path = join(folder, basename(options.file))
  await writeFile(path, renderSample(await readSample(options.file), options.language, options.values))
  const [command, ...args] = commands[options.language]?.(path) ?? [path]
  const child = spawn(command, [...args, ...(options.args ?? [])], { cwd: folder })
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
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
      look()
    })
  }
  child.stdin.on('error', () => {}) // typing to a program that has just ended is no fault of the test
  void exitCode.then(() => {
    hasEnded = true
    look()
  })

  return {
    type: (...lines) => {
      child.stdin.write(lines.map((line) => `${line}\n`).join(''))
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
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function literally(text: string): RegExp {
  return new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
}
