import { randomUUID } from 'node:crypto'
import type { RunningServer } from '../harness/start-server.ts'
import { password } from '../harness/world.ts'
import type { ReleaseFacts } from './stored-releases.ts'

const users = 60
/** The most that a license takes: what is stored must not expire before the tests do. */
const validityDays = 36_500

/** Some 1,000 rows in the tables that every release has, by the calls that every release answers. */
export async function fillRelease(server: RunningServer): Promise<ReleaseFacts> {
  const dashboard = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const answer = await server.api<T>(method, path, body)
    if (answer.status !== 200) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  const create = <T>(path: string, body: object) => dashboard<T>('POST', path, body)
  const { id: applicationId, apiKey } = await create<{ id: number; apiKey: string }>('/api/applications', {
    name: 'Photo Studio',
  })
  const client = async (path: string, body: object) => {
    const response = await fetch(`${server.origin}/api/v1/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': apiKey },
      body: JSON.stringify(body),
    })
    return (await response.json()) as { code: string; user_id?: number; session_token?: string }
  }
  const base = `/api/applications/${applicationId}`
  await dashboard('PATCH', base, { hwidLockEnabled: true, version: '2.1' })
  const url = 'http://127.0.0.1:9/hook'
  const events = ['user_login', 'user_registration']
  const hook = await create<{ id: number; secret: string }>('/api/webhooks', { url, applicationId, events })
  for (const value of ['192.0.2.66', '198.51.100.0/24']) await create('/api/blacklist', { type: 'ip', value })
  await create('/api/blacklist', { applicationId, type: 'username', value: 'nobody' })

  const keys = await create<{ licenseKey: string }[]>(`${base}/licenses/batch`, {
    ...{ count: 400, maxUsers: 2, validityDays },
  })
  await create(`${base}/licenses/batch`, { count: 50, validityStart: 'first_use', validityDays: 30 })
  await create(`${base}/licenses/batch`, { count: 20, isActive: false, validityDays })
  const people = []
  for (let n = 0; n < users; n += 1) {
    const licenseKey = keys[n]?.licenseKey ?? ''
    const person = { username: `user ${n}`, password, hwid: `Board-${n}` }
    const { user_id } = await client('register', { ...person, license_key: licenseKey, email: `u${n}@example.com` })
    if (user_id === undefined) throw new Error(`user ${n} is not registered`)
    await client('login', { ...person, version: '2.1' })
    people.push({ ...person, id: user_id, licenseKey })
  }
  for (const { username } of people.slice(0, 10)) await client('login', { username, password: 'wrong' })
  const sessions = []
  for (const { id, hwid } of people) {
    const session_token = `sess_${randomUUID().replaceAll('-', '')}_1767225600`
    const { code } = await client('session/track', { action: 'start', user_id: id, hwid, session_token })
    if (code !== 'session_started') throw new Error(code)
    sessions.push(session_token)
  }
  for (const session_token of sessions.slice(30)) await client('session/track', { action: 'end', session_token })
  const [user, banned, paused] = people
  if (!user || !banned || !paused) throw new Error('there are no users')
  await create(`${base}/users/${banned.id}/ban`, { reason: 'Chargeback' })
  await create(`${base}/users/${paused.id}/pause`, {})
  const { current } = await dashboard<{ current: { publicKey: string } }>('GET', `${base}/signing-keys`)
  return {
    owner: { email: server.owner.email, password: server.owner.password },
    applicationId,
    apiKey,
    publicKey: current.publicKey,
    webhookSecret: hook.secret,
    user,
    banned: { username: banned.username, password, hwid: banned.hwid },
    freeKey: keys.at(-1)?.licenseKey ?? '',
    sessionToken: sessions[0] ?? '',
  }
}
