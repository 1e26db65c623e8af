import type { AttackLength, Finding } from './attack.ts'
import type { AttackTarget } from './attack-target.ts'

const password = 'the password of whose name is used'
const strangers = { short: 200, full: 2_000 }

/** Session starts for one user ID, which anyone may send, each from its own IP address. */
export async function sessionStartFlood(target: AttackTarget, length: AttackLength): Promise<Finding[]> {
  const { id, apiKey } = await target.application({ hwidLockEnabled: false })
  const username = target.unique('flooded')
  const made = await target.server.api<{ id: number }>('POST', `/api/applications/${id}/users`, {
    username,
    password,
  })
  const user_id = made.body.id
  const [home = '', ...others] = target.addresses(strangers[length] + 1)
  const start = (ip: string) => target.client(apiKey, 'session/track', { action: 'start', user_id }, { ip })
  const login = await target.client(apiKey, 'login', { username, password }, { ip: home })
  const answers = await Promise.all(others.map(start))
  const own = await Promise.all(Array.from({ length: 5 }, () => start(home)))
  const begun = (all: typeof answers) => all.filter(({ code }) => code === 'session_started').length
  return [
    { name: 'logins of the user', value: login.status === 200 ? 1 : 0, atLeast: 1 },
    { name: `sessions that strangers began, of ${others.length}`, value: begun(answers), atMost: 30, atLeast: 1 },
    { name: 'sessions refused to the user where he signed in', value: own.length - begun(own), atMost: 0 },
  ]
}
