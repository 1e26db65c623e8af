import { beforeEach, expect, test } from 'vitest'
import { describeOnBothDatabases } from '../../../../../test/harness/databases.ts'
import { askSigned, type Exchange, signedBy } from '../../../../../test/harness/signing-client.ts'
import { useSuite } from '../../../../../test/harness/use-suite.ts'
import { createWorld, type Person, password, type World } from '../../../../../test/harness/world.ts'

const hwid = '1aa26679d5e089fcebae704ad6552b8c'

describeOnBothDatabases('what only a signed answer holds', (open) => {
  const suite = useSuite(open)
  let w: World
  let user: Person
  beforeEach(async () => {
    w = await createWorld(suite, suite.maker, { leaseHours: 24 })
    user = await w.user()
  })

  const ask = (path: string, body: object) => askSigned(w, path, body, { apiKey: w.apiKey, ip: w.ip })
  const login = (body: object = {}) => ask('/api/v1/login', { username: user.username, password, hwid, ...body })
  const verify = (body: object = {}) => ask('/api/v1/verify', { user_id: user.id, ...body })
  const claimsOf = ({ json }: Exchange) => {
    const [, claims = ''] = String(json.lease).split('.')
    return JSON.parse(Buffer.from(claims, 'base64url').toString()) as Readonly<Record<string, unknown>>
  }
  const read = (feat: unknown) => JSON.parse(Buffer.from(String(feat), 'base64url').toString()) as unknown
  const giveFeatures = async () => {
    const license = await w.license({ features: { tier: 'pro', seats: 3 } })
    await w.settings({ features: { tier: 'free', news: true } })
    user = await w.user({ licenseId: license.id, features: { seats: 5 } })
    return { tier: 'pro', news: true, seats: 5 }
  }

  test('are the features: the application’s, over them the license’s, over them the user’s own', async () => {
    const features = await giveFeatures()
    const answer = await login()
    expect(answer.json.features).toEqual(features)
    expect(typeof (await signedBy(w, w.applicationId, answer))).toBe('number')
    const someone = await w.user()
    const other = await ask('/api/v1/login', { username: someone.username, password })
    expect(other.json.features).toEqual({ tier: 'free', news: true })
  })

  test('is not in an unsigned answer, in a refusal, or in a verify of a bare user ID', async () => {
    await giveFeatures()
    const unsigned = await w.login(user, { hwid, lease_version: 2 })
    expect(unsigned.body).toMatchObject({ success: true })
    const token = await w.session(user, { hwid })
    const answers = [
      unsigned.body,
      (await w.verify(user, { session_token: token })).body,
      (await login({ password: 'another' })).json,
      (await verify()).json,
      (await verify({ hwid })).json,
    ]
    for (const answer of answers) {
      expect(answer).not.toHaveProperty('features')
      expect(answer).not.toHaveProperty('lease')
    }
  })

  test('is in the verify of a session that a login backs, with the features of that moment', async () => {
    const features = await giveFeatures()
    await login()
    const token = await w.session(user, { hwid })
    expect((await verify({ session_token: token })).json.features).toEqual(features)
    await w.dashboard('PUT', `${w.base}/users/${user.id}`, { features: { seats: 6 } })
    expect((await verify({ session_token: token })).json.features).toEqual({ ...features, seats: 6 })
    w.clock.advance(70_000)
    const unproved = await w.session(user, { hwid })
    const refused = await verify({ session_token: unproved })
    expect(refused.json).toMatchObject({ success: true })
    expect(refused.json).not.toHaveProperty('features')
  })

  test('stays as it was where nobody has features, and where the client asks for no other lease', async () => {
    const fields = ['success', 'code', 'message', 'user_id', 'username', 'email', 'expires_at', 'hwid_locked', 'lease']
    const first = await login()
    expect(Object.keys(first.json)).toEqual([...fields, 'request_id'])
    expect(Object.keys(claimsOf(first))).toEqual(['iss', 'aud', 'sub', 'jti', 'iat', 'nbf', 'exp', 'hwid', 'ver'])
    await giveFeatures()
    for (const more of [{}, { lease_version: 1 }, { lease_version: '' }, { lease_version: null }]) {
      const answer = await login(more)
      expect(Object.keys(answer.json)).toEqual([...fields, 'features', 'request_id'])
      expect(Object.keys(claimsOf(answer))).toEqual([
        ...['iss', 'aud', 'sub', 'jti', 'iat', 'nbf', 'exp', 'hwid', 'lic', 'ver'],
      ])
      expect(claimsOf(answer).ver).toBe(1)
    }
  })

  test('is a lease with the features for clients that read version 2, at the login and at a verify', async () => {
    const features = await giveFeatures()
    const first = await login({ lease_version: 2 })
    expect(Object.keys(claimsOf(first)).slice(-3)).toEqual(['lic', 'feat', 'ver'])
    expect(claimsOf(first).ver).toBe(2)
    expect(read(claimsOf(first).feat)).toEqual(features)
    const token = await w.session(user, { hwid })
    const later = await verify({ session_token: token, lease_version: 3 })
    expect(claimsOf(later).ver).toBe(2)
    expect(read(claimsOf(later).feat)).toEqual(features)
    user = await w.user()
    await w.settings({ features: {} })
    expect(read(claimsOf(await login({ lease_version: 2 })).feat)).toEqual({})
  })

  test('allows a start without the server where the maker does, and to those who ask for version 2 alone', async () => {
    const without = await login({ lease_version: 2 })
    expect(claimsOf(without)).not.toHaveProperty('off')
    const { off: _, ...shipped } = claimsOf(await login())
    await w.settings({ offlineStart: true })
    const asking = await login({ lease_version: 2 })
    expect(Object.keys(claimsOf(asking)).slice(-3)).toEqual(['feat', 'off', 'ver'])
    expect(claimsOf(asking)).toMatchObject({ off: 1, ver: 2 })
    // a client that asks for nothing reads what it always did
    for (const more of [{}, { lease_version: 1 }]) {
      expect(Object.keys(claimsOf(await login(more)))).toEqual(Object.keys(shipped))
    }
    const token = await w.session(user, { hwid })
    expect(claimsOf(await verify({ session_token: token, lease_version: 2 }))).toMatchObject({ off: 1 })
    // who only knows the user's ID gets none
    w.clock.advance(70_000)
    const unproved = await w.session(user, { hwid })
    expect((await verify({ session_token: unproved, lease_version: 2 })).json).not.toHaveProperty('lease')
    expect((await verify({ hwid, lease_version: 2 })).json).not.toHaveProperty('lease')
  })

  test('is asked for by a whole number: another lease version is refused by its name', async () => {
    for (const version of [0, -1, 1.5, 'two', true, [2]]) {
      const answer = await login({ lease_version: version })
      expect(answer.status).toBe(400)
      expect(answer.json.message).toContain('lease_version')
    }
  })
})
