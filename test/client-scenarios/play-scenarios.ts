import { afterAll, beforeAll, it } from 'vitest'
import { describeOnBothDatabases } from '../databases.ts'
import { play, type Scenario } from './scenario.ts'
import { openSuite, type Suite } from './world.ts'

/** Plays a table of scenarios on both databases. */
export function playScenarios(name: string, scenarios: readonly Scenario[]): void {
  describeOnBothDatabases(name, (open) => {
    let suite: Suite
    beforeAll(async () => {
      suite = await openSuite(await open())
    })
    afterAll(() => suite.test.close())
    it.each(scenarios.map((scenario) => [scenario.name, scenario] as const))('%s', (_name, scenario) =>
      play(suite, scenario),
    )
  })
}
