import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cp, mkdir, mkdtemp, readdir, readFile, realpath, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { npm } from '../../scripts/npm.mjs'
import { capture } from '../../scripts/run.mjs'
import { untar } from '../../scripts/untar.mjs'
import { readFromRoot, root } from '../documents/repository-files.ts'
import { hasBrowser, launchBrowser } from '../harness/browser.ts'
import { printFigure } from '../harness/print-figure.ts'
import { recordedSpans, recordSpans } from '../harness/recorded-spans.ts'
import { startServer } from '../harness/start-server.ts'
import { password } from '../harness/world.ts'
import { openSignedIn } from '../walks/walk-fixtures.ts'
import { openWatchedPage } from '../walks/watched-page.ts'

const { version } = JSON.parse(readFromRoot('package.json')) as { version: string }
const packed = `keywright-${version}.tgz`
const platform = `${process.platform}-${process.arch}`
const archive = `keywright-${version}-${platform}`
const hasArchive = process.platform !== 'win32' && platform in JSON.parse(readFromRoot('scripts/node-versions.json'))
const hasSshKeygen = spawnSync('ssh-keygen', ['-?']).error === undefined
/** What is in this release, in order: of the archives that of this machine. */
const released = [
  'SHA256SUMS',
  ...(hasSshKeygen ? ['SHA256SUMS.sig'] : []),
  ...(hasArchive ? [`${archive}.tar.gz`] : []),
  packed,
  'sbom.cdx.json',
]
/** What the guide tells to run, to verify the files of a release. */
const verifications = [...readFromRoot('docs/guide/service.md').matchAll(/```sh Verify\n(.*?)\n```/gs)].map(
  ([, command = '']) => command,
)

/** The files that `npm run release` makes, used where nothing of the repository is. */
describe('a release', () => {
  let folder: string
  let releases: readonly string[]
  let installed: string
  const own = (path: string) => join(installed, 'node_modules', 'keywright', path)
  /** One of the commands, as a shell finds it. */
  const runPacked = (cwd: string, words: readonly string[], env: Readonly<Record<string, string>> = {}) =>
    spawnSync(join(installed, 'node_modules/.bin/keywright'), words, {
      cwd,
      env: { PATH: `${dirname(process.execPath)}:${process.env.PATH}`, ...env },
      encoding: 'utf8',
    })
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'keywright-packed-'))
    releases = [join(folder, 'one'), join(folder, 'two')]
    if (hasSshKeygen) makeKey(join(folder, 'key'))
    const signed = hasSshKeygen ? ['--sign', join(folder, 'key')] : []
    const make = ['--archives', hasArchive ? platform : 'none', ...signed]
    for (const release of releases) {
      const { code, output } = await capture(process.execPath, [join(root, 'scripts/release.mjs'), release, ...make])
      if (code !== 0) throw new Error(output)
    }
    installed = join(folder, 'installed')
    await mkdir(installed)
    const wish = ['install', '--prefix', installed, '--omit=dev', '--ignore-scripts', '--prefer-offline']
    const { code, output } = await npm(process.execPath, [...wish, join(folder, 'one', packed)])
    if (code !== 0) throw new Error(output)
  }, 300_000)
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it('is the package, an archive, the bill of materials and the hashes of all, byte for byte the same when made again', async () => {
    for (const release of releases) expect((await readdir(release)).sort()).toEqual(released)
    const [one = [], two] = await Promise.all(
      releases.map((release) => Promise.all(released.map((name) => readFile(join(release, name), 'base64')))),
    )
    expect(two).toEqual(one)
    const sums = await readFile(join(folder, 'one', 'SHA256SUMS'), 'utf8')
    const lineOf = async (name: string) => {
      const hash = createHash('sha256').update(await readFile(join(folder, 'one', name)))
      return `${hash.digest('hex')}  ${name}\n`
    }
    const hashed = released.filter((name) => !name.startsWith('SHA256SUMS'))
    expect(sums).toBe((await Promise.all(hashed.map(lineOf))).join(''))
  })

  it.skipIf(!hasSshKeygen)(
    'is verified by the commands of the guide, which refuse a changed file, changed hashes and the key of another',
    async () => {
      const cwd = join(folder, 'verified')
      await cp(join(folder, 'one'), cwd, { recursive: true })
      const trust = async (key: string) =>
        writeFile(join(cwd, 'allowed_signers'), `keywright ${await readFile(`${key}.pub`, 'utf8')}`)
      const verify = () => verifications.map((command) => spawnSync('sh', ['-c', command], { cwd }).status === 0)
      await trust(join(folder, 'key'))
      expect(verify()).toEqual([true, true])

      makeKey(join(folder, 'other-key'))
      await trust(join(folder, 'other-key'))
      expect(verify()).toEqual([true, false])
      await trust(join(folder, 'key'))

      const [bill, sums] = [join(cwd, 'sbom.cdx.json'), join(cwd, 'SHA256SUMS')]
      await writeFile(bill, `${await readFile(bill, 'utf8')} `)
      expect(verify()).toEqual([false, true])
      const hash = createHash('sha256').update(await readFile(bill))
      const rewritten = (await readFile(sums, 'utf8')).replace(/\w{64}(?= {2}sbom)/, hash.digest('hex'))
      await writeFile(sums, rewritten)
      expect(verify()).toEqual([true, false])
    },
  )

  it('installs exactly the locked packages, and none of development', async () => {
    const lock = JSON.parse(readFromRoot('package-lock.json')).packages as Record<
      string,
      { version?: string; dev?: true }
    >
    const tree = JSON.parse(await readFile(join(installed, 'node_modules/.package-lock.json'), 'utf8')) as {
      packages: Record<string, { version: string }>
    }
    const others = Object.entries(tree.packages).filter(([path]) => path !== 'node_modules/keywright')
    expect(others.length).toBeGreaterThan(60)
    const wrong = others.filter(([path, { version: there }]) => {
      const locked = lock[path.replace('node_modules/keywright/node_modules/', 'node_modules/')]
      return locked?.version !== there || locked.dev === true
    })
    expect(wrong).toEqual([])
    // Named by the package itself, so that a newer one in the registry changes nothing.
    const { dependencies } = JSON.parse(await readFile(own('package.json'), 'utf8'))
    const unnamed = others.filter(
      ([path, { version: there }]) => dependencies[path.slice('node_modules/'.length)] !== there,
    )
    expect(unnamed.map(([path]) => path.replace(/-linux-.*/, ''))).toEqual([
      'node_modules/@node-rs/argon2',
      'node_modules/ajv/node_modules/fast-uri',
      'node_modules/json-schema-resolver/node_modules/fast-uri',
      'node_modules/pg-cloudflare',
      'node_modules/tsyringe/node_modules/tslib',
    ])
    printFigure(`${others.length} packages beside the packed program`)
  })

  it('is installed with the locked hashes where it is unpacked, by npm ci', async () => {
    const unpacked = join(folder, 'unpacked')
    await untar(join(folder, 'one', packed), unpacked)
    const wish = ['ci', '--prefix', unpacked, '--omit=dev', '--ignore-scripts', '--dry-run']
    expect(await npm(process.execPath, wish)).toMatchObject({ code: 0 })
    const shrinkwrap = JSON.parse(await readFile(join(unpacked, 'npm-shrinkwrap.json'), 'utf8')).packages
    const lock = JSON.parse(readFromRoot('package-lock.json')).packages as Record<string, { dev?: true }>
    const { '': _, ...entries } = shrinkwrap
    expect(entries).toEqual(Object.fromEntries(Object.entries(lock).filter(([path, one]) => path !== '' && !one.dev)))
  })

  it('lists in the bill of materials what is delivered, and nothing else', async () => {
    const bill = JSON.parse(await readFile(join(folder, 'one', 'sbom.cdx.json'), 'utf8')) as {
      components: { purl: string }[]
    }
    const lock = JSON.parse(readFromRoot('package-lock.json')).packages as Record<
      string,
      { version: string; dev?: true }
    >
    const delivered = Object.entries(lock).filter(([path, { dev }]) => path !== '' && dev !== true)
    const wanted = delivered.map(
      ([path, one]) => `${path.slice(path.lastIndexOf('node_modules/') + 13)}@${one.version}`,
    )
    const listed = bill.components.map(({ purl }) => decodeURIComponent(purl.replace('pkg:npm/', '')))
    expect(listed.sort()).toEqual([...new Set(wanted)].sort())
  })

  it('carries JavaScript alone, what the server serves, and no test', async () => {
    const files = await readdir(own('.'), { recursive: true })
    const ours = files.filter((file) => !file.startsWith('node_modules'))
    for (const file of [
      'src/server/main.js',
      'dist/web/index.html',
      'clients/manifest.json',
      'deploy/keywright.service',
    ])
      expect(ours).toContain(file)
    expect(ours.filter((file) => /\.tsx?$|\.test\.|(^|\/)test\//.test(file) && !file.startsWith('clients/'))).toEqual(
      [],
    )
    const manifest = JSON.parse(await readFile(own('package.json'), 'utf8'))
    expect(Object.keys(manifest).sort()).toEqual(
      ['name', 'version', 'description', 'license', 'type', 'bin', 'files', 'engines', 'dependencies'].sort(),
    )
  })

  it.skipIf(!hasBrowser)(
    'serves API, dashboard and guide from an empty folder, and writes into its data folder alone',
    async () => {
      const empty = join(folder, 'empty')
      for (const name of ['home', 'cwd', 'tmp']) await mkdir(join(empty, name), { recursive: true })
      const before = await snapshot(installed)
      const spans = join(folder, 'spans.jsonl')
      const startedMs = performance.now()
      const server = await startServer({
        program: own('bin/keywright.mjs'),
        cwd: join(empty, 'cwd'),
        env: { HOME: join(empty, 'home'), TMPDIR: join(empty, 'tmp'), NODE_COMPILE_CACHE: '', ...recordSpans(spans) },
      })
      const browser = await launchBrowser()
      try {
        printFigure(`packed: first sign-in ${((performance.now() - startedMs) / 1000).toFixed(1)} s after the start`)
        const { body: app } = await server.api<{ apiKey: string }>('POST', '/api/applications', { name: 'Packed' })
        const call = async (path: string) => {
          const body = JSON.stringify({ username: 'packed', password, hwid: 'Board-1' })
          const headers = { 'content-type': 'application/json', 'x-api-key': app.apiKey }
          const answer = await fetch(`${server.origin}/api/v1/${path}`, { method: 'POST', headers, body })
          return ((await answer.json()) as { code: string }).code
        }
        expect(await call('register')).toBe('user_registered')
        expect(await call('login')).toBe('login_successful')
        const key = runPacked(empty, ['admin-key', 'show'], { DATA_DIR: server.dataDir })
        expect(key).toMatchObject({ status: 0, stdout: expect.stringMatching(/\S{32}/) })
        // An SDK from elsewhere, with its own copy of the API, finds the server.
        expect(recordedSpans(spans).map(({ name }) => name)).toContain('POST /api/v1/login')
        // read from a file of the samples
        expect((await server.api<unknown[]>('GET', '/api/code-templates')).status).toBe(200)

        const { page, problems } = await openWatchedPage(await openSignedIn(browser, server))
        await page.goto(`${server.origin}/dashboard`)
        await page.getByText('Packed').first().waitFor()
        await page.goto(`${server.origin}/docs/start`)
        await page.getByRole('heading', { level: 1 }).waitFor()
        expect(problems).toEqual([])
      } finally {
        await browser.close()
        await server.stop()
      }
      expect(await snapshot(installed)).toEqual(before)
      expect((await readdir(empty, { recursive: true })).sort()).toEqual(['cwd', 'home', 'tmp'])
    },
  )

  it.skipIf(!hasArchive)(
    'serves from its archive, unpacked in an empty folder, with the Node in it and no other',
    async () => {
      const empty = join(folder, 'unpacked-archive')
      const [bin, cwd] = [join(empty, 'bin'), join(empty, 'cwd')]
      for (const each of [bin, cwd]) await mkdir(each, { recursive: true })
      const file = join(folder, 'one', `${archive}.tar.gz`)
      expect(spawnSync('tar', ['--extract', '--gzip', '--file', file], { cwd: empty }).status).toBe(0)
      // All that a start needs of the system.
      for (const tool of ['sh', 'readlink', 'dirname']) await symlink(await whereIs(tool), join(bin, tool))
      const before = await snapshot(join(empty, archive))
      const executable = join(empty, archive, 'keywright')
      const PATH = bin
      const server = await startServer({ executable, cwd, env: { PATH, HOME: cwd, NODE_COMPILE_CACHE: '' } })
      try {
        const { body: app } = await server.api<{ apiKey: string }>('POST', '/api/applications', { name: 'Unpacked' })
        const body = JSON.stringify({ username: 'unpacked', password, hwid: 'Board-1' })
        const headers = { 'content-type': 'application/json', 'x-api-key': app.apiKey }
        const answer = await fetch(`${server.origin}/api/v1/register`, { method: 'POST', headers, body })
        expect(await answer.json()).toMatchObject({ code: 'user_registered' })
        const page = await fetch(`${server.origin}/docs/start`)
        expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
      } finally {
        await server.stop()
      }
      // Beside the server that has ended, over a link, as a folder of programs has it.
      await symlink(executable, join(bin, 'keywright'))
      const helped = spawnSync('keywright', ['--help'], { cwd, env: { PATH }, encoding: 'utf8' })
      expect(helped).toMatchObject({ status: 0, stdout: expect.stringContaining('backup create') })
      expect(server.process.exitCode).toBe(0)
      expect(await snapshot(join(empty, archive))).toEqual(before)
      const { size } = await stat(file)
      expect(size).toBeLessThanOrEqual(60 * 1024 ** 2)
      printFigure(`archive for ${platform}: ${(size / 1024 ** 2).toFixed(1)} MiB`)
    },
  )

  it("runs the operator's commands by its name, and reads the settings of the folder", async () => {
    const cwd = join(folder, 'commands')
    await mkdir(cwd)
    await writeFile(join(cwd, '.env'), 'DATA_DIR=./named-in-env-file\n')
    expect(runPacked(cwd, ['--help'])).toMatchObject({ status: 0, stdout: expect.stringContaining('backup create') })
    expect(runPacked(cwd, ['gone'])).toMatchObject({ status: 2, stderr: expect.stringContaining('Unknown command') })
    const none = runPacked(cwd, ['admin-key', 'show'])
    expect(none).toMatchObject({ status: 1, stderr: expect.stringContaining(join(cwd, 'named-in-env-file')) })
    expect(await readdir(cwd)).toEqual(['.env'])
  })

  it('ends on an older Node with one sentence that says which it needs', async () => {
    const old = join(folder, 'old')
    await cp(own('bin'), join(old, 'bin'), { recursive: true })
    await writeFile(join(old, 'package.json'), JSON.stringify({ engines: { node: '>=999.15' } }))
    const told = spawnSync(process.execPath, [join(old, 'bin/keywright.mjs')], { encoding: 'utf8' })
    expect(told).toMatchObject({ status: 2, stdout: '' })
    expect(told.stderr).toBe(`Keywright needs Node 999.15 or newer, and this is ${process.versions.node}.\n`)
    const { engines } = JSON.parse(await readFile(own('package.json'), 'utf8'))
    expect(engines).toEqual({ node: '>=24.15' })
  })
})

/** A key of OpenSSH without a password. */
function makeKey(file: string): void {
  const made = spawnSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', '', '-f', file])
  if (made.status !== 0) throw new Error(String(made.stderr))
}

const whereIs = async (program: string) =>
  realpath(spawnSync('sh', ['-c', `command -v ${program}`], { encoding: 'utf8' }).stdout.trim())

/** Every file with its hash. */
async function snapshot(folder: string): Promise<Readonly<Record<string, string>>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const hashes = files.map(async (file) => {
    const hash = createHash('sha1').update(await readFile(file))
    return [file, hash.digest('hex')] as const
  })
  return Object.fromEntries(await Promise.all(hashes))
}
