import { knownClients } from '../../src/server/lib/client-versions.ts'
import { atMost, type Row } from '../figure.ts'
import { withInstallation } from '../installation.ts'
import { loginsOf } from '../logins.ts'
import { type PairedSide, pairedSides } from '../paired-servers.ts'

const options = { connections: 8, roundMs: 2_000, warmUpMs: 20_000 }
const rounds = 30

/** Logins with and without `X-Client`, in turns at one server: two servers differ by more than a header costs. */
export function clientHeader(): Promise<readonly Row[]> {
  return withInstallation({ users: 2_000, sessionsPerUser: 0 }, async (installation) => {
    const without: PairedSide = { installation, requests: loginsOf(installation) }
    const { headers } = without.requests
    const sent = `keywright-node/${knownClients.released.at(-1)}`
    const withIt: PairedSide = {
      installation,
      requests: { ...without.requests, headers: { ...headers, 'x-client': sent } },
    }
    const { ratios, firstUs, secondUs } = await pairedSides(options, rounds, withIt, without)
    return [
      { name: 'login: CPU, with the header / without', values: ratios, digits: 3, target: atMost(1.01) },
      { name: 'login, with the header: CPU us', values: firstUs, digits: 1 },
      { name: 'login, without: CPU us', values: secondUs, digits: 1 },
    ]
  })
}
