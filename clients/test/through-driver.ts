import { driverPath } from './languages.ts'
import type { Scene } from './sample-scene.ts'
import type { Scenario } from './scenarios/scenario.ts'

/** For samples that scenes start without their driver: it is put before a program that is to make calls. */
export const throughDriver = (scenarios: readonly Scenario[]): readonly Scenario[] =>
  scenarios.map(
    ({ run, ...rest }): Scenario => ({
      ...rest,
      run: (setScene) => run(async (options) => driven(await setScene(options))),
    }),
  )

function driven(scene: Scene): Scene {
  const driver = driverPath(scene.stage.language.driver ?? '')
  const start: Scene['start'] = (options) => {
    if (options?.args?.[0] !== 'calls') return scene.start(options)
    return scene.start({ ...options, wrap: (command) => [...command.slice(0, -1), driver, ...command.slice(-1)] })
  }
  return { ...scene, start }
}
