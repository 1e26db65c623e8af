import { afterAll, beforeAll, describe, test, vi } from 'vitest'
import { type ColumnId, columnIds } from '../conformance/columns.ts'
import { conformanceScenarios, lackOf } from '../conformance/conformance-scenarios.ts'
import { toTest } from '../conformance/play-scenario.ts'
import { faceOf, languageOf } from './languages.ts'
import { describeOfflineFiles } from './offline/offline-files.ts'
import { describeOfflineStart } from './offline/offline-start.ts'
import { setScene } from './sample-scene.ts'
import {
  holdsEachHostileValue,
  printsHostileValues,
  readsMachineIdFiles,
  refusesMutations,
  reproducesHardwareIds,
  reproducesLeases,
  reproducesSignatures,
} from './sample-vectors.ts'
import { answers } from './scenarios/answers.ts'
import { bought } from './scenarios/bought.ts'
import { deadlines } from './scenarios/deadlines.ts'
import { leaving } from './scenarios/leaving.ts'
import { login } from './scenarios/login.ts'
import { monitor } from './scenarios/monitor.ts'
import { overtaken } from './scenarios/overtaken.ts'
import { refusals } from './scenarios/refusals.ts'
import { registration } from './scenarios/registration.ts'
import { restart } from './scenarios/restart.ts'
import type { Scenario } from './scenarios/scenario.ts'
import { signedAnswers } from './scenarios/signed.ts'
import { terminal } from './scenarios/terminal.ts'
import { openStage, type Stage } from './stage.ts'

const all: readonly Scenario[] = [
  ...monitor,
  ...signedAnswers,
  ...answers,
  ...deadlines,
  ...overtaken,
  ...terminal,
  ...leaving,
  ...login,
  ...refusals,
  ...registration,
  ...bought,
]

const byLength = (a: Scenario, b: Scenario) => Number(b.isLong ?? false) - Number(a.isLong ?? false)

/** Why the other kind of sample has no cell. */
const whyNot = (faces: Scenario['faces']) =>
  faces && (faces.includes('console') ? 'has a window, no console' : 'has a console, no window')

/** Why columns have no cell in a row: what a language says goes before what is so for all of its kind. */
function reasonsOf(faces: Scenario['faces'], lacks: Scenario['lacks']): Scenario['lacks'] {
  if (typeof lacks !== 'object' || !faces) return lacks ?? whyNot(faces)
  const others = columnIds.filter((column) => column !== 'javascript' && !faces.includes(faceOf(column)))
  return { ...Object.fromEntries(others.map((column) => [column, whyNot(faces)])), ...lacks }
}

/** Waiting dominates: this many programs run at once. */
const programsAtOnce = 12

/** Everything one language must do, against the real server. The suite's name says what this machine lacks. */
export function describeSample(id: ColumnId, ...own: readonly Scenario[]): void {
  const language = languageOf(id)
  vi.setConfig({ maxConcurrency: programsAtOnce, testTimeout: 600_000 })
  const lack = language.missing.length > 0 ? ` (needs ${language.missing.join(', ')})` : ''

  describe.skipIf(lack !== '')(`the ${language.title} sample${lack}`, () => {
    let stage: Stage
    beforeAll(async () => {
      stage = await openStage(language)
    }, 240_000)
    afterAll(() => stage?.close())

    describe.concurrent('does its work', () => {
      test('gives the same hardware ids as every other language', () => reproducesHardwareIds(stage))
      test('takes the machine id from the same file as every other language', () => readsMachineIdFiles(stage))
      test('judges signatures as every other language does', () => reproducesSignatures(stage))
      test('judges offline leases as every other language does', () => reproducesLeases(stage))
      test('refuses an answer of which one byte was changed', () => refusesMutations(stage))
      test('compiles with hostile values and prints them unchanged', () => printsHostileValues(stage))
      test('holds each hostile value in each place', () => holdsEachHostileValue(stage))
      const conformance = conformanceScenarios.filter((each) => lackOf(each, id) === undefined).map(toTest)
      for (const { name, faces, lacks, run } of [...conformance, ...all, ...own].sort(byLength)) {
        if (faces && !faces.includes(language.face)) continue
        if (typeof lacks === 'object' && lacks[id] !== undefined) continue
        test(name, (context) => {
          context.task.meta.lacks = reasonsOf(faces, lacks)
          return run((options) => setScene(stage, context.onTestFinished, options))
        })
      }
    })
    const driver = async () => {
      const { command } = await stage.workshop.build(language, stage.values, { isDriven: language.isDriven ?? false })
      return language.conform(command)
    }
    describeOfflineStart(language, driver)
    describeOfflineFiles(language, driver)
    test(restart.name, (context) => restart.run((options) => setScene(stage, context.onTestFinished, options)))
  })
}
