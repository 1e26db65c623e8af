import type { AttackLength, Finding } from './attack.ts'
import type { AttackTarget } from './attack-target.ts'
import { maxGuesses } from './guess-flood.ts'

/** A stolen session guesses the password, by re-authentication and by password changes, and codes, all at once. */
export async function stepUpPipelining(target: AttackTarget, length: AttackLength): Promise<Finding[]> {
  const account = await target.account()
  const addresses = target.addresses(length === 'short' ? 100 : 1000)
  const [home = '', owners = ''] = target.addresses(2)
  const [stolen, own] = [await account.signIn(home, account.password), await account.signIn(owners, account.password)]
  const call = (ip: string, cookies: readonly string[], path: string, body: object) =>
    target.call('POST', path, body, { ip, headers: { cookie: cookies.join('; ') } })
  const began = Date.now()
  const answers = await Promise.all(
    addresses.map((ip, n) => {
      if (n % 3 === 0) return call(ip, stolen.cookies, '/api/account/prove', { code: String(n).padStart(6, '0') })
      if (n % 3 === 1) return call(ip, stolen.cookies, '/api/account/prove', { password: `guess ${n}` })
      const body = { currentPassword: `guess ${n}`, newPassword: 'a password of whoever stole the session' }
      return call(ip, stolen.cookies, '/api/account/password', body)
    }),
  )
  const isEvaluated = ({ code }: { readonly code: string }) => code === 'proof_failed' || code === 'invalid_request'
  const proof = await call(owners, own.cookies, '/api/account/prove', { password: account.password })
  return [
    { name: 'proofs sent at once', value: answers.length, atLeast: 100 },
    { name: 'proofs evaluated', value: answers.filter(isEvaluated).length, atLeast: 1, atMost: maxGuesses(began) },
    { name: 'proofs of the owner elsewhere refused', value: Number(proof.status !== 200), atMost: 0 },
  ]
}
