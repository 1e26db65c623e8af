import type { AttackLength, Finding } from './attack.ts'
import type { AttackTarget } from './attack-target.ts'

const password = 'the right password of an end-user'
const loginOf = (username: string) => ({ username, password, hwid: `PC of ${username}` })
const applications = 5
/** More than have a place in the queue at 20 ms per hash. */
const attackers = 800

interface Way {
  readonly apiKey: string
  readonly username: string
  readonly ip: string
}

/** Right passwords through five applications of one tenant, from one IPv4 and from addresses of one /64. */
export async function hashFlood(target: AttackTarget, length: AttackLength): Promise<Finding[]> {
  const ways = await attackersWays(target, length === 'short' ? 1 : 10)
  const { apiKey, users } = await anotherTenant(target, length === 'short' ? 2 : 20)
  const [ip = '', ownersIp = ''] = target.addresses(2)
  const { email, password: ownersPassword } = target.server.owner
  const statuses = { attacker: [] as number[], login: [] as number[], signIn: [] as number[] }
  let isOver = false
  const flood = async (place: number) => {
    for (let turn = place; !isOver; turn += attackers) {
      const way = ways[turn % ways.length] as Way
      const said = await target.client(way.apiKey, 'login', loginOf(way.username), { ip: way.ip })
      statuses.attacker.push(said.status)
      if (said.status === 429 && length === 'short') return
    }
  }
  const floods = Promise.all(Array.from({ length: attackers }, (_, place) => flood(place)))
  // each user logs in fewer times than the limit of right passwords allows
  for (let round = 0; round < 6; round += 1) {
    for (const username of users) {
      const signIn = target.call('POST', '/api/auth/login', { email, password: ownersPassword }, { ip: ownersIp })
      const login = await target.client(apiKey, 'login', loginOf(username), { ip })
      statuses.login.push(login.status)
      statuses.signIn.push((await signIn).status)
    }
  }
  isOver = true
  await floods
  const count = (all: readonly number[], status: number) => all.filter((each) => each === status).length
  return [
    { name: 'hashes of the attacker', value: count(statuses.attacker, 200), atLeast: 20 },
    {
      name: 'logins of another tenant, not 200',
      value: statuses.login.length - count(statuses.login, 200),
      atMost: 0,
    },
    {
      name: 'sign-ins of the owner, not 200',
      value: statuses.signIn.length - count(statuses.signIn, 200),
      atMost: 0,
    },
    { name: 'logins of another tenant', value: count(statuses.login, 200), atLeast: 10 },
  ]
}

/** Five applications of a tenant of the attacker's own, with some users each. */
async function attackersWays(target: AttackTarget, usersOfEach: number): Promise<Way[]> {
  const [ownIp = '', ipv4 = ''] = target.addresses(2)
  const account = await target.account()
  const signedIn = await account.signIn(ownIp, account.password)
  const options = { ip: ownIp, headers: { cookie: signedIn.cookies.join('; ') } }
  const ways: Way[] = []
  for (let place = 0; place < applications; place += 1) {
    const made = await target.call('POST', '/api/applications', { name: target.unique('Flood') }, options)
    if (made.status !== 200) throw new Error(`no application: ${made.status} ${made.code}`)
    const { id, apiKey } = made.body as { id: number; apiKey: string }
    for (let user = 0; user < usersOfEach; user += 1) {
      const username = target.unique('flooder')
      await target.call('POST', `/api/applications/${id}/users`, { username, password }, options)
      const host = ways.length % 8
      ways.push({ apiKey, username, ip: ways.length % 2 === 0 ? ipv4 : `2001:470:0:66::${host + 1}` })
    }
  }
  return ways
}

async function anotherTenant(target: AttackTarget, count: number) {
  const { id, apiKey } = await target.application()
  const users = Array.from({ length: count }, () => target.unique('honest'))
  for (const username of users) {
    const made = await target.server.api('POST', `/api/applications/${id}/users`, { username, password })
    if (made.status !== 200) throw new Error(`no user: ${JSON.stringify(made.body)}`)
  }
  return { apiKey, users }
}
