import { startChild } from '../child.ts'
import { cpuTimeDuring, cpuTimeOfTreeUs, cpuTimeUs } from '../cpu-time.ts'
import { atMost } from '../figure.ts'
import { generateLoad, startLoadGenerator } from '../generate-load.ts'
import type { HashPlan } from '../hash-alone.ts'
import { type Installation, withInstallation } from '../installation.ts'
import { loginsOf } from '../logins.ts'

const rounds = 6
const roundMs = 3_000
/** A server that was just started still compiles its hot code; after two thousand logins it has its normal speed. */
const warmUpMs = { logins: 25_000, hashes: 1_000 }
const callers = 8

export const login = () => withInstallation({ users: 2_000, sessionsPerUser: 0 }, measure)

async function measure(installation: Installation) {
  const generator = startLoadGenerator()
  const hasher = startChild<HashPlan, number>('./hash-alone.ts')
  const { password, passwordHash } = installation.seeded
  const loginMs = async (durationMs: number) => {
    const plan = { ...loginsOf(installation), connections: callers, durationMs }
    const besideBeforeUs = cpuTimeUs(installation.pid)
    const { us, result } = await cpuTimeDuring(
      () => cpuTimeOfTreeUs(installation.pid),
      () => generateLoad(generator, plan),
    )
    const besideUs = cpuTimeUs(installation.pid) - besideBeforeUs
    return { whole: us / result.answers / 1000, beside: besideUs / result.answers / 1000 }
  }
  const hashMs = async (durationMs: number) => {
    const plan = { storedHash: passwordHash, password, durationMs, callers }
    const { us, result } = await cpuTimeDuring(
      () => cpuTimeOfTreeUs(hasher.pid),
      () => hasher.ask(plan),
    )
    return us / result / 1000
  }
  try {
    await loginMs(warmUpMs.logins)
    await hashMs(warmUpMs.hashes)
    const logins: { whole: number; beside: number }[] = []
    const hashes: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      logins.push(await loginMs(roundMs))
      hashes.push(await hashMs(roundMs))
    }
    return [
      {
        name: "CPU ms of a login in the server's process, which does all but the hash",
        values: logins.map(({ beside }) => beside),
        digits: 2,
        target: atMost(1),
      },
      { name: 'CPU ms of a login with the process that hashes', values: logins.map(({ whole }) => whole), digits: 2 },
      { name: 'CPU ms of the hash alone', values: hashes, digits: 2 },
    ]
  } finally {
    await Promise.all([generator.stop(), hasher.stop()])
  }
}
