import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { atMost, type Row, Unmeasurable } from '../figure.ts'
import { type Installation, withInstallation } from '../installation.ts'
import { loginsOf } from '../logins.ts'
import { heartbeatRequests, verifyRequests } from '../paired-rounds.ts'
import { type Paired, type PairedCall, pairedServers } from '../paired-servers.ts'

interface Call extends PairedCall {
  readonly name: string
}

const calls: readonly Call[] = [
  { name: 'heartbeat', requests: heartbeatRequests, connections: 64, roundMs: 1_000, warmUpMs: 4_000 },
  { name: 'verify', requests: verifyRequests, connections: 64, roundMs: 1_000, warmUpMs: 4_000 },
  { name: 'login', requests: loginsOf, connections: 8, roundMs: 2_000, warmUpMs: 20_000 },
]
const rounds = Number(process.env.ROUNDS ?? 24)
/** Two servers of one version differ by up to a tenth in their logins, each for as long as it lives. */
const pairs = 4

/**
 * This version against another checkout of the repository with its packages installed, `BEFORE=/its/folder`: both servers
 * run, and take the same calls in turns. The one that begins changes from round to round, both are started anew for
 * each quarter of the rounds, and the one that is started first changes, too.
 */
export async function before(): Promise<readonly Row[]> {
  const folder = process.env.BEFORE
  if (!folder) throw new Unmeasurable('BEFORE names no other checkout')
  const other: Pick<typeof import('../installation.ts'), 'withInstallation'> = await import(
    pathToFileURL(join(resolve(folder), 'bench/installation.ts')).href
  )
  const rows: Row[] = []
  for (const call of calls) {
    const options = { users: 2_000, sessionsPerUser: call.name === 'heartbeat' ? 10 : 0 }
    const all: Paired = { ratios: [], firstUs: [], secondUs: [] }
    const compare = async (now: Installation, then: Installation) => {
      const pair = await pairedServers(call, Math.ceil(rounds / pairs), now, then)
      for (const values of ['ratios', 'firstUs', 'secondUs'] as const) all[values].push(...pair[values])
    }
    for (let pair = 0; pair < pairs; pair += 1) {
      if (pair % 2 === 0)
        await withInstallation(options, (now) => other.withInstallation(options, (then) => compare(now, then)))
      else await other.withInstallation(options, (then) => withInstallation(options, (now) => compare(now, then)))
    }
    rows.push(...rowsOf(call.name, all))
  }
  return rows
}

const rowsOf = (name: string, { ratios, firstUs, secondUs }: Paired): Row[] => [
  { name: `${name}: CPU, now / before`, values: ratios, digits: 3, target: atMost(1.02) },
  { name: `${name}, now: CPU us`, values: firstUs, digits: 1 },
  { name: `${name}, before: CPU us`, values: secondUs, digits: 1 },
]
