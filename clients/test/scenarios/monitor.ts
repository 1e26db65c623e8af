import { expect } from 'vitest'
import type { CallName, ProgramTraffic } from '../recording-proxy.ts'
import { alone, lostText, type Scenario } from './scenario.ts'

/** Milliseconds between the requests of one call. */
function gaps(lane: ProgramTraffic, call: CallName): number[] {
  const times = lane.seen(call).map(({ atMs }) => atMs)
  return times.slice(1).map((time, index) => time - (times[index] ?? 0))
}

/** What the window or the console shows of it; the conformance suite has the rules of the monitor. */
export const monitor: readonly Scenario[] = [
  {
    name: 'after a pause in the dashboard the session ends at the next heartbeat and two checks',
    async run(setScene) {
      const scene = await setScene(alone)
      const actor = await scene.logIn()
      await scene.traffic.sees('heartbeat')
      await scene.setUser('pause')
      await actor.shows(new RegExp(`${lostText}\\n.+\\n`))
      await actor.atLogin()
      expect(scene.traffic.seen('verify')).toHaveLength(1 + 3)
      for (const gap of gaps(scene.traffic, 'verify').slice(1)) expect(gap).toBeGreaterThan(950)
      expect(scene.traffic.seen('end')).toHaveLength(1)
      const logs = await scene.dashboard('GET', `/api/activity-logs?applicationId=${scene.applicationId}`)
      expect(JSON.stringify(logs)).toContain('session_end')
    },
  },
]
