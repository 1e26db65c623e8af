import type { AttackLength, Finding } from './attack.ts'
import type { AttackTarget } from './attack-target.ts'
import { floodWithGuesses } from './guess-flood.ts'

/** Wrong admin keys an hour that are answered as wrong, from however many addresses. */
const perHour = 100

/** Wrong admin keys from many addresses, among them the one of who holds the right key. */
export async function adminKeyLockout(target: AttackTarget, length: AttackLength): Promise<Finding[]> {
  const addresses = target.addresses(length === 'short' ? 60 : 1000)
  const ask = (key: string, ip: string | undefined) =>
    target.call('GET', '/api/admin/users', undefined, { headers: { 'x-admin-key': key }, ...(ip && { ip }) })
  const flood = await floodWithGuesses(
    length,
    addresses,
    (n, ip) => ask(`wrong ${n}`, ip),
    async (round) => [await ask(target.adminKey, addresses[round]), await ask(target.adminKey, undefined)],
  )
  return [
    { name: 'guesses', value: flood.guesses, atLeast: perHour },
    { name: 'guesses answered as wrong', value: flood.evaluated, atLeast: 1, atMost: perHour },
    { name: 'uses of the right key', value: flood.honest, atLeast: 1 },
    { name: 'uses of the right key refused', value: flood.honestRefused, atMost: 0 },
  ]
}
