import { atLeast, type Figure, type Row, type Target } from '../figure.ts'
import { type HeartbeatRounds, heartbeatRounds } from '../heartbeat-rounds.ts'
import { withInstallation } from '../installation.ts'

const rounds = 6

export const heartbeat: Figure = {
  name: 'heartbeat',
  title: 'Heartbeats on the embedded database against a bare node:http server (20,000 sessions, 64 connections)',
  needsLinux: true,
  measure: () =>
    withInstallation({ users: 2_000, sessionsPerUser: 10 }, async (installation) =>
      heartbeatRows(await heartbeatRounds(installation, { rounds }), atLeast(0.6)),
    ),
}

/** The rows of both databases' figures; each ratio is of one round to the one beside it. */
export function heartbeatRows({ keywright, bare }: HeartbeatRounds, target?: Target): Row[] {
  const ratios = keywright.map((beats, round) => beats.perCpuSecond / (bare[round]?.perCpuSecond ?? Number.NaN))
  const servers = [
    { name: 'Keywright', each: keywright },
    { name: 'bare', each: bare },
  ]
  return [
    { name: 'requests per CPU-second, Keywright / bare', values: ratios, digits: 2, ...(target && { target }) },
    ...servers.flatMap(({ name, each }) => [
      { name: `${name}: requests per CPU-second`, values: each.map((beats) => beats.perCpuSecond), digits: 0 },
      { name: `${name}: CPU us per request`, values: each.map((beats) => beats.cpuUs), digits: 1 },
      { name: `${name}: requests per second`, values: each.map((beats) => beats.perSecond), digits: 0 },
      { name: `${name}: p50 ms`, values: each.map((beats) => beats.p50Ms), digits: 2 },
      { name: `${name}: p99 ms`, values: each.map((beats) => beats.p99Ms), digits: 2 },
    ]),
  ]
}
