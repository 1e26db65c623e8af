import { expect } from 'vitest'
import { alone, type Scenario } from './scenario.ts'

/** What Windows asks a window before it shuts down, put to it by the driver: `FormClosing`, then `FormClosed`. */
export const shutdown: Scenario = {
  lacks: 'has no form that Windows asks before it shuts down',
  name: 'does not hold up a shutdown of Windows, goes on when it is called off, and ends the session when it is not',
  async run(setScene) {
    const scene = await setScene(alone)
    const actor = await scene.logIn()
    actor.type('shutdown asks')
    await actor.shows('[shutdown] may go on')
    const beats = scene.traffic.seen('heartbeat').length
    await scene.traffic.sees('heartbeat', beats + 2)
    expect(scene.traffic.seen('end')).toHaveLength(0)
    actor.type('shutdown happens')
    expect(await actor.exitCode).toBe(0)
    expect(scene.traffic.seen('end')).toHaveLength(1)
    const stats = await scene.dashboard('GET', `/api/applications/${scene.applicationId}/stats`)
    expect(stats).toMatchObject({ activeSessions: 0 })
  },
}
