import { execFileSync, execSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { readShippedSample } from '../../src/server/lib/shipped-samples.ts'
import { renderSample, type SampleLanguage } from '../../src/shared/render-sample.ts'
import { startServer } from '../../test/harness/start-server.ts'
import manifest from '../manifest.json' with { type: 'json' }
import type { TakenProof } from '../sample-proof.ts'

/**
 * Proves one language on the system that this runs on, as the page says it: builds the one file of its sample with the
 * lines of the manifest and, where it is a program of the console, logs a user in. `node clients/prove/prove-sample.ts cpp
 * MSVC` writes `proof-cpp-Windows.json` for take-proofs.ts.
 */
const systems = { win32: 'windows', linux: 'linux', darwin: 'macos' } as const
const names = { windows: 'Windows', linux: 'Linux', macos: 'macOS' } as const

/** They have a window, in which nobody types here. */
const windows: readonly string[] = ['csharp', 'python']

/** A person has done this before. */
const installs = /^(apt|brew|enable) /

const [language = '', tool = '', folder = '.'] = process.argv.slice(2)
const system = systems[process.platform as keyof typeof systems]
const sample = manifest.samples.find(({ id }) => id === language)
if (sample === undefined || tool === '') throw new Error('prove-sample.ts <language> <tool> [folder]')
const { version } = manifest

/** What the user types, and what the program says. */
async function logsIn(line: string, home: string, typed: readonly string[]): Promise<boolean> {
  const program = spawn(line, { cwd: home, shell: true, stdio: ['pipe', 'pipe', 'inherit'] })
  let said = ''
  program.stdout.on('data', (text: Buffer) => {
    said += text.toString('utf8')
  })
  program.stdin.end(typed.map((text) => `${text}\n`).join(''))
  const [code] = await once(program, 'close')
  console.log(said)
  return code === 0 && said.includes('Login successful')
}

const home = await mkdtemp(join(tmpdir(), 'keywright-prove-'))
const server = await startServer()
try {
  const { body } = await server.api<{ id: number; apiKey: string }>('POST', '/api/applications', { name: 'Proof' })
  const user = { username: 'alice', password: 'plenty of letters here' }
  await server.api('POST', `/api/applications/${body.id}/users`, user)
  const keys = await server.api<{ current: { publicKey: string } }>('GET', `/api/applications/${body.id}/signing-keys`)
  const values = { API_KEY: body.apiKey, ORIGIN: server.origin, PUBLIC_KEY: keys.body.current.publicKey }
  const source = renderSample(readShippedSample(sample.id as SampleLanguage), sample.id as SampleLanguage, values)
  await writeFile(join(home, basename(sample.file)), source)
  const build = sample.build[system].filter((line) => !installs.test(line))
  if (build.length > 0) execSync(build.join(' && '), { cwd: home, stdio: 'inherit' })
  const isConsole = !windows.includes(language)
  const isProven =
    !isConsole || (await logsIn(sample.run[system].join(' && '), home, [user.username, user.password, 'quit']))
  if (!isProven) throw new Error(`${language} did not log in`)
  const commit = process.env.GITHUB_SHA ?? execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).trim()
  const form = isConsole ? 'run' : 'compiled'
  const proof: TakenProof = { language, os: names[system], tool, form, version, commit }
  await writeFile(join(folder, `proof-${language}-${names[system]}.json`), `${JSON.stringify(proof)}\n`)
} finally {
  await server.stop()
  await rm(home, { recursive: true, force: true })
}
