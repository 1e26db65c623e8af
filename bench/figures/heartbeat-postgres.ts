import { startPostgresCluster } from '../../test/harness/postgres-cluster.ts'
import { cpuTimeOfTreeUs } from '../cpu-time.ts'
import { type Row, Unmeasurable } from '../figure.ts'
import { withInstallation } from '../installation.ts'
import { installedPostgres, serverPid } from '../machine.ts'
import { heartbeatRequests, pairedRounds } from '../paired-rounds.ts'
import { pairedRows } from './heartbeat.ts'

const load = { connections: 64, rounds: 4, roundMs: 2_000 }

export async function heartbeatPostgres(): Promise<readonly Row[]> {
  const postgres = await installedPostgres()
  if (!postgres) throw new Unmeasurable('there is no PostgreSQL here')
  const cluster = await startPostgresCluster(postgres.bin)
  const databaseUrl = `${cluster.url}/postgres`
  try {
    return await withInstallation({ users: 2_000, sessionsPerUser: 10, databaseUrl }, async (installation) => {
      const pid = await serverPid(databaseUrl)
      const measured = await pairedRounds(installation, heartbeatRequests(installation), {
        ...load,
        databaseClock: () => cpuTimeOfTreeUs(pid),
      })
      const database: Row = {
        name: 'PostgreSQL: CPU us per request',
        values: measured.keywright.map((beats) => beats.databaseCpuUs),
        digits: 1,
      }
      return [...pairedRows('64 connections', measured), database]
    })
  } finally {
    await cluster.stop()
  }
}
