import { expect } from 'vitest'
import type { Scenario } from './scenario.ts'

export const bought: readonly Scenario[] = [
  {
    name: 'switches on the function that was bought, and none that was not',
    async run(setScene) {
      const scene = await setScene({ isSigned: true })
      const actor = await scene.logIn()
      expect(actor.output()).not.toContain('Export')
      actor.logOut()
      await actor.atLogin()
      const path = `/api/applications/${scene.applicationId}/users/${scene.userId}`
      await scene.dashboard('PUT', path, { features: { export: true, projects: 10 } })
      actor.logIn(scene.user.username, scene.user.password)
      await actor.shows('Export: switched on')
      await actor.atMain()
    },
  },
]
