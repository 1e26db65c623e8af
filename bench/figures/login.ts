import { startChild } from '../child.ts'
import { cpuTimeDuring, cpuTimeUs } from '../cpu-time.ts'
import { atMost, type Figure } from '../figure.ts'
import { generateLoad, startLoadGenerator } from '../generate-load.ts'
import type { HashPlan } from '../hash-alone.ts'
import { type Installation, withInstallation } from '../installation.ts'
import { loginsOf } from '../logins.ts'

const rounds = 8
const roundMs = 1_500
/** A server that was just started compiles what it runs often; a thousand logins later it is at its pace. */
const warmUpMs = { logins: 10_000, hashes: 1_000 }
const callers = 8

export const login: Figure = {
  name: 'login',
  title: 'CPU of a login beyond the argon2id hash in it (8 connections; the hash alone beside it, same limits)',
  needsLinux: true,
  measure: () => withInstallation({ users: 2_000, sessionsPerUser: 0 }, measure),
}

async function measure(installation: Installation) {
  const generator = startLoadGenerator()
  const hasher = startChild<HashPlan, number>('./hash-alone.ts')
  const { password, passwordHash } = installation.seeded
  const loginMs = async (durationMs: number) => {
    const plan = { ...loginsOf(installation), connections: callers, durationMs }
    const { us, result } = await cpuTimeDuring(
      () => cpuTimeUs(installation.pid),
      () => generateLoad(generator, plan),
    )
    return us / result.answers / 1000
  }
  const hashMs = async (durationMs: number) => {
    const plan = { storedHash: passwordHash, password, durationMs, callers }
    const { us, result } = await cpuTimeDuring(
      () => cpuTimeUs(hasher.pid),
      () => hasher.ask(plan),
    )
    return us / result / 1000
  }
  try {
    await loginMs(warmUpMs.logins)
    await hashMs(warmUpMs.hashes)
    const logins: number[] = []
    const hashes: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      logins.push(await loginMs(roundMs))
      hashes.push(await hashMs(roundMs))
    }
    const differences = logins.map((ms, round) => ms - (hashes[round] ?? Number.NaN))
    return [
      { name: 'CPU ms of a login beyond the hash', values: differences, digits: 2, target: atMost(1) },
      { name: 'CPU ms of a login', values: logins, digits: 2 },
      { name: 'CPU ms of the hash alone', values: hashes, digits: 2 },
    ]
  } finally {
    await Promise.all([generator.stop(), hasher.stop()])
  }
}
