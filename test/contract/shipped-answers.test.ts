import { expect, it } from 'vitest'
import type { Answer } from '../harness/create-test-app.ts'
import { describeOnBothDatabases } from '../harness/databases.ts'
import { askSigned } from '../harness/signing-client.ts'
import { useSuite } from '../harness/use-suite.ts'
import { type ApiResponse, createWorld, password, type World } from '../harness/world.ts'
import { shippedAnswers, shippedLease } from './shipped-answers.ts'

const hwid = '1aa26679d5e089fcebae704ad6552b8c'

/** The bytes of an answer, with a name in place of each value that differs from run to run. */
const fixed = (text: string) =>
  text
    .replaceAll(/"request_id":"[0-9a-f-]{36}"/g, '"request_id":"<id>"')
    .replaceAll(/"user_id":\d+/g, '"user_id":<number>')
    .replaceAll(/sess_[0-9a-z]{32}_\d+/g, '<token>')
    .replaceAll(/"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"/g, '"<time>"')
    .replaceAll(/"lease":"[\w.-]+"/g, '"lease":"<lease>"')

const lineOf = ({ status, text }: Answer<ApiResponse>) => `${status} ${fixed(text)}`

/** Every call of the programs that shipped before, with the fields that they send; by name, what was answered. */
async function answersOf(w: World): Promise<Record<string, string>> {
  const { licenseKey } = await w.license({ maxUsers: 1 })
  const ada = { username: 'ada', password, hwid, version: '1.0' }
  const said: Record<string, string> = {}
  const call = async (name: string, path: string, body: object) => {
    const answer = await w.send(path, { ...body })
    said[name] = lineOf(answer)
    return answer.body
  }
  const track = (name: string, body: object) => call(name, '/api/v1/session/track', body)
  await call('register', '/api/v1/register', { ...ada, email: 'ada@example.com', license_key: licenseKey })
  await call('register: taken', '/api/v1/register', { ...ada, license_key: (await w.license()).licenseKey })
  await call('register: full', '/api/v1/register', { ...ada, username: 'bo', license_key: licenseKey })
  await call('register: unknown key', '/api/v1/register', { ...ada, username: 'bo', license_key: 'KW-NONE' })
  const { user_id } = await call('login', '/api/v1/login', ada)
  await call('login, other address', '/api/auth/login', ada)
  await call('login: wrong password', '/api/v1/login', { ...ada, password: 'wrong' })
  await call('login: other device', '/api/v1/login', { ...ada, hwid: 'another' })
  await call('login: old version', '/api/v1/login', { ...ada, version: '0.9' })
  await call('login: nothing sent', '/api/v1/login', {})
  await call('verify', '/api/v1/verify', { user_id, hwid })
  const { session_token } = await track('start', { action: 'start', user_id, hwid })
  await call('verify in a session', '/api/v1/verify', { user_id, hwid, session_token })
  await track('heartbeat', { action: 'heartbeat', session_token })
  await w.act({ id: Number(user_id) }, 'pause')
  await track('heartbeat: paused', { action: 'heartbeat', session_token })
  await call('login: paused', '/api/v1/login', ada)
  await w.act({ id: Number(user_id) }, 'unpause')
  await track('end', { action: 'end', session_token })
  await track('heartbeat: ended', { action: 'heartbeat', session_token })
  await call('verify in an ended session', '/api/v1/verify', { user_id, session_token })
  const [license] = await w.dashboard<readonly { readonly id: number }[]>('GET', `${w.base}/licenses?isUsed=true`)
  await w.changeLicense(license?.id ?? 0, { expiresAt: w.clock.now().toISOString() })
  await call('login: license expired', '/api/v1/login', ada)
  await call('verify: license expired', '/api/v1/verify', { user_id, hwid })
  const own = await w.user({ expiresAt: w.clock.now() })
  await call('login: expired', '/api/v1/login', { username: own.username, password })
  const free = await w.user({ username: 'free' })
  await call('login: without hardware ID and license', '/api/v1/login', { username: free.username, password })
  return said
}

describeOnBothDatabases('programs that shipped before devices, presets, redemptions and grace', (open) => {
  const suite = useSuite(open)

  it('get the bytes that they got then: no field more, none less, none elsewhere', async () => {
    const w = await createWorld(suite, await suite.test.account())
    expect(await answersOf(w)).toEqual(shippedAnswers)
  })

  it('get them although licenses, presets and other applications use what is new', async () => {
    const maker = await suite.test.account()
    const other = await createWorld(suite, maker, { graceDays: 5, licenseLogin: true, features: { export: true } })
    await other.license({ maxSessions: 3, graceDays: 2, features: { tier: 'pro' } })
    await other.dashboard('POST', `${other.base}/presets`, { name: 'Pro', graceDays: 1 })
    expect(await answersOf(await createWorld(suite, maker))).toEqual(shippedAnswers)
  })

  it('get a lease whose claims are those that they compare as text', async () => {
    const w = await createWorld(suite, await suite.test.account(), { leaseHours: 24 })
    const { licenseKey } = await w.license()
    await w.register({ username: 'ada', license_key: licenseKey, hwid })
    const signed = async (body: object) => {
      const { json, body: text } = await askSigned(w, '/api/v1/login', body, { apiKey: w.apiKey, ip: w.ip })
      const [, claims = ''] = String(json.lease).split('.')
      return { bytes: fixed(text), claims: Buffer.from(claims, 'base64url').toString() }
    }
    const { bytes, claims } = await signed({ username: 'ada', password, hwid })
    expect(bytes).toBe(shippedLease.answer)
    expect(claims).toMatch(shippedLease.claims)
  })
})
