import type { AttackLength, Finding } from './attack.ts'
import type { AttackTarget } from './attack-target.ts'
import { floodWithGuesses, maxGuesses } from './guess-flood.ts'

const password = 'the right password of one end-user'

/**
 * Passwords guessed at two end-users from many addresses, and at names that nobody has, so that hashes queue. One user
 * goes on with the bound hardware id from addresses never seen, the other at the address of the last login.
 */
export async function userLockout(target: AttackTarget, length: AttackLength): Promise<Finding[]> {
  const { id, apiKey } = await target.application({ hwidLockEnabled: false })
  const addresses = target.addresses(length === 'short' ? 60 : 1000)
  const [home = '', ...travels] = target.addresses(40)
  const [bound, homebody] = [target.unique('bound'), target.unique('homebody')]
  for (const [username, more] of [
    [bound, { hwid: 'PC-1' }],
    [homebody, {}],
  ] as const) {
    await target.server.api('POST', `/api/applications/${id}/users`, { username, password, ...more })
  }
  const login = (username: string, typed: string, ip: string, hwid?: string) =>
    target.client(apiKey, 'login', { username, password: typed, ...(hwid && { hwid }) }, { ip })
  await login(homebody, password, home)
  const began = Date.now()
  const flood = await floodWithGuesses(
    length,
    addresses,
    async (n, ip) => {
      if (n % 8 !== 0) return login(n % 2 ? bound : homebody, `guess ${n}`, ip, `PC-${n + 1}`)
      await login(`nobody ${n}`, 'a guess', ip)
      return undefined
    },
    async (round) => [
      await login(bound, password, travels[round % travels.length] ?? '', 'PC-1'),
      await login(homebody, password, home),
    ],
  )
  return [
    { name: 'guesses', value: flood.guesses, atLeast: 100 },
    { name: 'guesses evaluated', value: flood.evaluated, atLeast: 1, atMost: 2 * maxGuesses(began) },
    { name: 'guesses refused', value: flood.refused, atLeast: 1 },
    { name: 'logins of the users', value: flood.honest, atLeast: 1 },
    { name: 'logins of the users refused', value: flood.honestRefused, atMost: 0 },
  ]
}
