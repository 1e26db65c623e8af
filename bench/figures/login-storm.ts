import { setTimeout as sleep } from 'node:timers/promises'
import { atMost, latencyRows, type Row } from '../figure.ts'
import type { LoadResult } from '../generate-load.ts'
import { generateLoad, type LoadGenerator, startLoadGenerator } from '../generate-load.ts'
import { type Installation, withInstallation } from '../installation.ts'
import { loginsOf } from '../logins.ts'
import { heartbeatRequests } from '../paired-rounds.ts'

const rounds = 5
/** Longer than the five seconds between two writes of last-seen times, so that every round includes one. */
const beatsMs = 6_000
const untilStormMs = 500

export function loginStorm(): Promise<readonly Row[]> {
  return withInstallation({ users: 2_000, sessionsPerUser: 1 }, async (installation) => {
    const generators = { beats: startLoadGenerator(), logins: startLoadGenerator() }
    try {
      return await measure(installation, generators)
    } finally {
      await Promise.all([generators.beats.stop(), generators.logins.stop()])
    }
  })
}

interface Generators {
  readonly beats: LoadGenerator
  readonly logins: LoadGenerator
}

async function measure(installation: Installation, generators: Generators) {
  const beats = () => {
    const plan = {
      ...heartbeatRequests(installation),
      port: installation.port,
      connections: 16,
      rate: 500,
      durationMs: beatsMs,
    }
    return generateLoad(generators.beats, plan)
  }
  const storm = () => {
    const durationMs = beatsMs + 2 * untilStormMs
    return generateLoad(generators.logins, { ...loginsOf(installation), connections: 32, durationMs })
  }
  await Promise.all([beats(), storm()])
  const idle: LoadResult[] = []
  const stormy: LoadResult[] = []
  const logins: LoadResult[] = []
  for (let round = 0; round < rounds; round += 1) {
    idle.push(await beats())
    const [login, beat] = await Promise.all([storm(), sleep(untilStormMs).then(beats)])
    logins.push(login)
    stormy.push(beat)
  }
  const ratios = stormy.map(({ p99Ms }, round) => p99Ms / (idle[round]?.p99Ms ?? Number.NaN))
  return [
    { name: 'p99 of heartbeats, storm / idle', values: ratios, digits: 2, target: atMost(3) },
    ...latencyRows('idle', idle),
    ...latencyRows('storm', stormy),
    { name: 'storm: heartbeats per second', values: stormy.map(perSecond), digits: 0 },
    { name: 'storm: logins per second', values: logins.map(perSecond), digits: 0 },
  ]
}

const perSecond = ({ answers, seconds }: LoadResult) => answers / seconds
