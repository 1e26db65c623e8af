import { expect } from 'vitest'
import { lostText, type Scenario } from './scenario.ts'

/** Alone on the stage: it takes the server away from everybody. */
export const restart: Scenario = {
  name: 'a server that is switched off and on again logs nobody out, and a login meanwhile says that it is away',
  async run(setScene) {
    const scene = await setScene({ values: { VERIFY_SECONDS: 2 } })
    const actor = await scene.logIn()
    await scene.lane.sees('verify', 2)
    const startAgain = await scene.stage.stopServer()
    const newcomer = await scene.start()
    newcomer.logIn(scene.user.username, scene.user.password)
    await newcomer.shows(/Connection error: \S+/)
    while (/Failures in a row: 0/.test(await actor.status()));
    await startAgain()
    while (!/Failures in a row: 0/.test(await actor.status()));
    const beats = scene.lane.seen('heartbeat').length
    await scene.lane.sees('heartbeat', beats + 1)
    const stats = await scene.dashboard('GET', `/api/applications/${scene.applicationId}/stats`)
    expect(stats).toMatchObject({ activeSessions: 1 })
    expect(scene.lane.seen('start')).toHaveLength(1)
    expect(actor.output()).not.toContain(lostText)
    await newcomer.atLogin()
    newcomer.logIn(scene.user.username, scene.user.password)
    await newcomer.atMain()
  },
}
