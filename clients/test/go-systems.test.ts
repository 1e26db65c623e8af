import { execFile } from 'node:child_process'
import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { readShippedSample } from '../../src/server/lib/shipped-samples.ts'
import { renderQuickstart } from '../../src/shared/render-sample.ts'
import { startServer } from '../../test/harness/start-server.ts'
import { temporaryFolder } from '../../test/harness/temporary-folder.ts'
import { hardwareId } from '../node/keywright.mjs'
import { languageOf } from './languages.ts'
import { startProgram } from './program.ts'
import { startRecordingProxy } from './recording-proxy.ts'
import { canRunWindows, onWine, openWine } from './wine.ts'

const run = promisify(execFile)
const module = fileURLToPath(new URL('../go/', import.meta.url))
const missing = [...languageOf('go').missing, ...(canRunWindows ? [] : ['wine64'])]
const lack = missing.length > 0 ? ` (needs ${missing.join(', ')})` : ''
const salt = 'keywright-app-7'
const password = 'plenty of letters here'

test.skipIf(lack !== '')(
  `the Go module compiles for macOS, and logs in as a program of Windows, by the id that Windows has${lack}`,
  { timeout: 240_000 },
  async ({ onTestFinished }) => {
    const folder = await temporaryFolder()
    onTestFinished(() => folder.remove())
    const project = join(folder.options.dataDir, 'project')
    const server = await startServer()
    onTestFinished(() => server.stop())
    const proxy = await startRecordingProxy(server.origin)
    onTestFinished(() => proxy.stop())
    const { body } = await server.api<{ id: number; apiKey: string }>('POST', '/api/applications', { name: 'Gopher' })
    await server.api('POST', `/api/applications/${body.id}/users`, { username: 'ada', password })
    const keys = `/api/applications/${body.id}/signing-keys`
    const { current } = (await server.api<{ current: { publicKey: string } }>('GET', keys)).body
    const names = { ORIGIN: proxy.origin, API_KEY: body.apiKey, HWID_SALT: salt, PUBLIC_KEY: current.publicKey }

    const shipped = join(folder.options.dataDir, 'client.go')
    await writeFile(shipped, readShippedSample('go'))
    const drivers = ['drivers/driver.go', '../conformance/drivers/driver.go']
    const written = [module, shipped, ...drivers.map((file) => fileURLToPath(new URL(file, import.meta.url)))]
    expect((await run('gofmt', ['-l', ...written])).stdout, 'as gofmt writes it').toBe('')

    await cp(module, project, { recursive: true })
    const quickstart = join(project, 'quickstart', 'quickstart.go')
    await writeFile(quickstart, renderQuickstart(await readFile(quickstart, 'utf8'), 'go', names))
    const kept = {
      GOPATH: join(project, '..', 'path'),
      GOCACHE: join(project, '..', 'cache'),
      GOFLAGS: '-buildvcs=false',
    }
    const go = (os: string, ...words: readonly string[]) =>
      run('go', words, { cwd: project, env: { ...process.env, ...kept, GOOS: os } })
    await go('darwin', 'vet', './...')
    await go('darwin', 'build', './...')
    await go('windows', 'vet', './...')
    await go('windows', 'build', '-o', 'quickstart.exe', './quickstart')

    const closeWine = await openWine()
    onTestFinished(closeWine)
    const traffic = proxy.trafficOf('ada', body.apiKey)
    const command = onWine(join(project, 'quickstart.exe'), 'ada', password)
    const program = startProgram(command, { folder: project })
    onTestFinished(() => program.stop())
    await program.shows(/Login successful.*\n/)
    expect((await traffic.sees('start')).body.hwid).toBe(hardwareId(undefined, salt))
    program.closeInput()
    await traffic.sees('end')
    expect(await program.exitCode).toBe(0)
  },
)
