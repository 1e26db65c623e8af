import type { Attack } from './attack.ts'
import { floodWithGuesses, maxGuesses } from './guess-flood.ts'

const password = 'the right password of one end-user'

/**
 * Passwords guessed at two end-users from many addresses, and at names that nobody has, so that hashes queue. One user
 * goes on with the bound hardware id from addresses never seen, the other at the address of the last login.
 */
export const userLockout: Attack = {
  name: 'user-lockout',
  guarantee: 'whoever guesses at an end-user refuses nothing to the user on a known device',
  async run(target, length) {
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
    let evaluated = 0
    let refused = 0
    const { guesses, answers } = await floodWithGuesses(
      length,
      async (n) => {
        const ip = addresses[n % addresses.length] ?? ''
        if (n % 8 === 0) return login(`nobody ${n}`, 'a guess', ip)
        const { status } = await login(n % 2 ? bound : homebody, `guess ${n}`, ip, `PC-${n + 1}`)
        if (status === 401) evaluated += 1
        if (status === 429) refused += 1
        return undefined
      },
      async (round) => [
        await login(bound, password, travels[round % travels.length] ?? '', 'PC-1'),
        await login(homebody, password, home),
      ],
    )
    return [
      { name: 'guesses', value: guesses, atLeast: 100 },
      { name: 'guesses evaluated', value: evaluated, atLeast: 1, atMost: 2 * maxGuesses(began) },
      { name: 'guesses refused', value: refused, atLeast: 1 },
      { name: 'logins of the users', value: answers.length, atLeast: 1 },
      { name: 'logins of the users refused', value: answers.filter(({ status }) => status !== 200).length, atMost: 0 },
    ]
  },
}
