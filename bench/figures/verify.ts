import { atMost, type Figure } from '../figure.ts'
import { withInstallation } from '../installation.ts'
import { pairedRounds, verifyRequests } from '../paired-rounds.ts'
import { pairedRows } from './heartbeat.ts'

export const verify: Figure = {
  name: 'verify',
  title: 'Verifies of a user on the embedded database against a bare node:http server (2,000 users, 64 connections)',
  needsLinux: true,
  measure: () =>
    withInstallation({ users: 2_000, sessionsPerUser: 0 }, async (installation) => {
      const load = { connections: 64, rounds: 6, roundMs: 2_000 }
      return pairedRows(
        '64 connections',
        await pairedRounds(installation, verifyRequests(installation), load),
        atMost(1.4),
      )
    }),
}
