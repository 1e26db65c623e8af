import type { Attack } from './attack.ts'
import { floodWithGuesses } from './guess-flood.ts'

/** Wrong admin keys an hour that are answered as wrong, from however many addresses. */
const perHour = 100

/** Wrong admin keys from many addresses, among them the one of who holds the right key. */
export const adminKeyLockout: Attack = {
  name: 'admin-key-lockout',
  guarantee: 'however many wrong admin keys are sent, the right one passes',
  async run(target, length) {
    const addresses = target.addresses(length === 'short' ? 60 : 1000)
    const ask = (key: string, ip: string | undefined) =>
      target.call('GET', '/api/admin/users', undefined, { headers: { 'x-admin-key': key }, ...(ip && { ip }) })
    let asWrong = 0
    const { guesses, answers } = await floodWithGuesses(
      length,
      async (n) => {
        const { status } = await ask(`wrong ${n}`, addresses[n % addresses.length])
        if (status === 401) asWrong += 1
      },
      async (round) => [await ask(target.adminKey, addresses[round]), await ask(target.adminKey, undefined)],
    )
    return [
      { name: 'guesses', value: guesses, atLeast: perHour },
      { name: 'guesses answered as wrong', value: asWrong, atLeast: 1, atMost: perHour },
      { name: 'uses of the right key', value: answers.length, atLeast: 1 },
      {
        name: 'uses of the right key refused',
        value: answers.filter(({ status }) => status !== 200).length,
        atMost: 0,
      },
    ]
  },
}
