import type { AttackLength, Finding } from './attack.ts'
import type { AttackTarget } from './attack-target.ts'

const password = 'the right password of one end-user'

/** How many logins with the right password one user needs within a minute, on however many devices. */
const most = 30

/** One account whose password is right, from one network: each login costs the server a hash. */
export async function rightPasswordFlood(target: AttackTarget, length: AttackLength): Promise<Finding[]> {
  const { id, apiKey } = await target.application()
  const username = target.unique('flooder')
  const made = await target.server.api('POST', `/api/applications/${id}/users`, { username, password })
  const [ip = ''] = target.addresses(1)
  const tries = length === 'short' ? 40 : 200
  const answers = await Promise.all(
    Array.from({ length: tries }, () => target.client(apiKey, 'login', { username, password, hwid: 'PC-1' }, { ip })),
  )
  const count = (status: number) => answers.filter((answer) => answer.status === status).length
  return [
    { name: 'users made', value: made.status === 200 ? 1 : 0, atLeast: 1 },
    { name: 'logins that cost a hash', value: count(200), atMost: most, atLeast: 1 },
    { name: 'answers that are no answer of the login', value: tries - count(200) - count(429), atMost: 0 },
  ]
}
