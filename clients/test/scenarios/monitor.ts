import { expect } from 'vitest'
import type { CallName, ProgramTraffic } from '../recording-proxy.ts'
import type { Actor } from '../sample-scene.ts'
import { alone, hasty, lostText, type Scenario } from './scenario.ts'

/** Milliseconds between the requests of one call. */
function gaps(lane: ProgramTraffic, call: CallName): number[] {
  const times = lane.seen(call).map(({ atMs }) => atMs)
  return times.slice(1).map((time, index) => time - (times[index] ?? 0))
}

/** What the program shows as its failures in a row. */
async function failuresShown(actor: Actor): Promise<number> {
  return Number(/Failures in a row: (\d+)/.exec(await actor.status())?.[1])
}

/** Asks until the program shows as many failures as the test waits for. */
async function untilFailures(actor: Actor, isReached: (failures: number) => boolean): Promise<void> {
  while (!isReached(await failuresShown(actor)));
}

async function isStillAlive(actor: Actor): Promise<void> {
  expect(await failuresShown(actor)).toBe(0)
  expect(actor.output()).not.toContain(lostText)
}

const ended = (reason: string) => ({
  status: 410,
  body: `{"success":false,"code":"session_ended","reason":"${reason}","message":"Session has ended"}`,
})
const maintenance = { status: 403, body: '{"success":false,"message":"Maintenance"}' }

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
  {
    name: 'a refusal is forgotten when the user is let in again before the third',
    async run(setScene) {
      const scene = await setScene()
      const actor = await scene.logIn()
      const refusal = { status: 403, body: '{"success":false,"code":"account_paused","message":"Not now"}' }
      let refused = 0
      scene.traffic.answer(({ call }) => {
        if (call === 'heartbeat' && refused === 0) return refusal
        if (call !== 'verify' || refused === 2) return undefined
        refused += 1
        return refusal
      })
      await scene.traffic.sees('verify', 1 + 3)
      const beats = scene.traffic.seen('heartbeat').length
      await scene.traffic.sees('heartbeat', beats + 2)
      await isStillAlive(actor)
      expect(scene.traffic.seen('verify')).toHaveLength(1 + 3)
    },
  },
  {
    name: 'a session that was replaced ends and does not fight back',
    async run(setScene) {
      const scene = await setScene()
      const actor = await scene.logIn()
      scene.traffic.answer(({ call }) => (call === 'end' ? undefined : ended('replaced')))
      await actor.shows(`${lostText}\nSession has ended\n`)
      await actor.atLogin()
      expect(scene.traffic.seen('start')).toHaveLength(1)
    },
  },
  {
    name: 'a refusal without a code ends the session at exactly the third verification of the grid',
    async run(setScene) {
      const scene = await setScene(hasty)
      const actor = await scene.logIn()
      scene.traffic.answer(({ call }) => (call === 'verify' ? maintenance : undefined))
      const before = scene.traffic.seen('verify').length
      await actor.shows(`${lostText}\nMaintenance\n`)
      await actor.atLogin()
      expect(scene.traffic.seen('verify')).toHaveLength(before + 3)
      for (const gap of gaps(scene.traffic, 'verify').slice(-2)) expect(gap).toBeGreaterThan(1500)
      expect(scene.traffic.seen('end')).toHaveLength(1)
    },
  },
  {
    name: 'two refusals and then none end nothing',
    async run(setScene) {
      const scene = await setScene(hasty)
      const actor = await scene.logIn()
      const before = scene.traffic.seen('verify').length
      scene.traffic.answerNext('verify', maintenance, maintenance)
      await untilFailures(actor, (failures) => failures > 0)
      await scene.traffic.sees('verify', before + 3)
      await untilFailures(actor, (failures) => failures === 0)
      expect(actor.output()).not.toContain(lostText)
    },
  },
  {
    name: 'a network that is gone for less than three periods ends no session',
    async run(setScene) {
      const scene = await setScene(hasty)
      const actor = await scene.logIn()
      await scene.traffic.sees('verify', 2)
      scene.traffic.goDown()
      await untilFailures(actor, (failures) => failures > 0)
      scene.traffic.comeBack()
      await untilFailures(actor, (failures) => failures === 0)
      expect(actor.output()).not.toContain(lostText)
      expect(scene.traffic.seen('start')).toHaveLength(1)
    },
  },
  {
    name: 'a network that is gone for longer ends it, when three whole periods have passed',
    isLong: true,
    async run(setScene) {
      const scene = await setScene(hasty)
      const actor = await scene.logIn()
      const { atMs } = await scene.traffic.sees('verify', 2)
      scene.traffic.goDown()
      await actor.shows(lostText)
      expect(performance.now() - atMs).toBeGreaterThan(4500)
      await actor.atLogin()
    },
  },
  {
    name: 'a server that names a time to come back is left alone until then',
    async run(setScene) {
      const scene = await setScene(hasty)
      const actor = await scene.logIn()
      const busy = new Set<CallName>(['verify', 'heartbeat'])
      const before = { verify: scene.traffic.seen('verify').length, heartbeat: scene.traffic.seen('heartbeat').length }
      scene.traffic.answer(({ call }) => {
        if (!busy.delete(call)) return undefined
        return { status: call === 'verify' ? 429 : 503, headers: { 'retry-after': '3' } }
      })
      await scene.traffic.sees('heartbeat', before.heartbeat + 2)
      await scene.traffic.sees('verify', before.verify + 2)
      for (const call of ['heartbeat', 'verify'] as const) {
        const [busy, next] = scene.traffic.seen(call).slice(before[call])
        expect((next?.atMs ?? 0) - (busy?.atMs ?? 0), call).toBeGreaterThan(2990)
      }
      await isStillAlive(actor)
    },
  },
  {
    name: 'a heartbeat without an answer counts for nothing',
    async run(setScene) {
      const scene = await setScene()
      const actor = await scene.logIn()
      scene.traffic.answer(({ call }) => (call === 'heartbeat' ? { status: 502, body: '<html>' } : undefined))
      await scene.traffic.sees('heartbeat', 4)
      await isStillAlive(actor)
      expect(scene.traffic.seen('verify')).toHaveLength(1)
    },
  },
  {
    name: 'a session that the server has swept is started again with a fresh token, and nothing is shown',
    async run(setScene) {
      const scene = await setScene()
      const actor = await scene.logIn()
      const shown = actor.output()
      const first = scene.traffic.seen('start')[0]?.body.session_token
      scene.traffic.answer((request) => (request.body.session_token === first ? ended('timeout') : undefined))
      const again = await scene.traffic.sees('start', 2)
      expect(again.body.session_token).toMatch(/^sess_[0-9a-f]{32}_\d{10}$/)
      expect(again.body.session_token).not.toBe(first)
      const beats = scene.traffic.seen('heartbeat').length
      const beat = await scene.traffic.sees('heartbeat', beats + 2)
      expect(beat.body.session_token).toBe(again.body.session_token)
      // the end of the line before it may come later than the line
      expect(actor.output().trimEnd()).toBe(shown.trimEnd())
      expect(await failuresShown(actor)).toBe(0)
    },
  },
  {
    name: 'a session that is always lost is started at most once in a period',
    async run(setScene) {
      const scene = await setScene()
      const actor = await scene.logIn()
      const body = '{"success":false,"code":"session_not_found","message":"Session not found"}'
      scene.traffic.answer(({ call }) => (call === 'start' ? undefined : { status: 404, body }))
      await scene.traffic.sees('start', 2)
      const beats = scene.traffic.seen('heartbeat').length
      await scene.traffic.sees('heartbeat', beats + 3)
      expect(scene.traffic.seen('start')).toHaveLength(2)
      expect(actor.output()).not.toContain(lostText)
    },
  },
]
