import { newApiKey } from '../../src/server/lib/tokens.ts'
import type { AttackLength, Finding } from './attack.ts'
import type { AttackTarget } from './attack-target.ts'

const atOnce = { short: 300, full: 5_000 }

/** Well-formed but unknown API keys, from an IP address where a client also uses a valid one. */
export async function unknownApiKeys(target: AttackTarget, length: AttackLength): Promise<Finding[]> {
  const { apiKey } = await target.application()
  const [ip = ''] = target.addresses(1)
  const verify = (key: string) => target.client(key, 'verify', { user_id: 1 }, { ip })
  const tried = await Promise.all(Array.from({ length: atOnce[length] }, () => verify(newApiKey())))
  const right = await verify(apiKey)
  const count = (code: string) => tried.filter((said) => said.code === code).length
  return [
    {
      name: `keys that were looked up, of ${tried.length}`,
      value: count('application_not_found'),
      atMost: 60,
      atLeast: 1,
    },
    { name: 'keys refused without a look', value: count('rate_limited'), atLeast: tried.length - 60 },
    { name: 'calls with a right key that were refused', value: right.code === 'user_not_found' ? 0 : 1, atMost: 0 },
  ]
}
