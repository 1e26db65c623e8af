import type { AttackLength, Finding } from './attack.ts'
import type { AttackTarget } from './attack-target.ts'

const password = 'a password that more than one person knows'
const hwid = 'machine of the owner'
const email = 'owner@example.com'

interface Account {
  readonly id: number
  readonly username: string
}

/** Somebody knows a name and its password and registers it again, to receive the account on another device. */
export async function registerTakeover(target: AttackTarget, length: AttackLength): Promise<Finding[]> {
  const { id, apiKey } = await target.application()
  const base = `/api/applications/${id}`
  const rounds = length === 'short' ? 1 : 50
  const maker = async (method: string, path: string, body?: object) => {
    const answer = await target.server.api<{ id: number }>(method, base + path, body)
    if (answer.status !== 200) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  const register = (username: string, more: object) => {
    const [ip = ''] = target.addresses(1)
    return target.client(apiKey, 'register', { username, password, ...more }, { ip })
  }
  const registered = async (): Promise<Account> => {
    const username = target.unique('registered')
    const { body } = await register(username, { email, hwid })
    return { id: Number(body.user_id), username }
  }
  const made = async (): Promise<Account> => {
    const username = target.unique('made')
    return { ...(await maker('POST', '/users', { username, password, email, hwid })), username }
  }
  const put = (fields: object) => async () => {
    const account = await registered()
    await maker('PUT', `/users/${account.id}`, fields)
    return account
  }
  const ban = async () => {
    const account = await registered()
    await maker('POST', `/users/${account.id}/ban`)
    return account
  }
  const takeovers: [() => Promise<Account>, object][] = [
    [registered, { email, hwid: 'another machine' }],
    [registered, { email }],
    [registered, { hwid, email: 'taker@example.com' }],
    [registered, { hwid }],
    [registered, { email, hwid, expiresAt: '2099-01-01T00:00:00.000Z' }],
    [made, { email, hwid }],
    [made, {}],
    [put({ expiresAt: '2020-01-01T00:00:00.000Z' }), { email, hwid }],
    [put({ password: `${password}!` }), { email, hwid }],
    [put({ hwid: '' }), { email, hwid }],
    [ban, { email, hwid }],
  ]
  const found = { handedOut: 0, told: 0, taken: 0, repeated: 0 }
  for (let round = 0; round < rounds; round += 1) {
    for (const [account, sends] of takeovers) {
      const { username } = await account()
      const { status, code, body } = await register(username, sends)
      if (status === 200) found.handedOut += 1
      if (JSON.stringify(body).includes(email)) found.told += 1
      if (code === 'username_taken') found.taken += 1
    }
    const { username } = await registered()
    if ((await register(username, { email, hwid })).status === 200) found.repeated += 1
  }
  return [
    { name: 'accounts handed out', value: found.handedOut, atMost: 0 },
    { name: 'answers that tell the e-mail address', value: found.told, atMost: 0 },
    { name: 'refused as a taken name', value: found.taken, atLeast: rounds * takeovers.length },
    { name: 'honest repetitions answered', value: found.repeated, atLeast: rounds },
  ]
}
