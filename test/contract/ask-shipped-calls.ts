import { password } from '../harness/world.ts'

const hwid = '1aa26679d5e089fcebae704ad6552b8c'

interface Answered {
  readonly status: number
  readonly text: string
  readonly body: Readonly<Record<string, unknown>>
}

/** An application and its developer, as far as the calls need them. */
export interface Asked {
  /** Address of the application in the dashboard. */
  readonly base: string
  send(path: string, body: Readonly<Record<string, unknown>>): Promise<Answered>
  dashboard<T = unknown>(method: string, path: string, body?: unknown): Promise<T>
  /** Creates a user who is locked to no device. */
  user(fields: { readonly username?: string; readonly expiresAt?: Date }): Promise<{ readonly username: string }>
  now(): Date
}

/** The bytes of an answer, with a name in place of each value that differs from run to run. */
export const fixed = (text: string) =>
  text
    .replaceAll(/"request_id":"[0-9a-f-]{36}"/g, '"request_id":"<id>"')
    .replaceAll(/"user_id":\d+/g, '"user_id":<number>')
    .replaceAll(/sess_[0-9a-z]{32}_\d+/g, '<token>')
    .replaceAll(/"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"/g, '"<time>"')
    .replaceAll(/"lease":"[\w.-]+"/g, '"lease":"<lease>"')

/** Every call of the programs that shipped before, with the fields that they send; by name, what was answered. */
export async function askShippedCalls(w: Asked): Promise<Record<string, string>> {
  const license = (body: object = {}) =>
    w.dashboard<{ readonly licenseKey: string }>('POST', `${w.base}/licenses`, body)
  const act = (id: unknown, action: string) => w.dashboard('POST', `${w.base}/users/${id}/${action}`)
  const { licenseKey } = await license({ maxUsers: 1 })
  const ada = { username: 'ada', password, hwid, version: '1.0' }
  const said: Record<string, string> = {}
  const call = async (name: string, path: string, body: object) => {
    const answer = await w.send(path, { ...body })
    said[name] = `${answer.status} ${fixed(answer.text)}`
    return answer.body
  }
  const track = (name: string, body: object) => call(name, '/api/v1/session/track', body)
  await call('register', '/api/v1/register', { ...ada, email: 'ada@example.com', license_key: licenseKey })
  await call('register: taken', '/api/v1/register', { ...ada, license_key: (await license()).licenseKey })
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
  await act(user_id, 'pause')
  await track('heartbeat: paused', { action: 'heartbeat', session_token })
  await call('login: paused', '/api/v1/login', ada)
  await act(user_id, 'unpause')
  await track('end', { action: 'end', session_token })
  await track('heartbeat: ended', { action: 'heartbeat', session_token })
  await call('verify in an ended session', '/api/v1/verify', { user_id, session_token })
  const [used] = await w.dashboard<readonly { readonly id: number }[]>('GET', `${w.base}/licenses?isUsed=true`)
  await w.dashboard('PATCH', `${w.base}/licenses/${used?.id}`, { expiresAt: w.now().toISOString() })
  await call('login: license expired', '/api/v1/login', ada)
  await call('verify: license expired', '/api/v1/verify', { user_id, hwid })
  const own = await w.user({ expiresAt: w.now() })
  await call('login: expired', '/api/v1/login', { username: own.username, password })
  const free = await w.user({ username: 'free' })
  await call('login: without hardware ID and license', '/api/v1/login', { username: free.username, password })
  return said
}
