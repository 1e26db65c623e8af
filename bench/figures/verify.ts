import { atMost, type Row } from '../figure.ts'
import { withInstallation } from '../installation.ts'
import { pairedRounds, verifyRequests } from '../paired-rounds.ts'
import { pairedRows } from './heartbeat.ts'

export function verify(): Promise<readonly Row[]> {
  return withInstallation({ users: 2_000, sessionsPerUser: 0 }, async (installation) => {
    const load = { connections: 64, rounds: 6, roundMs: 2_000 }
    return pairedRows(
      '64 connections',
      await pairedRounds(installation, verifyRequests(installation), load),
      atMost(1.4),
    )
  })
}
