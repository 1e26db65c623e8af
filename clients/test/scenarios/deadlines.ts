import { expect } from 'vitest'
import type { CallName, ForeignAnswer } from '../recording-proxy.ts'
import type { Scene } from '../sample-scene.ts'
import { hastyValues } from '../sample-values.ts'
import { hasty, lostText, type Scenario } from './scenario.ts'

/** What keeps a caller waiting: nothing at all, or so little that every single read is in time. */
const slow = ['hang', 'drip head', 'drip body'] as const

const answerTo = (calls: readonly CallName[], answer: ForeignAnswer) => (request: { readonly call: CallName }) =>
  calls.includes(request.call) ? answer : undefined

/** Three seconds for the last call, and a margin for a busy machine; the calls themselves may take 120 s. */
const leavingMs = 12_000

async function leavesInTime(scene: Scene, leave: () => void, exitCode: Promise<number | null>): Promise<void> {
  const fromMs = performance.now()
  leave()
  expect(await exitCode).toBe(0)
  expect(performance.now() - fromMs).toBeLessThan(leavingMs)
  expect(scene.traffic.seen('end')).toHaveLength(1)
}

export const deadlines: readonly Scenario[] = [
  ...slow.map((answer) => ({
    name: `a pause is felt while a heartbeat waits for its answer (${answer})`,
    async run(setScene: Parameters<Scenario['run']>[0]) {
      const scene = await setScene(hasty)
      const actor = await scene.logIn()
      scene.traffic.answer(answerTo(['heartbeat'], answer))
      await scene.traffic.sees('heartbeat', scene.traffic.seen('heartbeat').length + 1)
      const fromMs = performance.now()
      await scene.setUser('pause')
      await actor.shows(lostText)
      expect(performance.now() - fromMs, 'before the heartbeat was over').toBeLessThan(60_000)
      await actor.atLogin()
    },
  })),
  {
    name: 'heartbeats go on while a verification waits for its answer',
    async run(setScene) {
      const scene = await setScene(hasty)
      const actor = await scene.logIn()
      scene.traffic.answer(answerTo(['verify'], 'drip body'))
      await scene.traffic.sees('verify', scene.traffic.seen('verify').length + 1)
      const { atMs } = await scene.traffic.sees('heartbeat', scene.traffic.seen('heartbeat').length + 4)
      expect(performance.now() - atMs).toBeLessThan(60_000)
      expect(actor.output()).not.toContain(lostText)
    },
  },
  ...slow.map((answer) => ({
    name: `leaves within seconds while calls wait for their answers (${answer})`,
    async run(setScene: Parameters<Scenario['run']>[0]) {
      const scene = await setScene({ values: hastyValues })
      const actor = await scene.logIn()
      scene.traffic.answer(answerTo(['heartbeat', 'verify', 'end'], answer))
      await scene.traffic.sees('heartbeat', scene.traffic.seen('heartbeat').length + 1)
      await scene.traffic.sees('verify', scene.traffic.seen('verify').length + 1)
      await leavesInTime(scene, () => actor.leave(), actor.exitCode)
    },
  })),
  {
    name: 'logs out within seconds while calls wait for their answers',
    async run(setScene) {
      const scene = await setScene(hasty)
      const actor = await scene.logIn()
      scene.traffic.answer(answerTo(['heartbeat', 'verify', 'end'], 'drip body'))
      await scene.traffic.sees('heartbeat', scene.traffic.seen('heartbeat').length + 1)
      await scene.traffic.sees('verify', scene.traffic.seen('verify').length + 1)
      const fromMs = performance.now()
      actor.logOut()
      await actor.shows('You have been logged out.\n')
      expect(performance.now() - fromMs).toBeLessThan(leavingMs)
      await actor.atLogin()
      scene.traffic.answer(() => undefined)
      actor.logIn(scene.user.username, scene.user.password)
      await actor.atMain()
      expect(actor.output()).not.toContain(lostText)
    },
  },
  {
    faces: ['console'],
    name: 'Ctrl+C leaves within seconds while calls wait for their answers',
    async run(setScene) {
      const scene = await setScene(hasty)
      const actor = await scene.logIn()
      scene.traffic.answer(answerTo(['heartbeat', 'verify', 'end'], 'drip head'))
      await scene.traffic.sees('heartbeat', scene.traffic.seen('heartbeat').length + 1)
      await scene.traffic.sees('verify', scene.traffic.seen('verify').length + 1)
      await leavesInTime(scene, () => actor.signal('SIGINT'), actor.exitCode)
    },
  },
]
