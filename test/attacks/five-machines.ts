import { newNonce } from '../harness/signing-client.ts'
import type { AttackLength, Finding } from './attack.ts'
import type { AttackTarget } from './attack-target.ts'

const password = 'the password that five friends share'
const machines = ['machine-1', 'machine-2', 'machine-3', 'machine-4', 'machine-5']

interface Served {
  /** Machines of which a session was started or that were verified, by name. */
  readonly machines: ReadonlySet<string>
  readonly leases: number
  readonly leasesElsewhere: number
}

/** One registration on a license with one seat, and five devices that share its response. */
export async function fiveMachines(target: AttackTarget, length: AttackLength): Promise<Finding[]> {
  const { id, apiKey } = await target.application({ leaseHours: 72 })
  const rounds = length === 'short' ? 3 : 200
  const before: Served[] = []
  const after: Served[] = []
  for (let round = 0; round < rounds; round += 1) {
    const license = await target.server.api<{ licenseKey: string }>('POST', `/api/applications/${id}/licenses`, {})
    const [ip = ''] = target.addresses(1)
    const username = target.unique('shared')
    const registration = { username, password, license_key: license.body.licenseKey }
    const { body } = await target.client(apiKey, 'register', registration, { ip })
    const user_id = Number(body.user_id)
    before.push(await serve(target, apiKey, user_id, undefined))
    const [first = ''] = machines
    const login = await target.client(apiKey, 'login', { username, password, hwid: first }, { ip })
    const session = { action: 'start', user_id, hwid: first }
    const started = await target.client(apiKey, 'session/track', session, { ip })
    if (login.status !== 200 || started.status !== 200) throw new Error(`not served: ${login.code} ${started.code}`)
    after.push(await serve(target, apiKey, user_id, String(started.body.session_token), ip))
  }
  const most = (served: readonly Served[]) => Math.max(...served.map((each) => each.machines.size))
  const sum = (count: (served: Served) => number) => [...before, ...after].reduce((all, each) => all + count(each), 0)
  return [
    { name: 'machines served before any login, at most', value: most(before), atMost: 0 },
    { name: 'machines served after the login of one, at most', value: most(after), atMost: 1, atLeast: 1 },
    { name: 'leases of machines that did not log in', value: sum((each) => each.leasesElsewhere), atMost: 0 },
    { name: 'leases of the machine that did', value: sum((each) => each.leases), atLeast: rounds },
  ]
}

/** Each machine tries to start, and to be verified by the user id and with the session of the first one. */
async function serve(
  target: AttackTarget,
  apiKey: string,
  user_id: number,
  session_token: string | undefined,
  home?: string,
): Promise<Served> {
  const served = new Set<string>()
  let leases = 0
  let leasesElsewhere = 0
  for (const [place, hwid] of machines.entries()) {
    const [other = ''] = target.addresses(1)
    // the friends may sit behind one address, too
    for (const ip of new Set([other, home ?? other])) {
      const ask = (path: string, body: object) =>
        target.client(apiKey, path, { user_id, hwid, ...body }, { ip, headers: { 'x-nonce': newNonce() } })
      const calls = [
        await ask('session/track', { action: 'start' }),
        await ask('verify', {}),
        ...(session_token === undefined ? [] : [await ask('verify', { session_token })]),
      ]
      for (const { status, body } of calls) {
        if (status === 200) served.add(hwid)
        if (typeof body.lease === 'string' && place === 0) leases += 1
        if (typeof body.lease === 'string' && place > 0) leasesElsewhere += 1
      }
    }
  }
  return { machines: served, leases, leasesElsewhere }
}
