import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { reportRefusals } from '../../clients/conformance/report.ts'
import { capture, root } from '../run.mjs'
import { runScript, step, UserFacingError } from '../run-script.mjs'
import { buildPackages, readPackages } from './client-packages.mjs'
import { publishRefusals } from './publish-refusals.mjs'

/** @typedef {import('../../clients/conformance/report.ts').ConformanceReport} ConformanceReport */

/**
 * Where a version is looked up, and what sends the files there. The others have no registry that takes a file.
 * @type {Readonly<Record<string, { address: (version: string) => string, command: (files: string[]) => string[] }>>}
 */
const registries = {
  node: {
    address: (version) => `https://registry.npmjs.org/@keywright%2fclient/${version}`,
    command: (files) => ['npm', 'publish', ...files, '--access', 'public'],
  },
  python: {
    address: (version) => `https://pypi.org/pypi/keywright/${version}/json`,
    command: (files) => ['twine', 'upload', ...files],
  },
  csharp: {
    address: (version) =>
      `https://api.nuget.org/v3-flatcontainer/keywright.client.sources/${version}/keywright.client.sources.nuspec`,
    command: (files) => ['dotnet', 'nuget', 'push', ...files, '--source', 'https://api.nuget.org/v3/index.json'],
  },
  rust: {
    address: (version) => `https://crates.io/api/v1/crates/keywright/${version}`,
    // cargo takes a folder, not a file
    command: (files) => [
      'sh',
      '-ec',
      'cd "$(mktemp -d)"; tar xzf "$0"; cd */; exec cargo publish --allow-dirty',
      ...files,
    ],
  },
}

/** @param {string[]} args */
async function git(...args) {
  const { code, output } = await capture('git', args, { cwd: root })
  if (code !== 0) throw new UserFacingError(`git said:\n${output}`)
  return output.trim()
}

/** @param {string} address */
async function isTaken(address) {
  const response = await fetch(address, { method: 'HEAD' }).catch(() => undefined)
  return response?.status === 404 ? false : response?.ok ? true : undefined
}

/** Of all packages: building them takes most of the time. */
async function isTested() {
  const env = { ...process.env, REQUIRE_ALL: '1' }
  const args = [join(root, 'scripts/test.mjs'), 'clients/test/packages.test.ts']
  const { code } = await capture(process.execPath, args, { cwd: root, env })
  return code === 0
}

/** What the last run of the whole suite left; undefined when there was none. */
async function readReport() {
  const text = await readFile(join(root, 'test-results/conformance.json'), 'utf8').catch(() => undefined)
  return text === undefined ? undefined : /** @type {ConformanceReport} */ (JSON.parse(text))
}

/** @param {string} language */
async function factsOf(language) {
  const { version, packages } = readPackages()
  const found = packages.find(({ id }) => id === language)
  const registry = registries[language]
  if (found === undefined || registry === undefined) {
    throw new UserFacingError(
      `${language} has no registry that takes a file: ${Object.keys(registries).join(', ')} have.`,
    )
  }
  const [first, second] = [buildPackages(), buildPackages()].map((built) => built.map(({ sha256 }) => sha256).join())
  const local = {
    language,
    version,
    hasChanges: (await git('status', '--porcelain')) !== '',
    tags: (await git('tag', '--points-at', 'HEAD')).split('\n'),
    changelog: await readFile(join(root, 'clients/CHANGELOG.md'), 'utf8'),
    forms: found.package.proof.filter((one) => one.version === version).map(({ form }) => form),
    isSameTwice: first === second,
    reportRefusals: reportRefusals(await readReport(), { language, commit: await git('rev-parse', 'HEAD') }),
  }
  // what takes long, or leaves this machine, comes only after what does not
  if (publishRefusals({ ...local, isTaken: false, isTested: true }).length > 0) {
    return { ...local, isTaken: false, isTested: true }
  }
  return { ...local, isTaken: await isTaken(registry.address(version)), isTested: await isTested() }
}

await runScript(async () => {
  const words = process.argv.slice(2)
  const languages = words.filter((word) => word !== '--publish')
  if (languages.length === 0) throw new UserFacingError('Which languages? For example: node python')
  for (const language of languages) {
    const refusals = publishRefusals(await step(`Proving the package (${language})`, () => factsOf(language)))
    if (refusals.length > 0) throw new UserFacingError(refusals.join('\n'))
    const folder = await mkdtemp(join(tmpdir(), 'keywright-publish-'))
    try {
      const files = buildPackages().filter((one) => one.language === language)
      for (const { name, bytes } of files) await writeFile(join(folder, name), bytes)
      const [command = '', ...args] = registries[language]?.command(files.map(({ name }) => join(folder, name))) ?? []
      console.log(`${language}: ${files.map(({ name, sha256 }) => `${name} ${sha256}`).join(', ')}`)
      if (!words.includes('--publish'))
        console.log(`Nothing was published. With --publish: ${command} ${args.join(' ')}`)
      else if (spawnSync(command, args, { stdio: 'inherit' }).status !== 0)
        throw new UserFacingError(`${command} failed.`)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }
  return 0
})
