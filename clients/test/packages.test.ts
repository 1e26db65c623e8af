import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { renderQuickstart, type SampleLanguage } from '../../src/shared/render-sample.ts'
import { type RunningServer, startServer } from '../../test/harness/start-server.ts'
import manifest from '../manifest.json' with { type: 'json' }
import { LicenseClient } from '../node/keywright.mjs'
import { installations } from './install-package.ts'
import { type Program, startProgram } from './program.ts'
import { type RecordingProxy, startRecordingProxy } from './recording-proxy.ts'

const run = promisify(execFile)
const clients = new URL('../', import.meta.url)
const maker = fileURLToPath(new URL('../scripts/client-packages/make-packages.mjs', clients))
const password = 'plenty of letters here'

const packages = manifest.samples.flatMap(({ id, library, package: own }) => {
  const installation = installations[id]
  if (own === undefined || library === undefined || installation === undefined) return []
  return [{ id: id as SampleLanguage, library, ...own, ...installation }]
})
type Package = (typeof packages)[number]
const read = (file: string) => readFile(new URL(file, clients), 'utf8')

let folder = ''
let server: RunningServer
let proxy: RecordingProxy
let application: { id: number; apiKey: string }
let publicKey = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keywright-packages-'))
  server = await startServer()
  proxy = await startRecordingProxy(server.origin)
  application = (await server.api<typeof application>('POST', '/api/applications', { name: 'Packed' })).body
  await server.api('PATCH', `/api/applications/${application.id}`, { features: { export: true } })
  const keys = await server.api<{ current: { publicKey: string } }>(
    'GET',
    `/api/applications/${application.id}/signing-keys`,
  )
  publicKey = keys.body.current.publicKey
  await Promise.all(packages.map(({ id }) => addUser(id)))
  await make('one', 'UTC')
})
afterAll(async () => {
  await proxy?.stop()
  await server?.stop()
  await rm(folder, { recursive: true, force: true })
})

const make = (name: string, zone: string) =>
  run(process.execPath, [maker, join(folder, name)], { cwd: tmpdir(), env: { ...process.env, TZ: zone } })

const addUser = (username: string) =>
  server.api('POST', `/api/applications/${application.id}/users`, { username, password })

/** Installs a package into an empty project; starts the quickstart with the values of the application. */
async function installed({ id, files, quickstart, installInto }: Package) {
  const project = await mkdtemp(join(folder, `${id}-`))
  const names = { ORIGIN: proxy.origin, API_KEY: application.apiKey, HWID_SALT: `packed-${id}` }
  const text = renderQuickstart(await read(quickstart), id, { ...names, PUBLIC_KEY: publicKey })
  await writeFile(join(project, basename(quickstart)), text)
  const command = await installInto(
    project,
    join(folder, 'one', (files[0] ?? '').replace('{version}', manifest.version)),
  )
  return (...args: readonly string[]) => startProgram([...command, ...args], { folder: project })
}

describe('the packages', () => {
  test('are the same bytes from two builds in two folders and two time zones', async () => {
    await make('two', 'America/New_York')
    const names = await readdir(join(folder, 'one'))
    // a machine without a compiler for Java makes no jar of its classes
    const isMade = (file: string) => !file.endsWith('{version}.jar') || installations.java?.missing().length === 0
    expect(names).toHaveLength(packages.flatMap(({ files }) => files.filter(isMade)).length + 1)
    for (const name of names) {
      const [one, two] = await Promise.all(['one', 'two'].map((each) => readFile(join(folder, each, name))))
      expect(two?.equals(one ?? Buffer.alloc(0)), name).toBe(true)
    }
  })

  test('are handed out by the server, as the pages say', async () => {
    const names = packages.flatMap(({ files, install }) => {
      const shown = files.map((file) => file.replace('{version}', manifest.version))
      return shown.filter((name) => install.some((line) => line.replace('{version}', manifest.version).includes(name)))
    })
    expect(names).toHaveLength(packages.length)
    for (const name of names) {
      const response = await fetch(`${server.origin}/packages/${name}`)
      const bytes = Buffer.from(await response.arrayBuffer())
      expect(bytes.equals(await readFile(join(folder, 'one', name))), name).toBe(true)
    }
  })

  test.for(packages)('$id sends the version that the manifest has', async ({ id, library }) => {
    expect(await read(library)).toContain(`keywright-${id}/${manifest.version}`)
  })

  test.for(packages)('$id needs at most ten lines of code of one’s own', async ({ quickstart }) => {
    const text = await read(quickstart)
    const own = text
      .split('\n')
      .filter((line) => !/^\s*([{}]|<\?php|#include.*|using .*;|import .*|from .*|use .*;|)$/.test(line))
    const frame = /^(public|int main|fn main| {4}(public|private) static|package main|func main|\)|\t"[\w./]+"$)/
    expect(own.filter((line) => !frame.test(line)).length).toBeLessThanOrEqual(10)
  })
})

describe.concurrent('an installed package', () => {
  for (const one of packages) {
    const missing = one.missing()
    const lack = missing.length > 0 ? ` (needs ${missing.join(', ')})` : ''
    test.skipIf(lack !== '')(
      `logs in, keeps the session alive and logs out: ${one.id}${lack}`,
      async ({ onTestFinished, expect }) => {
        const startIn = await installed(one)
        const start = (...args: readonly string[]): Program => {
          const program = startIn(...args)
          onTestFinished(() => program.stop())
          return program
        }
        const traffic = proxy.trafficOf(one.id, application.apiKey)
        const program = start(one.id, password)
        await program.shows(/Login successful.*\n/)
        const started = await traffic.sees('start')
        expect(started.headers['x-client']).toBe(`keywright-${one.id}/${manifest.version}`)
        expect(started.headers['x-nonce'], 'it is signed').toMatch(/^[0-9a-f]{32}$/)
        expect(traffic.seen('end')).toHaveLength(0)
        program.closeInput()
        await traffic.sees('end')
        expect(await program.exitCode).toBe(0)
        expect(traffic.seen('login')).toHaveLength(1)

        const banned = { success: false, code: 'account_banned', message: 'Banned meanwhile.' }
        traffic.answerNext('start', { status: 403, body: JSON.stringify(banned) })
        const lost = start(one.id, password)
        await lost.shows('Banned meanwhile.')
        expect(traffic.seen('end'), 'perhaps only the answer was lost').toHaveLength(2)
        lost.closeInput()
        expect(await lost.exitCode).toBe(0)
        expect(traffic.seen('start')).toHaveLength(2)
        expect(traffic.seen('end')).toHaveLength(2)

        const refused = start(one.id, 'wrong')
        await refused.shows('Invalid username or password.')
        refused.closeInput()
        await refused.exitCode
        expect(traffic.seen('start')).toHaveLength(2)

        traffic.change((answer) => ({ ...answer, headers: { 'content-type': 'application/json' } }))
        const forged = start(one.id, password)
        await forged.shows("the server's answer could not be verified.")
        forged.closeInput()
        await forged.exitCode
        expect(traffic.seen('start'), 'a fake server starts nothing').toHaveLength(2)
      },
      180_000,
    )
  }
})

describe('the client for Node.js', () => {
  const options = { origin: 'http://localhost', apiKey: 'key', version: '1', hwidSalt: 'salt' }

  test.for(['origin', 'apiKey', 'version', 'hwidSalt', 'timeoutSeconds', 'maxVerifyFailures', 'publicKeys'])(
    'is not made without a usable %s',
    (option) => {
      const wrong = { ...options, [option]: option.endsWith('s') ? 0 : '' }
      const refusal = expect.objectContaining({ code: 'invalid_options', option })
      expect(() => new LicenseClient(wrong)).toThrow(refusal)
    },
  )

  test('works by the intervals of the specification where nothing else is said', () => {
    expect(new LicenseClient(options).settings).toMatchObject({
      heartbeatSeconds: 30,
      verifySeconds: 300,
      maxVerifyFailures: 3,
      timeoutSeconds: 30,
      retrySeconds: 5,
    })
  })
})
