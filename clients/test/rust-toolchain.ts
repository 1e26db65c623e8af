import { execFile } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { libraryNeeds } from '../../scripts/client-packages/crate-files.mjs'

const run = promisify(execFile)

/** The sources of Debian's crates: nothing is fetched. */
const crates = '/usr/share/cargo/registry'

/** Debian's own goes first: it is the oldest that the client is made for. */
const toolAt = (name: string) => (existsSync(`/usr/bin/${name}`) ? `/usr/bin/${name}` : name)
export const rustc = toolAt('rustc')

/** What the library needs, as its package says, and the sample beside it. */
export const sampleNeeds = `${libraryNeeds}signal-hook = { version = "0.3", default-features = false }\n`

const packages = ['native-tls', 'ring', 'serde_json', 'signal-hook']

/** What is missing on this machine, as the names of Debian's packages. */
export function missingForRust(): string[] {
  const tools = ['rustc', 'cargo'].filter((name) => !existsSync(`/usr/bin/${name}`))
  const lacking = packages.filter((name) => globSync(`${crates}/${name}-[0-9]*`).length === 0)
  return [...tools, ...lacking.map((name) => `librust-${name.replace('_', '-')}-dev`)]
}

const target = fileURLToPath(new URL('../../.node/rust', import.meta.url))

/** Where cargo puts what it builds, for every project of the tests: what they all need is compiled once. */
export const builtAt = `${target}/debug`

/** Runs cargo in the folder of a project; returns what it prints. */
export async function cargo(project: string, ...args: readonly string[]): Promise<string> {
  const source = ['source.crates-io.replace-with="debian"', `source.debian.directory="${crates}"`]
  const env = {
    ...process.env,
    RUSTC: rustc,
    CARGO_TARGET_DIR: target,
    CARGO_PROFILE_DEV_DEBUG: '0',
    CARGO_INCREMENTAL: '0',
    CARGO_NET_OFFLINE: 'true',
  }
  const config = source.flatMap((each) => ['--config', each])
  const { stdout } = await run(toolAt('cargo'), [...config, ...args], { cwd: project, env, maxBuffer: 2 ** 26 })
  return stdout
}
