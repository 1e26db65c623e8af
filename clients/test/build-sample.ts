import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { renderSample, type SampleValues } from '../../src/shared/render-sample.ts'
import { driverPath, fileName, type Language } from './languages.ts'

const run = promisify(execFile)

/** The text of a sample as it is shipped. `file` is its path below `clients/`. */
export function readSample(file: string): Promise<string> {
  return readFile(fileURLToPath(new URL(`../${file}`, import.meta.url)), 'utf8')
}

/** What was built: the command that starts it, and what the compiler said. */
interface Built {
  readonly command: readonly string[]
  readonly said: string
}

/** A folder in which samples are built; equal ones are built once. */
export interface Workshop {
  build(language: Language, values: SampleValues, options?: { readonly isDriven?: boolean }): Promise<Built>
  /** Compiles without making a program. */
  check(language: Language, values: SampleValues): Promise<void>
  /** A program of one's own in the sample's language. */
  buildText(language: Language, name: string, text: string): Promise<Built>
  /** A new folder for the data of one program. */
  newHome(): Promise<string>
  remove(): Promise<void>
}

export async function openWorkshop(): Promise<Workshop> {
  const folder = await mkdtemp(join(tmpdir(), 'keywright-samples-'))
  const built = new Map<string, Promise<Built>>()

  const make = async (language: Language, name: string, text: string, driver?: string): Promise<Built> => {
    const key = createHash('sha256').update(`${driver} ${name} ${text}`).digest('hex').slice(0, 16)
    const making = built.get(key) ?? compile(join(folder, key), name, text, language, driver)
    built.set(key, making)
    return making
  }
  return {
    build: async (language, values, { isDriven = false } = {}) => {
      const text = renderSample(await readSample(language.file), language.id, values)
      const driver = isDriven && language.driver ? driverPath(language.driver) : undefined
      return make(language, fileName(language), text, driver)
    },
    check: async (language, values) => {
      const { check = language.build } = language
      const text = renderSample(await readSample(language.file), language.id, values)
      await compile(await mkdtemp(join(folder, 'check-')), fileName(language), text, { ...language, build: check })
    },
    buildText: make,
    newHome: () => mkdtemp(join(folder, 'home-')),
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

async function compile(folder: string, name: string, text: string, language: Language, driver?: string) {
  await mkdir(folder, { recursive: true })
  const path = join(folder, name)
  await writeFile(path, text)
  // a compiler at work does not hold up the server's hashing, which runs last
  const [command = '', ...args] = ['nice', '-n', '19', ...language.build(path, driver)]
  // a compiler's own words are the message when it fails
  const { stdout, stderr } = await run(command, args, { env: { ...process.env, LC_ALL: 'C.UTF-8' } })
  return { command: language.start(path, driver), said: stdout + stderr }
}
