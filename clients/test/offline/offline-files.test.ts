import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp } from '../../../test/harness/create-test-app.ts'
import { openMemoryDatabase } from '../../../test/harness/memory-database.ts'
import { temporaryFolder } from '../../../test/harness/temporary-folder.ts'
import { createWorld, type Person, type World } from '../../../test/harness/world.ts'
import { LicenseClient } from '../../node/keywright.mjs'

/** Nothing listens there: the computer is never reached by a server. */
const nowhere = 'http://127.0.0.1:9'
const hourMs = 3_600_000

interface Said {
  readonly code: string
  readonly ok: boolean
  readonly userId?: number
  readonly features?: unknown
  readonly until?: number
}
/** One computer with one program, started anew by each call. */
interface Computer {
  request(who: { username: string } | { licenseKey: string }): Promise<string>
  /** The code of each text. */
  install(texts: readonly string[]): Promise<readonly Said[]>
  resume(): Promise<Said>
}
type OpenComputer = (options: { publicKeys: readonly string[]; storeFolder: string; hwidSalt: string }) => Computer

const nodeComputer: OpenComputer = (options) => {
  const client = () =>
    new LicenseClient({
      origin: nowhere,
      apiKey: 'ak',
      version: '1.0',
      offlineStart: true,
      timeoutSeconds: 2,
      ...options,
    })
  const said = (result: object): Said => {
    const { code, ok, userId, features, offlineUntil } = result as Said & { readonly offlineUntil?: number }
    return { code, ok, ...(ok && { userId, features, until: offlineUntil }) } as Said
  }
  return {
    request: async (who) => client().offline.request(who),
    install: async (texts) => {
      const program = client()
      const all: Said[] = []
      for (const text of texts) all.push(said(await program.offline.install(text)))
      return all
    },
    resume: async () => said(await client().resume()),
  }
}

const pythonProgram = `
import json, sys
sys.path.insert(0, sys.argv[1])
from keywright import LicenseClient
order = json.load(sys.stdin)
client = LicenseClient(**order["options"])
def said(result):
    more = {"userId": result.user_id, "features": client.features(), "until": result.offline_until} if result.ok else {}
    return dict({"code": result.code, "ok": result.ok}, **more)
if "who" in order:
    print(json.dumps(client.offline.request(**order["who"])))
elif "texts" in order:
    print(json.dumps([said(client.offline.install(text)) for text in order["texts"]]))
else:
    print(json.dumps(said(client.resume())))
`

const pythonComputer: OpenComputer = ({ publicKeys, storeFolder, hwidSalt }) => {
  const options = {
    ...{ origin: nowhere, api_key: 'ak', version: '1.0', offline_start: true, timeout_seconds: 2 },
    ...{ public_keys: publicKeys, store_folder: storeFolder, hwid_salt: hwidSalt },
  }
  const folder = new URL('../../python', import.meta.url).pathname
  const run = <T>(order: object) =>
    new Promise<T>((resolve, reject) => {
      const child = execFile(
        'python3',
        ['-B', '-W', 'error', '-c', pythonProgram, folder],
        { maxBuffer: 16 * 1024 * 1024 },
        (error, out, told) => (error ? reject(new Error(told)) : resolve(JSON.parse(out) as T)),
      )
      child.stdin?.end(JSON.stringify({ options, ...order }))
    })
  return {
    request: (who) => run({ who: 'username' in who ? who : { license_key: who.licenseKey } }),
    install: (texts) => run({ texts }),
    resume: () => run({}),
  }
}

/** Each another one: a character changed, left out or put in, all over the signed text. */
function edited(file: string, number: number): string {
  const lines = file.split('\n')
  const text = lines.slice(1, -2).join('')
  const at = (number * 7919) % text.length
  const [before, after] = [text.slice(0, at), text.slice(at + 1)]
  const kinds = [`${before}${text[at] === 'a' ? 'b' : 'a'}${after}`, before + after, `${before}7${text.slice(at)}`]
  return [lines[0], kinds[number % kinds.length], lines.at(-2), ''].join('\n')
}

describe.each([
  ['Node.js', nodeComputer],
  ['Python', pythonComputer],
] as const)('an offline file in the client of %s', (_language, open) => {
  let w: World
  let who: Person
  let publicKeys: readonly string[]
  let folder: Awaited<ReturnType<typeof temporaryFolder>>
  let close: () => Promise<void>
  let computers = 0

  beforeAll(async () => {
    folder = await temporaryFolder()
    const database = await openMemoryDatabase(folder.options.dataDir)
    const test = await createTestApp({ database, env: { RATE_LIMIT_SCALE: '1000' } })
    test.clock.set(new Date().toISOString())
    w = await createWorld({ test, database, maker: await test.account() }, await test.account(), {
      ...{ features: { pro: true }, licenseLogin: true, deviceLimit: 100 },
    })
    who = await w.user({ isHwidLocked: true })
    await w.dashboard('GET', `${w.base}/signing-keys`)
    publicKeys = (await test.stores.signingKeys.list(w.applicationId)).map((key) => key.publicKey)
    close = async () => {
      await test.close()
      await database.close()
      await folder.remove()
    }
  })
  afterAll(() => close())

  const computer = (hwidSalt = 'keywright-app-7') => {
    computers += 1
    return open({ publicKeys, storeFolder: join(folder.options.dataDir, `computer-${computers}`), hwidSalt })
  }
  /** What the maker sends back, made when the server's clock shows this time. */
  const answer = async (
    request: string,
    { atMs = Date.now(), ...body }: { atMs?: number; licenseId?: number } = {},
  ) => {
    w.clock.set(new Date(atMs).toISOString())
    const of = body.licenseId === undefined ? { userId: who.id } : body
    const made = await w.maker.api<{ file: string; expiresAt: string }>('POST', `${w.base}/offline-licenses`, {
      ...{ request, days: 1, ...of },
    })
    w.clock.set(new Date().toISOString())
    expect(made.text).toContain('LICENSE')
    return made.body
  }

  it('is asked for, taken, and starts the program from then on, without any server', async () => {
    const here = computer()
    expect(await here.resume()).toEqual({ code: 'offline_none', ok: false })
    const request = await here.request({ username: ` ${who.username} ` })
    expect(request.length).toBeLessThanOrEqual(700)
    const { file, expiresAt } = await answer(request)
    const until = new Date(expiresAt).getTime() / 1000
    const started = { code: 'offline', ok: true, userId: who.id, features: { pro: true }, until }
    // as mail leaves it
    expect(await here.install([`Hello,\n> ${file.replaceAll('\n', '\r\n')}\nRegards`])).toEqual([started])
    expect(await here.resume()).toEqual(started)
  })

  it('is asked for with a license key too', async () => {
    const here = computer()
    const { id, licenseKey } = await w.license()
    const { file } = await answer(await here.request({ licenseKey }), { licenseId: id })
    expect(await here.install([file])).toMatchObject([{ code: 'offline', ok: true }])
    expect(await readFile(join(folder.options.dataDir, `computer-${computers}`, 'state'), 'utf8')).not.toContain(
      licenseKey,
    )
  })

  it('is not taken after any of 1,000 edits', async () => {
    const here = computer()
    const { file } = await answer(await here.request({ username: who.username }))
    const answers = await here.install(Array.from({ length: 1000 }, (_, number) => edited(file, number)))
    expect(answers.filter(({ code }) => code !== 'offline_invalid')).toEqual([])
    expect(await here.resume()).toEqual({ code: 'offline_none', ok: false })
    expect(await here.install([file])).toMatchObject([{ ok: true }])
  })

  it('is not taken by another computer, nor for another request, nor too late, nor by a clock that is behind', async () => {
    const [here, there] = [computer(), computer('keywright-app-8')]
    const first = await answer(await here.request({ username: who.username }))
    await there.request({ username: who.username })
    expect(await there.install([first.file])).toEqual([{ code: 'offline_machine', ok: false }])
    const second = await answer(await here.request({ username: who.username }))
    expect(await here.install([first.file])).toEqual([{ code: 'offline_invalid', ok: false }])
    const old = await answer(await here.request({ username: who.username }), { atMs: Date.now() - 25 * hourMs })
    expect(await here.install([old.file, second.file])).toMatchObject([
      ...[{ code: 'offline_expired' }, { code: 'offline_invalid' }],
    ])
    const early = await answer(await here.request({ username: who.username }), { atMs: Date.now() + 2 * hourMs })
    expect(await here.install([early.file])).toEqual([{ code: 'offline_clock', ok: false }])
    expect(await here.resume()).toEqual({ code: 'offline_none', ok: false })
  })
})
