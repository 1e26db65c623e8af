import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { readShippedSample } from '../../src/server/lib/shipped-samples.ts'
import { renderSample, type SampleLanguage, type SampleValues } from '../../src/shared/render-sample.ts'
import { driverPath, fileName, type Language, languageOf } from './languages.ts'
import { type Program, startProgram } from './program.ts'

const run = promisify(execFile)

/** What was built: the command that starts it, and the compiler's output. */
interface Built {
  readonly command: readonly string[]
  readonly said: string
}

/** A build folder with a cache: equal samples are built once. */
export interface Workshop {
  build(language: Language, values: SampleValues, options?: { readonly isDriven?: boolean }): Promise<Built>
  /**
   * Where a compiler takes long, compiles in the background the sample with these values, as it is shipped, and one that
   * reads its values when it starts, together if the language can: `build` gives that one for any others.
   */
  prepare(language: Language, shipped: SampleValues): Promise<void>
  /** A program of one's own in the sample's language. */
  buildText(language: Language, name: string, text: string): Promise<Built>
  /** For what programs share. */
  readonly folder: string
  /** A new folder for the data of one program. */
  newHome(): Promise<string>
  remove(): Promise<void>
}

export async function openWorkshop(): Promise<Workshop> {
  const folder = await mkdtemp(join(tmpdir(), 'keywright-samples-'))
  const built = new Map<string, Promise<Built>>()
  const ofAnyValues = new Map<Language['id'], Promise<Built>>()

  const keyOf = (name: string, text: string, driver?: string) =>
    createHash('sha256').update(`${driver} ${name} ${text}`).digest('hex').slice(0, 16)

  const make = async (language: Language, name: string, text: string, driver?: string): Promise<Built> => {
    const key = keyOf(name, text, driver)
    const making = built.get(key) ?? compile(join(folder, key), name, text, language, driver)
    built.set(key, making)
    return making
  }
  return {
    build: async (language, values, { isDriven = false } = {}) => {
      const text = renderSample(readShippedSample(language.id), language.id, values)
      const driver = isDriven && language.driver ? driverPath(language.driver) : undefined
      const ofAny = driver && ofAnyValues.get(language.id)
      if (!ofAny || built.has(keyOf(fileName(language), text, driver)))
        return make(language, fileName(language), text, driver)
      const { command, said } = await ofAny
      const given = Object.entries(values).map(([name, value]) => `${name}=${value}`)
      return { command: ['env', ...given, ...command], said }
    },
    prepare: async (language, shipped) => {
      const { driver } = language
      if (!language.readValues || !driver) return
      const source = readShippedSample(language.id)
      if (!language.buildTogether) {
        const begin = (text: string) => {
          const building = make(language, fileName(language), text, driverPath(driver))
          building.catch(() => {}) // the error reaches the caller of `build`
          return building
        }
        ofAnyValues.set(language.id, begin(language.readValues(source)))
        void begin(renderSample(source, language.id, shipped))
        return
      }
      const alone = await readFile(fileURLToPath(new URL(`../${language.file}`, import.meta.url)), 'utf8')
      // the first brings the library along for both: it is compiled once
      const texts = [renderSample(source, language.id, shipped), language.readValues(alone)]
      const building = compileTogether(await mkdtemp(join(folder, 'together-')), texts, language, driverPath(driver))
      building.catch(() => {}) // the error reaches the caller of `build`
      const numbered = (number: number) => building.then((commands) => commands(number))
      built.set(keyOf(fileName(language), texts[0] ?? '', driverPath(driver)), numbered(0))
      ofAnyValues.set(language.id, numbered(1))
    },
    buildText: make,
    folder,
    newHome: () => mkdtemp(join(folder, 'home-')),
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

/** Returns what was built, by its number. */
async function compileTogether(folder: string, texts: readonly string[], language: Language, driver: string) {
  const paths = texts.map((_, number) => join(folder, String(number), fileName(language)))
  for (const [number, path] of paths.entries()) {
    await mkdir(dirname(path))
    await writeFile(path, texts[number] ?? '')
    if (number > 0) await writeFile(join(dirname(path), 'keywright.hpp'), '')
  }
  const program = join(folder, fileName(language))
  const said = await runCompiler(language.buildTogether?.(paths, driver, program) ?? [])
  return (number: number): Built => ({ command: language.start(program, driver, number), said })
}

async function compile(folder: string, name: string, text: string, language: Language, driver?: string) {
  await mkdir(folder, { recursive: true })
  const path = join(folder, name)
  await writeFile(path, text)
  const said = await runCompiler(language.build(path, driver))
  return { command: language.start(path, driver), said }
}

async function runCompiler(commandLine: readonly string[]): Promise<string> {
  const [command = '', ...args] = commandLine
  // a compiler's own words are the message when it fails
  const { stdout, stderr } = await run(command, args, { env: { ...process.env, LC_ALL: 'C.UTF-8' } })
  return stdout + stderr
}

/** A sample that runs as a separate process. */
export type ConsoleProgram = Program

/** Renders a sample with these values into a temporary folder and starts it as a user would. */
export async function startConsole(options: {
  readonly language: SampleLanguage
  readonly values: SampleValues
  readonly args?: readonly string[]
}): Promise<ConsoleProgram> {
  const workshop = await openWorkshop()
  const { command } = await workshop.build(languageOf(options.language), options.values)
  const program = startProgram([...command, ...(options.args ?? [])], { folder: await workshop.newHome() })
  return {
    ...program,
    stop: async () => {
      await program.stop()
      await workshop.remove()
    },
  }
}
