import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp } from '../../../test/harness/create-test-app.ts'
import { openMemoryDatabase } from '../../../test/harness/memory-database.ts'
import { temporaryFolder } from '../../../test/harness/temporary-folder.ts'
import { createWorld, type Person, type World } from '../../../test/harness/world.ts'
import type { Language } from '../languages.ts'
import { edited } from './edited.ts'
import { type OfflineProgram, startOffline } from './offline-program.ts'

/** Nothing listens there: the computer is never reached by a server. */
const origin = 'http://127.0.0.1:9'
const hourMs = 3_600_000

/** What a library does on a computer that never reaches the server: rows of the table, with the files of the real server. */
export function describeOfflineFiles(language: Language, build: () => Promise<readonly string[]>): void {
  describe('takes offline files', () => describeRows(language, build))
}

function describeRows({ hasModes }: Language, build: () => Promise<readonly string[]>): void {
  let w: World
  let who: Person
  let options: Readonly<Record<string, unknown>>
  let folder: Awaited<ReturnType<typeof temporaryFolder>>
  let close: () => Promise<void>
  let command: readonly string[] = []
  let computers = 0

  beforeAll(async () => {
    folder = await temporaryFolder()
    const database = await openMemoryDatabase()
    const app = await createTestApp({ database, env: { RATE_LIMIT_SCALE: '1000' } })
    app.clock.set(new Date().toISOString())
    w = await createWorld({ test: app, database, maker: await app.account() }, await app.account(), {
      ...{ features: { pro: true }, licenseLogin: true, deviceLimit: 100 },
    })
    // as long a name as there is
    who = await w.user({ username: '🔑'.repeat(32), isHwidLocked: true })
    await w.dashboard('GET', `${w.base}/signing-keys`)
    const keys = await app.stores.signingKeys.list(w.applicationId)
    options = { origin, apiKey: 'ak', hwidSalt: 'keywright-app-7', publicKeys: keys.map((key) => key.publicKey) }
    close = async () => {
      await app.close()
      await database.close()
      await folder.remove()
    }
    command = await build()
  }, 120_000)
  afterAll(() => close?.())

  const newPlace = () => {
    computers += 1
    return join(folder.options.dataDir, `computer-${computers}`)
  }
  const started = (onEnd: (stop: () => Promise<void>) => void): OfflineProgram => {
    const program = startOffline(command, { options, folder: folder.options.dataDir })
    onEnd(program.kill)
    return program
  }
  const asks = async (program: OfflineProgram, ask: { username: string } | { key: string } = who): Promise<string> => {
    const words = 'key' in ask ? { key: ask.key } : { username: ask.username }
    return String((await program.obey({ do: 'request', ...words })).text)
  }
  const takes = (program: OfflineProgram, text: string) => program.says('install', { text })
  /** What the maker sends back, made when the server's clock shows this time. */
  const answer = async (
    request: string,
    { atMs = Date.now(), licenseId }: { atMs?: number; licenseId?: number } = {},
  ) => {
    w.clock.set(new Date(atMs).toISOString())
    const of = licenseId === undefined ? { userId: who.id } : { licenseId }
    const made = await w.maker.api<{ file: string; expiresAt: string }>('POST', `${w.base}/offline-licenses`, {
      ...{ request, days: 1, ...of },
    })
    w.clock.set(new Date().toISOString())
    expect(made.text).toContain('LICENSE')
    return made.body
  }

  test('an offline file is asked for, taken as mail leaves it, and starts the program from then on, without any server', {
    timeout: 120_000,
  }, async (context) => {
    const place = newPlace()
    const program = started(context.onTestFinished)
    await program.open(place)
    expect(await program.says('resume')).toBe('offline_none false 0')
    const request = await asks(program, { username: ` ${who.username} ` })
    expect(request.length).toBeLessThanOrEqual(700)
    const modes = [(await stat(place)).mode & 0o777, (await stat(join(place, 'request'))).mode & 0o777]
    if (hasModes) expect(modes).toEqual([0o700, 0o600])
    const { file, expiresAt } = await answer(request)
    const runs = `offline true ${new Date(expiresAt).getTime() / 1000}`
    await program.open(place) // days later
    expect(await takes(program, `Hello,\n> ${file.replaceAll('\n', '\r\n')}\nRegards`)).toBe(runs)
    expect(await program.obey({ do: 'features' })).toMatchObject({ features: { pro: true } })
    expect(await program.obey({ do: 'lease' })).toMatchObject({ mayStart: true, features: { pro: true } })
    await program.obey({ do: 'end' })
    await program.open(place)
    expect(await program.obey({ do: 'resume' })).toMatchObject({ code: 'offline', userId: who.id })
    expect(await program.obey({ do: 'feature', name: 'pro' })).toMatchObject({ value: true })
    await program.obey({ do: 'logout' })
    expect(await program.says('resume')).toBe('offline_none false 0')
    await program.kill()
  })

  test('an offline file is asked for with a license key too, which is kept nowhere', {
    timeout: 60_000,
  }, async (context) => {
    const place = newPlace()
    const program = started(context.onTestFinished)
    await program.open(place)
    const { id: licenseId, licenseKey } = await w.license()
    const { file } = await answer(await asks(program, { key: ` ${licenseKey} ` }), { licenseId })
    expect(await takes(program, file)).toMatch(/^offline true/)
    const kept = await readFile(join(place, 'state'), 'utf8')
    for (const form of [licenseKey, Buffer.from(licenseKey).toString('base64url')]) expect(kept).not.toContain(form)
    await program.kill()
  })

  test('an offline file is not taken after any of 1,000 edits', { timeout: 120_000 }, async (context) => {
    const program = started(context.onTestFinished)
    await program.open(newPlace())
    const { file } = await answer(await asks(program))
    const lines = file.trim().split('\n')
    const token = lines.slice(1, -1).join('')
    const codes = new Set<string>()
    for (let number = 0; number < 1_000; number += 1) {
      codes.add(await takes(program, [lines[0], edited(token, number), lines.at(-1)].join('\n')))
    }
    expect([...codes]).toEqual(['offline_invalid false 0'])
    expect(await program.says('resume')).toBe('offline_none false 0')
    for (const whole of ['', token, lines.slice(0, -1).join('\n'), lines.slice(1).join('\n')]) {
      expect(await takes(program, whole)).toBe('offline_invalid false 0')
    }
    expect(await takes(program, file)).toMatch(/^offline true/)
    await program.kill()
  })

  test('an offline file is not taken by another computer, nor for another request, nor too late, nor by a clock that is behind', {
    timeout: 60_000,
  }, async (context) => {
    const [here, there] = [started(context.onTestFinished), started(context.onTestFinished)]
    await here.open(newPlace())
    await there.open(newPlace(), { hwidSalt: 'keywright-app-8' })
    const first = await answer(await asks(here))
    await asks(there)
    expect(await takes(there, first.file)).toBe('offline_machine false 0')
    const second = await answer(await asks(here))
    expect(await takes(here, first.file)).toBe('offline_invalid false 0')
    const old = await answer(await asks(here), { atMs: Date.now() - 25 * hourMs })
    expect(await takes(here, old.file)).toBe('offline_expired false 0')
    expect(await takes(here, second.file)).toBe('offline_invalid false 0')
    const early = await answer(await asks(here), { atMs: Date.now() + 2 * hourMs })
    expect(await takes(here, early.file)).toBe('offline_clock false 0')
    expect(await here.says('resume')).toBe('offline_none false 0')
    await Promise.all([here.kill(), there.kill()])
  })

  test('an offline file needs the option that keeps a sign-in, and a pinned key', {
    timeout: 60_000,
  }, async (context) => {
    const program = started(context.onTestFinished)
    for (const without of [{ offlineStart: false }, { publicKeys: [] }]) {
      await program.open(newPlace(), without)
      expect(await program.obey({ do: 'request', username: who.username })).toMatchObject({ refused: 'offlineStart' })
    }
    await program.kill()
  })
}
