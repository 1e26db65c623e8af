import type { SampleAnswer } from './bare-server.ts'
import { startChild } from './child.ts'
import { cpuTimeDuring, cpuTimeUs } from './cpu-time.ts'
import type { LoadPlan, LoadResult } from './generate-load.ts'
import { generateLoad, startLoadGenerator } from './generate-load.ts'
import type { Installation } from './installation.ts'

/** The result of one round with a server. */
export interface HeartbeatRound {
  readonly perSecond: number
  readonly cpuUs: number
  readonly perCpuSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  /** CPU time of the database's own processes per request. */
  readonly databaseCpuUs: number
}

export interface HeartbeatRounds {
  readonly keywright: readonly HeartbeatRound[]
  readonly bare: readonly HeartbeatRound[]
}

interface RoundOptions {
  readonly rounds: number
  /** CPU microseconds of the database's own processes. */
  readonly databaseClock?: () => number
}

const connections = 64
const roundMs = 2_000
const warmUpMs = 3_000

const heartbeatPath = '/api/v1/session/track'

export function heartbeatRequests({ seeded }: Pick<Installation, 'seeded'>) {
  return {
    path: heartbeatPath,
    headers: { 'x-api-key': seeded.apiKey },
    bodies: seeded.tokens.map((token) => JSON.stringify({ action: 'heartbeat', session_token: token })),
  }
}

/** Heartbeats at full speed, alternating between the real server and the bare one. */
export async function heartbeatRounds(installation: Installation, options: RoundOptions): Promise<HeartbeatRounds> {
  const bare = startChild<SampleAnswer, number>('./bare-server.ts')
  const generator = startLoadGenerator()
  try {
    const plan = { ...heartbeatRequests(installation), connections }
    const barePort = await bare.ask(await sampleAnswer(installation))
    const round = async (port: number, pid: number, durationMs = roundMs) => {
      const load: LoadPlan = { ...plan, port, durationMs }
      const ofServer = () =>
        cpuTimeDuring(
          () => cpuTimeUs(pid),
          () => generateLoad(generator, load),
        )
      const { us: databaseUs, result } = await cpuTimeDuring(options.databaseClock ?? (() => 0), ofServer)
      return toRound(result.result, result.us, databaseUs)
    }
    await round(installation.port, installation.pid, warmUpMs)
    await round(barePort, bare.pid, warmUpMs)
    const rounds = { keywright: [] as HeartbeatRound[], bare: [] as HeartbeatRound[] }
    for (let turn = 0; turn < options.rounds; turn += 1) {
      rounds.keywright.push(await round(installation.port, installation.pid))
      rounds.bare.push(await round(barePort, bare.pid))
    }
    return rounds
  } finally {
    await Promise.all([bare.stop(), generator.stop()])
  }
}

function toRound({ answers, seconds, p50Ms, p99Ms }: LoadResult, us: number, databaseUs: number): HeartbeatRound {
  return {
    perSecond: answers / seconds,
    cpuUs: us / answers,
    perCpuSecond: (answers / us) * 1_000_000,
    p50Ms,
    p99Ms,
    databaseCpuUs: databaseUs / answers,
  }
}

/** Headers that node:http adds itself. */
const ownHeaders = ['date', 'connection', 'keep-alive', 'content-length']

/** The real server's response to a heartbeat, for the bare one to repeat. */
async function sampleAnswer({ server, seeded }: Installation): Promise<SampleAnswer> {
  const response = await fetch(server.origin + heartbeatPath, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': seeded.apiKey },
    body: JSON.stringify({ action: 'heartbeat', session_token: seeded.tokens[0] }),
  })
  if (!response.ok) throw new Error(`a heartbeat was refused: ${await response.text()}`)
  const headers = [...response.headers].filter(([name]) => !ownHeaders.includes(name))
  return { headers: Object.fromEntries(headers), body: (await response.json()) as SampleAnswer['body'] }
}
