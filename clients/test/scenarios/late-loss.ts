import { expect } from 'vitest'
import type { SeenRequest } from '../recording-proxy.ts'
import type { Actor, Scene } from '../sample-scene.ts'
import { answeredLate } from './overtaken.ts'
import { lostText, type Scenario } from './scenario.ts'

const refused = { status: 403, body: '{"success":false,"code":"account_paused","message":"Not now"}' }

/** An `end` takes three seconds at most; the rest is for a busy machine. */
const endingMs = 12_000

/** Beats are due once a second: an orphan's would come on top of them. */
function beatOnlyOnce(beats: readonly SeenRequest[], since: SeenRequest): void {
  const seconds = ((beats.at(-1)?.atMs ?? 0) - since.atMs) / 1000
  expect(beats.length).toBeLessThanOrEqual(seconds + 1)
  for (const { body } of beats) expect(body.session_token).toBe(since.body.session_token)
}

/** Logs in for the second time and stays until an `end` of before must have been given up. */
async function goesOn(scene: Scene, actor: Actor): Promise<void> {
  await actor.atLogin()
  const before = scene.traffic.seen('heartbeat').length
  actor.logIn(scene.user.username, scene.user.password)
  await actor.shows('Expires: ')
  await actor.atMain()
  const start = await scene.traffic.sees('start', 2)
  await scene.traffic.sees('heartbeat', before + 5)
  beatOnlyOnce(scene.traffic.seen('heartbeat').slice(before), start)
  expect(await actor.status()).toContain('Failures in a row: 0\n')
  expect(actor.output()).not.toContain(lostText)
}

async function logsOutInTime(actor: Actor): Promise<void> {
  const fromMs = performance.now()
  actor.logOut()
  await actor.shows('You have been logged out.\n')
  expect(performance.now() - fromMs).toBeLessThan(endingMs)
}

/** The third refusal has ended the session, and the server does not answer to that. */
async function isLost(scene: Scene): Promise<Actor> {
  const actor = await scene.logIn()
  scene.traffic.answer(({ call }) => (call === 'end' ? 'hang' : refused))
  await scene.traffic.sees('end')
  return actor
}

const lateLosses: readonly Scenario[] = [
  {
    name: 'a loss that comes after the logout is told to nobody, and does nothing to the next session',
    isLong: true,
    async run(setScene) {
      const scene = await setScene()
      const actor = await isLost(scene)
      await logsOutInTime(actor)
      scene.traffic.answer(() => undefined)
      await goesOn(scene, actor)
      expect(scene.traffic.seen('end'), 'no session was ended twice').toHaveLength(1)
      actor.leave()
      expect(await actor.exitCode).toBe(0)
      expect(scene.traffic.seen('end')).toHaveLength(2)
    },
  },
  {
    name: 'leaves within seconds while the end of a lost session gets no answer',
    async run(setScene) {
      const scene = await setScene()
      const actor = await isLost(scene)
      const fromMs = performance.now()
      actor.leave()
      expect(await actor.exitCode).toBe(0)
      expect(performance.now() - fromMs).toBeLessThan(endingMs)
      expect(scene.traffic.seen('end')).toHaveLength(1)
    },
  },
  {
    name: 'logs out within seconds while `end` gets no answer, and the next session lives',
    isLong: true,
    async run(setScene) {
      const scene = await setScene()
      const actor = await scene.logIn()
      scene.traffic.answer(({ call }) => (call === 'end' ? 'hang' : undefined))
      await logsOutInTime(actor)
      await goesOn(scene, actor)
      expect(scene.traffic.seen('end')).toHaveLength(1)
    },
  },
]

export const lateLoss: readonly Scenario[] = [...lateLosses, answeredLate].map((scenario) => ({
  ...scenario,
  lacks: { php: 'does one thing at a time: nothing is late, a command waits for what goes before' },
}))
