import { setTimeout } from 'node:timers/promises'
import { newNonce } from '../harness/signing-client.ts'
import type { AttackLength, Finding } from './attack.ts'
import type { AttackTarget } from './attack-target.ts'

const password = 'the password of an end-user'
const hwid = 'machine-1'
/** A little longer than the samples have between login and start. */
const afterGraceMs = 61_000

/** Somebody knows a user id, and perhaps the machine's name, of an application whose verify is strict. */
export async function strictBareId(target: AttackTarget, length: AttackLength): Promise<Finding[]> {
  const { apiKey } = await target.application({ leaseHours: 72, isVerifyStrict: true })
  const [home = ''] = target.addresses(1)
  const username = target.unique('strict')
  const { body } = await target.client(apiKey, 'register', { username, password, hwid }, { ip: home })
  const user_id = Number(body.user_id)
  const ask = (path: string, sends: object, ip: string) =>
    target.client(apiKey, path, { user_id, ...sends }, { ip, headers: { 'x-nonce': newNonce() } })
  const start = async (sends: object, ip: string) => {
    const started = await ask('session/track', { action: 'start', ...sends }, ip)
    return started.status === 200 ? String(started.body.session_token) : undefined
  }
  const found = { verified: 0, leases: 0, tries: 0 }
  /** By the bare id, by a session that was started with it, and by both with the machine's name. */
  const attack = async (ip: string, isGraced: boolean) => {
    for (const sends of [{}, { hwid }]) {
      const session_token = await start(sends, ip)
      const bare = await ask('verify', sends, ip)
      const inSession = session_token === undefined ? bare : await ask('verify', { ...sends, session_token }, ip)
      const isSameDevice = isGraced && 'hwid' in sends
      if (bare.status === 200 && !isGraced) found.verified += 1
      if (inSession.status === 200 && session_token !== undefined && !isSameDevice) found.verified += 1
      if (typeof bare.body.lease === 'string') found.leases += 1
      if (typeof inSession.body.lease === 'string' && !isSameDevice) found.leases += 1
      found.tries += 1
    }
  }

  for (const ip of target.addresses(length === 'short' ? 3 : 100)) await attack(ip, false)
  const login = await target.client(apiKey, 'login', { username, password, hwid }, { ip: home })
  const verified = await ask('verify', {}, home)
  const session_token = (await start({ hwid }, home)) ?? ''
  const proved = await ask('verify', { session_token }, home)
  for (const ip of target.addresses(length === 'short' ? 3 : 100)) await attack(ip, false)
  await attack(home, true)
  if (length === 'full') {
    await setTimeout(afterGraceMs)
    await attack(home, false)
  }
  const served = [login, verified, proved].filter(({ status }) => status === 200).length
  return [
    { name: 'verified without a login of that device', value: found.verified, atMost: 0 },
    { name: 'leases without a login of that device', value: found.leases, atMost: 0 },
    { name: 'tries', value: found.tries, atLeast: 10 },
    { name: 'login, verify and session verify of the sample answered', value: served, atLeast: 3 },
    { name: 'leases of its session', value: typeof proved.body.lease === 'string' ? 1 : 0, atLeast: 1 },
  ]
}
