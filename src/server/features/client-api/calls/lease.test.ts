import { createPublicKey } from 'node:crypto'
import { importSPKI, jwtVerify } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { leaseHolds } from '../../../../../clients/node/keywright.mjs'
import { openMemoryDatabase } from '../../../../../test/harness/memory-database.ts'
import { askSigned, type Exchange, signedBy } from '../../../../../test/harness/signing-client.ts'
import { temporaryFolder } from '../../../../../test/harness/temporary-folder.ts'
import { createWorld, openSuite, password, type Suite, type World } from '../../../../../test/harness/world.ts'

const hour = 60 * 60 * 1000
const hwid = '1aa26679d5e089fcebae704ad6552b8c'

let suite: Suite
let close: () => Promise<void>
let w: World
let user: { id: number; username: string }

beforeAll(async () => {
  const folder = await temporaryFolder()
  const database = await openMemoryDatabase(folder.options.dataDir)
  suite = await openSuite(database, { PUBLIC_URL: 'https://licenses.example.com/auth' })
  close = async () => {
    await suite.test.close()
    await database.close()
    await folder.remove()
  }
})
afterAll(() => close())
beforeEach(async () => {
  w = await createWorld(suite, suite.maker, { leaseHours: 24 })
  user = await w.user()
})

const ask = (path: string, body: object) => askSigned(w, path, body, { apiKey: w.apiKey, ip: w.ip, prefix: '/auth' })
const login = (body: object = { hwid }) => ask('/api/v1/login', { username: user.username, password, ...body })
const verify = (body: object) => ask('/api/v1/verify', { user_id: user.id, ...body })
const leaseOf = ({ json }: Exchange) => String(json.lease)
const keys = async () => (await w.stores.signingKeys.list(w.applicationId)).map(({ publicKey }) => publicKey)
const nowSeconds = () => Math.floor(w.clock.nowMs() / 1000)

/** Verifies a lease with an independent library. */
async function read(lease: string, currentDate = w.clock.now()) {
  const current = (await w.stores.signingKeys.list(w.applicationId)).find(({ state }) => state === 'current')
  const der = { key: Buffer.from(current?.publicKey ?? '', 'base64'), format: 'der', type: 'spki' } as const
  const pem = createPublicKey(der).export({ format: 'pem', type: 'spki' }).toString()
  const { payload, protectedHeader } = await jwtVerify(lease, await importSPKI(pem, 'RS256'), {
    algorithms: ['RS256'],
    typ: 'lic+jwt',
    audience: `app:${w.applicationId}`,
    issuer: 'https://licenses.example.com/auth',
    currentDate,
  })
  return { payload, protectedHeader }
}

/** Whether the sample client would continue with it. */
const holds = async (lease: string, seen: { clock?: number; hwid?: string; userId?: number } = {}) =>
  leaseHolds(lease, { userId: user.id, hwid, clock: nowSeconds(), mark: nowSeconds(), ...seen }, await keys())

describe('a lease', () => {
  test('says to an independent library what it should, and nothing in clear', async () => {
    const answer = await login()
    expect(await signedBy(w, w.applicationId, answer)).toBe(1)
    const { payload, protectedHeader } = await read(leaseOf(answer))
    expect(protectedHeader).toEqual({ alg: 'RS256', typ: 'lic+jwt', kid: `app_${w.applicationId}.rs256.1` })
    expect(payload).toEqual({
      iss: 'https://licenses.example.com/auth',
      aud: `app:${w.applicationId}`,
      sub: String(user.id),
      jti: expect.stringMatching(/^[0-9a-f-]{36}$/),
      iat: nowSeconds(),
      nbf: nowSeconds(),
      exp: nowSeconds() + 24 * 3600,
      hwid: expect.stringMatching(/^[\w-]{43}$/),
      ver: 1,
    })
    expect(Buffer.from(leaseOf(answer), 'base64url').toString()).not.toMatch(new RegExp(`${hwid}|${user.username}`))
    expect(await holds(leaseOf(answer))).toBe(true)
    expect(await holds(leaseOf(answer), { clock: nowSeconds() + 24 * 3600 })).toBe(false)
    expect(await holds(leaseOf(answer), { hwid: 'another' })).toBe(false)
    expect(await holds(leaseOf(answer), { userId: user.id + 1 })).toBe(false)
  })

  test('comes with a verification in a session that begins with a login of the same device, as long as it lives', async () => {
    await login()
    w.clock.advance(60_000)
    const session_token = await w.session(user, { hwid })
    expect(await holds(leaseOf(await verify({ session_token })))).toBe(true)
    expect(await holds(leaseOf(await verify({ session_token, hwid })))).toBe(true)
    for (let beats = 0; beats < 10; beats += 1) {
      w.clock.advance(60_000)
      await w.beat(session_token)
    }
    expect(await holds(leaseOf(await verify({ session_token })))).toBe(true)
    w.clock.advance(90_001)
    expect((await verify({ session_token })).json).toMatchObject({ code: 'session_ended' })
  })

  test('is named anew each time', async () => {
    expect(leaseOf(await login())).not.toBe(leaseOf(await login()))
  })

  test('ends with the account at the latest', async () => {
    const expiresAt = new Date(w.clock.nowMs() + 90 * 60 * 1000)
    user = await w.user({ expiresAt })
    const { payload } = await read(leaseOf(await login()))
    expect(payload.exp).toBe(Math.floor(expiresAt.getTime() / 1000))
  })

  test('ends with the license at the latest, whose key it holds hashed', async () => {
    const { id, licenseKey } = await w.license({ validityDays: 1 })
    user = await w.user({ licenseId: id })
    w.clock.advance(23 * hour)
    const { payload } = await read(leaseOf(await login()))
    expect(payload.exp).toBe(nowSeconds() + 3600)
    expect(payload.lic).toMatch(/^[\w-]{43}$/)
    expect(JSON.stringify(payload)).not.toContain(licenseKey)
    w.clock.advance(-23 * hour)
  })

  test('lasts as long as the maker says, up to 720 hours', async () => {
    await w.settings({ leaseHours: 720 })
    const { payload } = await read(leaseOf(await login()))
    expect(payload.exp).toBe(nowSeconds() + 720 * 3600)
    for (const leaseHours of [0, 721, 1.5, '24']) {
      const refused = await w.maker.api('PATCH', w.base, { leaseHours })
      expect(refused.status).toBe(400)
    }
  })

  test('is signed by the key that the program pins', async () => {
    const before = await login()
    await w.dashboard('POST', `${w.base}/signing-keys/promote`)
    const body = { username: user.username, password, hwid }
    const headers = { 'x-key-id': `app_${w.applicationId}.rs256.1` }
    const after = await askSigned(w, '/api/v1/login', body, { apiKey: w.apiKey, ip: w.ip, headers })
    const header = (answer: Exchange) => leaseOf(answer).split('.')[0]
    expect(header(after)).toBe(header(before))
  })
})

describe('no lease comes', () => {
  test('while the maker has not switched it on', async () => {
    await w.settings({ leaseHours: null })
    expect((await login()).json).not.toHaveProperty('lease')
  })

  test('without a hardware id, or with one that any machine may have', async () => {
    for (const body of [{}, { hwid: '' }, { hwid: '00000000-0000-0000-0000-000000000000' }]) {
      const answer = await login(body)
      expect(answer.json.success).toBe(true)
      expect(answer.json).not.toHaveProperty('lease')
    }
    await login({})
    const token = await w.session(user)
    expect((await verify({ session_token: token })).json).toMatchObject({ success: true })
    expect((await verify({ session_token: token })).json).not.toHaveProperty('lease')
  })

  test('with a bare user id, not even right after the login on that machine', async () => {
    await login()
    for (const body of [{}, { hwid }]) {
      const answer = await verify(body)
      expect(answer.json).toMatchObject({ success: true })
      expect(answer.json).not.toHaveProperty('lease')
    }
  })

  test.each([
    ['that no login has proved', async () => w.session(user, { hwid })],
    [
      'that begins more than a minute after the login',
      async () => {
        await login()
        w.clock.advance(60_001)
        return w.session(user, { hwid })
      },
    ],
    [
      'of another device than that of the login',
      async () => {
        await login({ hwid: 'another' })
        return w.session(user, { hwid })
      },
    ],
    [
      'from another address than that of the login',
      async () => {
        await w.login(user, { hwid }, { ip: '203.0.113.9' })
        return w.session(user, { hwid })
      },
    ],
    [
      'of a login whose password the maker has changed since',
      async () => {
        await login()
        await w.dashboard('PUT', `${w.base}/users/${user.id}`, { password: 'another password' })
        return w.session(user, { hwid })
      },
    ],
  ])('with a session %s', async (_name, start) => {
    const session_token = await start()
    const answer = await verify({ session_token })
    expect(answer.json).toMatchObject({ success: true })
    expect(answer.json).not.toHaveProperty('lease')
  })

  test('for another machine than that of the session', async () => {
    await login()
    const session_token = await w.session(user, { hwid })
    const answer = await verify({ session_token, hwid: 'another' })
    expect(answer.json).toMatchObject({ success: true })
    expect(answer.json).not.toHaveProperty('lease')
  })

  test('for a machine that the user is bound to no more', async () => {
    user = await w.user({ isHwidLocked: true })
    await login()
    const session_token = await w.session(user, { hwid })
    expect((await verify({ session_token })).json).toHaveProperty('lease')
    await w.act(user, 'reset-hwid')
    expect((await verify({ session_token })).json).toMatchObject({ code: 'session_ended', reason: 'ended_by_owner' })
    expect((await verify({ hwid })).json).toMatchObject({ code: 'hwid_mismatch' })
    expect((await ask('/api/v1/session/track', { action: 'start', user_id: user.id, hwid })).json).toMatchObject({
      code: 'hwid_mismatch',
    })
  })

  test('without a nonce', async () => {
    const answer = await w.login(user, { hwid })
    expect(answer.body).toMatchObject({ success: true })
    expect(answer.body).not.toHaveProperty('lease')
  })

  test('with another user’s session', async () => {
    const other = await w.user()
    const token = await w.session(other, { hwid })
    expect((await verify({ session_token: token })).json).not.toHaveProperty('lease')
  })

  test('with a registration or a session', async () => {
    const registered = await ask('/api/v1/register', { username: 'somebody', password, hwid })
    expect(registered.json).toMatchObject({ success: true })
    expect(registered.json).not.toHaveProperty('lease')
    const started = await ask('/api/v1/session/track', { action: 'start', user_id: user.id, hwid })
    expect(started.json).toMatchObject({ success: true })
    expect(started.json).not.toHaveProperty('lease')
  })

  test('after a ban, which is felt online at once and offline when the lease ends', async () => {
    const lease = leaseOf(await login())
    await w.act(user, 'ban')
    for (const answer of [await login(), await verify({ hwid })]) {
      expect(answer.json).toMatchObject({ success: false, code: 'account_banned' })
      expect(answer.json).not.toHaveProperty('lease')
    }
    expect(await holds(lease)).toBe(true)
    expect(await holds(lease, { clock: nowSeconds() + 24 * 3600 })).toBe(false)
  })
})
