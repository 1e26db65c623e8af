import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import type { CallName } from '../recording-proxy.ts'
import type { Actor, Scene } from '../sample-scene.ts'
import { alone, lostText, type Scenario } from './scenario.ts'

/** Holds the next request of a call back on its way to the server. */
function holdNext(scene: Scene, call: CallName) {
  const held = Promise.withResolvers<void>()
  const arrived = Promise.withResolvers<void>()
  let isLeft = true
  scene.traffic.answer((request) => {
    if (request.call !== call || !isLeft) return undefined
    isLeft = false
    arrived.resolve()
    return held.promise.then(() => undefined)
  })
  return { arrived: arrived.promise, release: () => held.resolve() }
}

/** A session that the server never heard of: the sample has to start it again. */
async function startsAgain(scene: Scene): Promise<{ actor: Actor; release: () => void }> {
  scene.traffic.answer(({ call, body }) => {
    if (call !== 'start') return undefined
    return { status: 200, body: JSON.stringify({ success: true, message: 'OK', session_token: body.session_token }) }
  })
  const actor = await scene.logIn()
  const { arrived, release } = holdNext(scene, 'start')
  await arrived
  return { actor, release }
}

/** Whoever waits for the start sends `end` only after it: once, however long the start takes. */
async function leavesNoSession(scene: Scene, release: () => void): Promise<void> {
  await Promise.race([scene.traffic.sees('end'), sleep(500)])
  await endsWithTheStart(scene, release)
}

async function endsWithTheStart(scene: Scene, release: () => void): Promise<void> {
  expect(scene.traffic.seen('end')).toHaveLength(0)
  release()
  const started = await scene.traffic.sees('start', 2)
  const ended = await scene.traffic.sees('end')
  expect(ended.body.session_token).toBe(started.body.session_token)
  const stats = await scene.dashboard('GET', `/api/applications/${scene.applicationId}/stats`)
  expect(stats).toMatchObject({ activeSessions: 0 })
  expect(scene.traffic.seen('end')).toHaveLength(1)
}

export const overtaken: readonly Scenario[] = [
  {
    name: 'a logout while the session is started again leaves no session behind',
    async run(setScene) {
      const scene = await setScene(alone)
      const { actor, release } = await startsAgain(scene)
      actor.logOut()
      await leavesNoSession(scene, release)
      await actor.shows('You have been logged out.')
      await actor.atLogin()
      expect(scene.traffic.seen('start')).toHaveLength(2)
    },
  },
  {
    name: 'leaving while the session is started again leaves no session behind',
    async run(setScene) {
      const scene = await setScene(alone)
      const { actor, release } = await startsAgain(scene)
      actor.leave()
      await leavesNoSession(scene, release)
      expect(await actor.exitCode).toBe(0)
    },
  },
  {
    name: 'an answer to the session before takes no offline lease from the next one',
    isLong: true,
    async run(setScene) {
      const scene = await setScene({ isSigned: true })
      const { arrived, release } = holdNext(scene, 'verify')
      const actor = await scene.start()
      actor.logIn(scene.user.username, scene.user.password)
      await arrived
      release()
      await actor.atMain()
      const late = holdNext(scene, 'verify')
      await late.arrived
      actor.logOut()
      await actor.shows('You have been logged out.')
      await actor.atLogin()
      actor.logIn(scene.user.username, scene.user.password)
      await actor.atMain()
      const before = scene.traffic.seen('verify').length
      late.release()
      await scene.traffic.sees('verify', before + 1)
      const silentFromMs = performance.now()
      scene.traffic.answer(() => ({ status: 503, body: '' }))
      // five periods of a second
      for (let atMs = 0; atMs < silentFromMs + 5000; ) {
        atMs = (await scene.traffic.sees('verify', scene.traffic.seen('verify').length + 1)).atMs
      }
      expect(await actor.status()).toContain('Failures in a row: 0\n')
      expect(actor.output()).not.toContain(lostText)
    },
  },
]

/** For languages in which something goes on behind a logout. */
export const answeredLate: Scenario = {
  name: 'a session whose start is answered when nobody waits for it any more is ended then, once',
  isLong: true,
  async run(setScene) {
    const scene = await setScene(alone)
    const { actor, release } = await startsAgain(scene)
    actor.logOut()
    await actor.shows('You have been logged out.\n')
    await actor.atLogin()
    await endsWithTheStart(scene, release)
    actor.logIn(scene.user.username, scene.user.password)
    await actor.atMain()
    actor.leave()
    expect(await actor.exitCode).toBe(0)
    expect(scene.traffic.seen('end')).toHaveLength(2)
  },
}
