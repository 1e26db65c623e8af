import { expect } from 'vitest'
import type { Actor, Scene } from '../sample-scene.ts'
import { alone, type Scenario } from './scenario.ts'

const consoles = { faces: ['console'] } as const

/** The process exits with status 0, and the session was ended once, on the server too. */
async function hasLeft(scene: Scene, actor: Actor): Promise<void> {
  expect(await actor.exitCode).toBe(0)
  expect(scene.traffic.seen('end')).toHaveLength(1)
  const stats = await scene.dashboard('GET', `/api/applications/${scene.applicationId}/stats`)
  expect(stats).toMatchObject({ activeSessions: 0 })
}

const lacks = { 'cpp-windows': 'Windows has no such signal' }

const waysOut: [string, (actor: Actor) => void][] = [
  ['quit', (actor) => actor.type('quit')],
  ['exit', (actor) => actor.type('exit')],
  ['the end of the input', (actor) => actor.closeInput()],
  ['SIGINT', (actor) => actor.signal('SIGINT')],
  ['SIGTERM', (actor) => actor.signal('SIGTERM')],
]

export const leaving: readonly Scenario[] = [
  {
    name: 'logout ends the session and asks for the next login',
    async run(setScene) {
      const scene = await setScene(alone)
      const actor = await scene.logIn()
      actor.logOut()
      await actor.shows('You have been logged out.\n')
      await actor.atLogin()
      const stats = await scene.dashboard('GET', `/api/applications/${scene.applicationId}/stats`)
      expect(stats).toMatchObject({ activeSessions: 0 })
      expect(scene.traffic.seen('end')).toHaveLength(1)
      actor.logIn(scene.user.username, scene.user.password)
      await actor.atMain()
      actor.leave()
      expect(await actor.exitCode).toBe(0)
      expect(scene.traffic.seen('end')).toHaveLength(2)
    },
  },
  {
    name: 'the closed window ends the session once and leaves with status 0',
    faces: ['window'],
    async run(setScene) {
      const scene = await setScene(alone)
      const actor = await scene.logIn()
      actor.leave()
      await hasLeft(scene, actor)
    },
  },
  ...waysOut.map(([way, leave]) => ({
    ...consoles,
    ...(way === 'SIGTERM' && { lacks }),
    name: `${way} ends the session once and leaves with status 0`,
    async run(setScene: Parameters<Scenario['run']>[0]) {
      const scene = await setScene(alone)
      const actor = await scene.logIn()
      leave(actor)
      await hasLeft(scene, actor)
    },
  })),
  {
    name: 'leaves within seconds when the server does not answer any more',
    async run(setScene) {
      const scene = await setScene()
      const actor = await scene.logIn()
      scene.traffic.answer(() => 'hang')
      const leavingMs = performance.now()
      actor.leave()
      expect(await actor.exitCode).toBe(0)
      // three seconds, and a margin for a busy machine; the requests themselves would take fifteen
      expect(performance.now() - leavingMs).toBeLessThan(12_000)
      expect(scene.traffic.seen('end')).toHaveLength(1)
    },
  },
  {
    ...consoles,
    lacks,
    name: 'leaves at once while a login is on its way',
    async run(setScene) {
      const scene = await setScene()
      scene.traffic.answerNext('login', 'hang')
      const actor = await scene.start()
      actor.logIn(scene.user.username, scene.user.password)
      await scene.traffic.sees('login')
      const leavingMs = performance.now()
      actor.signal('SIGTERM')
      expect(await actor.exitCode).toBe(0)
      expect(performance.now() - leavingMs).toBeLessThan(12_000)
    },
  },
  {
    ...consoles,
    name: 'takes all its lines from a pipe that closes at once',
    async run(setScene) {
      const scene = await setScene()
      const actor = await scene.start()
      actor.type(scene.user.username, scene.user.password, 'status', 'quit')
      actor.closeInput()
      await actor.shows('Heartbeats sent: 0')
      expect(await actor.exitCode).toBe(0)
      expect(scene.traffic.seen('end')).toHaveLength(1)
    },
  },
  {
    ...consoles,
    name: 'lists its commands and names an unknown one as such',
    async run(setScene) {
      const actor = await (await setScene()).logIn()
      actor.type('', 'help')
      await actor.shows('Commands: logout, status, help, quit, exit')
      actor.type('dance')
      await actor.shows("Unknown command. Type 'help' for available commands.")
    },
  },
]
