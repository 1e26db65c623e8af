import { expect } from 'vitest'
import { alone, lostText, type Scenario } from './scenario.ts'

/** Runs alone: it stops the server for all scenes. */
export const restart: Scenario = {
  name: 'a server that is switched off and on again logs nobody out, and a login meanwhile says that it is away',
  async run(setScene) {
    const scene = await setScene(alone)
    const actor = await scene.logIn()
    await scene.traffic.sees('heartbeat')
    const startAgain = await scene.stage.stopServer()
    const newcomer = await scene.start()
    newcomer.logIn(scene.user.username, scene.user.password)
    await newcomer.shows(/Connection error: \S+/)
    await startAgain()
    const beats = scene.traffic.seen('heartbeat').length
    await scene.traffic.sees('heartbeat', beats + 2)
    expect(await actor.status()).toContain('Failures in a row: 0\n')
    const stats = await scene.dashboard('GET', `/api/applications/${scene.applicationId}/stats`)
    expect(stats).toMatchObject({ activeSessions: 1 })
    expect(scene.traffic.seen('start')).toHaveLength(1)
    expect(actor.output()).not.toContain(lostText)
    await newcomer.atLogin()
    newcomer.logIn(scene.user.username, scene.user.password)
    await newcomer.atMain()
  },
}
