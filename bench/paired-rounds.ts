import type { SampleAnswer } from './bare-server.ts'
import { startChild } from './child.ts'
import { cpuTimeDuring, cpuTimeUs } from './cpu-time.ts'
import type { LoadPlan, LoadResult } from './generate-load.ts'
import { generateLoad, startLoadGenerator } from './generate-load.ts'
import type { Installation } from './installation.ts'

/** The result of one round with a server. */
interface Round {
  readonly perSecond: number
  readonly cpuUs: number
  readonly p50Ms: number
  readonly p99Ms: number
  /** CPU time of the database's own processes per request. */
  readonly databaseCpuUs: number
}

export interface PairedRounds {
  readonly keywright: readonly Round[]
  readonly bare: readonly Round[]
}

/** What is sent, again and again from the first body. */
type Requests = Pick<LoadPlan, 'path' | 'headers' | 'bodies'>

export interface RoundOptions extends Pick<LoadPlan, 'connections' | 'rate'> {
  readonly rounds: number
  readonly roundMs: number
  /** CPU microseconds of the database's own processes. */
  readonly databaseClock?: () => number
}

const warmUpMs = 3_000

export function heartbeatRequests({ seeded }: Pick<Installation, 'seeded'>): Requests {
  return {
    path: '/api/v1/session/track',
    headers: { 'x-api-key': seeded.apiKey },
    bodies: seeded.tokens.map((token) => JSON.stringify({ action: 'heartbeat', session_token: token })),
  }
}

export function verifyRequests({ seeded }: Pick<Installation, 'seeded'>): Requests {
  const bodies = seeded.users.map(({ id }) => JSON.stringify({ user_id: id }))
  return { path: '/api/v1/verify', headers: { 'x-api-key': seeded.apiKey }, bodies }
}

/** The same requests to the real server and to the bare one, round by round in turns. */
export async function pairedRounds(
  installation: Installation,
  requests: Requests,
  { connections, rate, ...options }: RoundOptions,
): Promise<PairedRounds> {
  const bare = startChild<SampleAnswer, number>('./bare-server.ts')
  const generator = startLoadGenerator()
  try {
    const barePort = await bare.ask(await sampleAnswer(installation, requests))
    const round = async (port: number, pid: number, durationMs: number, isAtRate = rate !== undefined) => {
      const load: LoadPlan = { ...requests, connections, port, durationMs, ...(isAtRate && rate && { rate }) }
      const ofServer = () =>
        cpuTimeDuring(
          () => cpuTimeUs(pid),
          () => generateLoad(generator, load),
        )
      const { us: databaseUs, result } = await cpuTimeDuring(options.databaseClock ?? (() => 0), ofServer)
      return toRound(result.result, result.us, databaseUs)
    }
    await round(installation.port, installation.pid, warmUpMs, false)
    await round(barePort, bare.pid, warmUpMs, false)
    const rounds = { keywright: [] as Round[], bare: [] as Round[] }
    for (let turn = 0; turn < options.rounds; turn += 1) {
      rounds.keywright.push(await round(installation.port, installation.pid, options.roundMs))
      rounds.bare.push(await round(barePort, bare.pid, options.roundMs))
    }
    return rounds
  } finally {
    await Promise.all([bare.stop(), generator.stop()])
  }
}

function toRound({ answers, seconds, p50Ms, p99Ms }: LoadResult, us: number, databaseUs: number): Round {
  return {
    perSecond: answers / seconds,
    cpuUs: us / answers,
    p50Ms,
    p99Ms,
    databaseCpuUs: databaseUs / answers,
  }
}

/** Headers that node:http adds itself. */
const ownHeaders = ['date', 'connection', 'keep-alive', 'content-length']

/** The real server's response, for the bare one to repeat. */
async function sampleAnswer({ server }: Installation, { path, headers, bodies }: Requests): Promise<SampleAnswer> {
  const response = await fetch(server.origin + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: bodies[0] ?? '',
  })
  if (!response.ok) throw new Error(`refused: ${await response.text()}`)
  const sent = [...response.headers].filter(([name]) => !ownHeaders.includes(name))
  return { headers: Object.fromEntries(sent), body: (await response.json()) as SampleAnswer['body'] }
}
