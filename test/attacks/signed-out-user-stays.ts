import type { AttackLength, Finding } from './attack.ts'
import type { AttackTarget } from './attack-target.ts'

const password = 'a password that is known to too many'

/** A client stays online with credentials from before the developer changed the password or the hardware ID. */
export async function signedOutUserStays(target: AttackTarget, length: AttackLength): Promise<Finding[]> {
  const { id, apiKey } = await target.application()
  const rounds = length === 'short' ? 2 : 100
  const track = (body: object, ip: string) => target.client(apiKey, 'session/track', body, { ip })
  const found = { alive: 0, lateOnOldMachine: 0, before: 0, ended: 0 }
  const changes = [
    ['PUT', '', { password: `${password}!` }],
    ['PUT', '', { hwid: 'machine-2' }],
    ['PUT', '', { hwid: '' }],
    ['POST', '/reset-hwid', undefined],
  ] as const
  for (let round = 0; round < rounds; round += 1) {
    for (const [method, action, body] of changes) {
      const [ip = ''] = target.addresses(1)
      const username = target.unique('online')
      const hwid = 'machine-1'
      const registered = await target.client(apiKey, 'register', { username, password, hwid }, { ip })
      const user_id = Number(registered.body.user_id)
      const start = (named: object) => track({ action: 'start', user_id, ...named }, ip)
      const online = [await start({ hwid }), await start({})]
      const beat = async (session_token: unknown) => track({ action: 'heartbeat', session_token }, ip)
      for (const { body } of online) if ((await beat(body.session_token)).status === 200) found.before += 1
      const path = `/api/applications/${id}/users/${user_id}${action}`
      const underWay = Array.from({ length: 8 }, () => start({ hwid }))
      const changed = await target.server.api(method, path, body)
      if (changed.status !== 200) throw new Error(`not changed: ${JSON.stringify(changed.body)}`)
      for (const { body } of online) {
        const answer = await beat(body.session_token)
        if (answer.status === 200) found.alive += 1
        if (['session_ended', 'hwid_mismatch'].includes(answer.code)) found.ended += 1
      }
      if (body !== undefined && 'password' in body) continue
      for (const started of await Promise.all(underWay)) {
        if (started.status === 200 && (await beat(started.body.session_token)).status === 200)
          found.lateOnOldMachine += 1
      }
    }
  }
  const sessions = 2 * rounds * changes.length
  return [
    { name: 'sessions alive after the change', value: found.alive, atMost: 0 },
    { name: 'starts under way that live on the old machine', value: found.lateOnOldMachine, atMost: 0 },
    { name: 'sessions that were alive before', value: found.before, atLeast: sessions },
    { name: 'sessions told that they are over', value: found.ended, atLeast: sessions },
  ]
}
