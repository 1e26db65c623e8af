import type { Attack } from './attack.ts'
import { floodWithGuesses, maxGuesses } from './guess-flood.ts'

/**
 * Passwords guessed at an account of the dashboard from many addresses, and at names that nobody has, so that hashes
 * queue. Its owner goes on in a browser that signed in before, from an address never seen, then without the browser's
 * mark at the address of that sign-in, and steps up in a session.
 */
export const ownerLockout: Attack = {
  name: 'owner-lockout',
  guarantee: 'whoever guesses at an account of the dashboard refuses nothing to its owner on a known device',
  async run(target, length) {
    const account = await target.account()
    const addresses = target.addresses(length === 'short' ? 60 : 1000)
    const [home = '', ...travels] = target.addresses(40)
    const first = await account.signIn(home, account.password)
    const marks = first.cookies.filter((cookie) => cookie.startsWith('kd='))
    const session = first.cookies.filter((cookie) => cookie.startsWith('sid='))
    const began = Date.now()
    let evaluated = 0
    let refused = 0
    const { guesses, answers } = await floodWithGuesses(
      length,
      async (n) => {
        const ip = addresses[n % addresses.length] ?? ''
        const body = { email: `nobody${n}@example.com`, password: 'a guess' }
        if (n % 8 === 0) return target.call('POST', '/api/auth/login', body, { ip })
        const { status } = await account.signIn(ip, `guess ${n}`)
        if (status === 401) evaluated += 1
        if (status === 429) refused += 1
        return undefined
      },
      async (round) => {
        const away = travels[round % travels.length] ?? ''
        const options = { ip: away, headers: { cookie: session.join('; ') } }
        return [
          await account.signIn(away, account.password, marks),
          await account.signIn(away, account.password),
          await target.call('POST', '/api/account/prove', { password: account.password }, options),
        ]
      },
    )
    return [
      { name: 'guesses', value: guesses, atLeast: 100 },
      { name: 'guesses evaluated', value: evaluated, atLeast: 1, atMost: maxGuesses(began) },
      { name: 'guesses refused', value: refused, atLeast: 1 },
      { name: 'calls of the owner', value: answers.length, atLeast: 1 },
      { name: 'calls of the owner refused', value: answers.filter(({ status }) => status !== 200).length, atMost: 0 },
    ]
  },
}
