import { cpuTimeDuring, cpuTimeUs } from '../cpu-time.ts'
import { atMost, type Row } from '../figure.ts'
import { generateLoad, startLoadGenerator } from '../generate-load.ts'
import { type Installation, withInstallation } from '../installation.ts'
import { heartbeatRequests } from '../paired-rounds.ts'

const rounds = 6
const roundMs = 2_000
const warmUpMs = 5_000
const connections = 16
const nonce = '00112233445566778899aabbccddeeff'

export const signing = () => withInstallation({ users: 500, sessionsPerUser: 10 }, measure)

async function measure(installation: Installation): Promise<Row[]> {
  const generator = startLoadGenerator()
  const { headers, ...beats } = heartbeatRequests(installation)
  const round = async (isSigned: boolean, durationMs = roundMs) => {
    const plan = {
      ...beats,
      headers: { ...headers, ...(isSigned && { 'x-nonce': nonce }) },
      connections,
      port: installation.port,
      durationMs,
    }
    const { us, result } = await cpuTimeDuring(
      () => cpuTimeUs(installation.pid),
      () => generateLoad(generator, plan),
    )
    return { cpuUs: us / result.answers, perSecond: result.answers / result.seconds, p99Ms: result.p99Ms }
  }
  try {
    await round(true, warmUpMs)
    await round(false, warmUpMs)
    const signed: Awaited<ReturnType<typeof round>>[] = []
    const unsigned: typeof signed = []
    for (let turn = 0; turn < rounds; turn += 1) {
      signed.push(await round(true))
      unsigned.push(await round(false))
    }
    const cost = signed.map(({ cpuUs }, turn) => cpuUs - (unsigned[turn]?.cpuUs ?? Number.NaN))
    return [
      { name: 'CPU us that a signature adds to an answer', values: cost, digits: 0, target: atMost(600) },
      { name: 'CPU us of a signed heartbeat', values: signed.map(({ cpuUs }) => cpuUs), digits: 0 },
      { name: 'CPU us of an unsigned heartbeat', values: unsigned.map(({ cpuUs }) => cpuUs), digits: 1 },
      { name: 'signed answers per second', values: signed.map(({ perSecond }) => perSecond), digits: 0 },
      { name: 'p99 ms, signed', values: signed.map(({ p99Ms }) => p99Ms), digits: 1 },
    ]
  } finally {
    await generator.stop()
  }
}
