import type { AttackLength, Finding } from './attack.ts'
import type { AttackTarget } from './attack-target.ts'
import { floodWithGuesses, maxGuesses } from './guess-flood.ts'

/**
 * Passwords guessed at an account of the dashboard from many addresses, and at names that nobody has, so that hashes
 * queue. Its owner goes on in a browser that signed in before, from an address never seen, then without the browser's
 * mark at the address of that sign-in, and steps up in a session.
 */
export async function ownerLockout(target: AttackTarget, length: AttackLength): Promise<Finding[]> {
  const account = await target.account()
  const addresses = target.addresses(length === 'short' ? 60 : 1000)
  const [home = '', ...travels] = target.addresses(40)
  const first = await account.signIn(home, account.password)
  const marks = first.cookies.filter((cookie) => cookie.startsWith('kd='))
  const session = first.cookies.filter((cookie) => cookie.startsWith('sid='))
  const began = Date.now()
  const flood = await floodWithGuesses(
    length,
    addresses,
    async (n, ip) => {
      if (n % 8 !== 0) return account.signIn(ip, `guess ${n}`)
      const body = { email: `nobody${n}@example.com`, password: 'a guess' }
      await target.call('POST', '/api/auth/login', body, { ip })
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
    { name: 'guesses', value: flood.guesses, atLeast: 100 },
    { name: 'guesses evaluated', value: flood.evaluated, atLeast: 1, atMost: maxGuesses(began) },
    { name: 'guesses refused', value: flood.refused, atLeast: 1 },
    { name: 'calls of the owner', value: flood.honest, atLeast: 1 },
    { name: 'calls of the owner refused', value: flood.honestRefused, atMost: 0 },
  ]
}
