import { codeAt } from '../harness/second-factor.ts'
import type { AttackLength, Finding } from './attack.ts'
import type { AttackTarget } from './attack-target.ts'
import { maxGuesses } from './guess-flood.ts'

/** Who knows the password sends many codes at once, for many tickets and from many addresses. */
export async function totpPipelining(target: AttackTarget, length: AttackLength): Promise<Finding[]> {
  const account = await target.account()
  const [home = '', ...addresses] = target.addresses(length === 'short' ? 101 : 1001)
  const first = await account.signIn(home, account.password)
  const options = { headers: { cookie: first.cookies.join('; ') } }
  const begun = await target.call('POST', '/api/account/totp', {}, options)
  const code = codeAt(String(begun.body.secret), Date.now())
  const confirmed = await target.call('POST', '/api/account/totp/confirm', { code }, options)
  const tickets: string[] = []
  for (const ip of addresses.slice(0, length === 'short' ? 5 : 20)) {
    const { body } = await account.signIn(ip, account.password)
    tickets.push((body.secondFactor as { ticket?: string } | undefined)?.ticket ?? '')
  }
  const began = Date.now()
  const answers = await Promise.all(
    addresses.map((ip, n) => {
      const typed = n % 3 === 0 ? 'AAAAA-AAAAA' : String(n).padStart(6, '0')
      return target.call(
        'POST',
        '/api/auth/second-factor',
        { ticket: tickets[n % tickets.length], code: typed },
        { ip },
      )
    }),
  )
  const count = (asked: string) => answers.filter((answer) => answer.code === asked).length
  return [
    { name: 'authenticator apps set up', value: Number(confirmed.status === 200), atLeast: 1 },
    { name: 'codes sent at once', value: answers.length, atLeast: 100 },
    { name: 'codes evaluated', value: count('second_factor_failed'), atLeast: 1, atMost: maxGuesses(began) },
    { name: 'sessions begun', value: answers.filter(({ status }) => status === 200).length, atMost: 0 },
  ]
}
