import { atMost, latencyRows, type Row, type Target } from '../figure.ts'
import { withInstallation } from '../installation.ts'
import { heartbeatRequests, type PairedRounds, pairedRounds, type RoundOptions } from '../paired-rounds.ts'

interface Load extends RoundOptions {
  readonly name: string
  readonly target?: Target
}

/**
 * CPU time is counted in hundredths of a second: the fewer requests, the longer a round. A low rate does not reach every
 * session in time, so all rounds of a load end within the 90 s that a session may be silent.
 */
const loads: readonly Load[] = [
  { name: '64 connections', connections: 64, rounds: 6, roundMs: 2_000, target: atMost(1.25) },
  { name: '1 connection', connections: 1, rounds: 4, roundMs: 2_000 },
  { name: '400 a second, 64 connections', connections: 64, rate: 400, rounds: 4, roundMs: 5_000 },
  { name: '400 a second, 1 connection', connections: 1, rate: 400, rounds: 4, roundMs: 5_000 },
  { name: '50 a second, 64 connections', connections: 64, rate: 50, rounds: 4, roundMs: 8_000 },
  { name: '50 a second, 1 connection', connections: 1, rate: 50, rounds: 4, roundMs: 8_000 },
]

/** Each load has a server of its own, whose sessions all began just now. */
export async function heartbeat(): Promise<readonly Row[]> {
  const rows: Row[] = []
  for (const { name, target, ...load } of loads) {
    await withInstallation({ users: 2_000, sessionsPerUser: 10 }, async (installation) => {
      const measured = await pairedRounds(installation, heartbeatRequests(installation), load)
      rows.push(...pairedRows(name, measured, target))
    })
  }
  return rows
}

/** Each ratio is of one round to the one beside it. */
export function pairedRows(load: string, { keywright, bare }: PairedRounds, target?: Target): Row[] {
  const ratios = keywright.map(({ cpuUs }, round) => cpuUs / (bare[round]?.cpuUs ?? Number.NaN))
  const servers = [
    { name: 'Keywright', rounds: keywright },
    { name: 'bare', rounds: bare },
  ]
  return [
    { name: `${load}: CPU, Keywright / bare`, values: ratios, digits: 2, ...(target && { target }) },
    ...servers.flatMap(({ name, rounds }) => [
      { name: `${load}, ${name}: CPU us per request`, values: rounds.map(({ cpuUs }) => cpuUs), digits: 1 },
      { name: `${load}, ${name}: requests per second`, values: rounds.map(({ perSecond }) => perSecond), digits: 0 },
      ...latencyRows(`${load}, ${name}`, rounds),
    ]),
  ]
}
