import type { AttackLength, Finding } from './attack.ts'
import type { AttackTarget } from './attack-target.ts'

const atOnce = { short: 200, full: 2_000 }
const honest = { short: 100, full: 500 }

/** Ids of users, sent all at once: a limiter that counts after the lookup admits them all. */
export async function guessingIdsByPipelining(target: AttackTarget, length: AttackLength): Promise<Finding[]> {
  const { id, apiKey } = await target.application()
  const made = await target.server.api<{ id: number }>('POST', `/api/applications/${id}/users`, {
    username: target.unique('known'),
    password: 'the password of a known user',
  })
  const [stranger = '', office = ''] = target.addresses(2)
  const verify = (user_id: number, ip: string) => target.client(apiKey, 'verify', { user_id }, { ip })
  const start = (user_id: number) =>
    target.client(apiKey, 'session/track', { action: 'start', user_id }, { ip: stranger })
  const guesses = Array.from({ length: atOnce[length] }, (_, n) => (n % 2 ? verify(n + 1, stranger) : start(n + 1)))
  const known = Array.from({ length: honest[length] }, () => verify(made.body.id, office))
  const [guessed, served] = await Promise.all([Promise.all(guesses), Promise.all(known)])
  return [
    {
      name: `ids that were looked up, of ${guesses.length}`,
      value: guessed.filter(({ code }) => code === 'user_not_found').length,
      atMost: 20,
      atLeast: 1,
    },
    {
      name: `calls with a known id that were refused, of ${known.length}`,
      value: served.filter(({ code }) => code !== 'user_verified').length,
      atMost: 0,
    },
  ]
}
