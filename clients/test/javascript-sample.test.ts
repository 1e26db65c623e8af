import { afterAll, beforeAll, describe, test, vi } from 'vitest'
import { languageOf } from './languages.ts'
import { setScene } from './sample-scene.ts'
import { holdsEachHostileValue } from './sample-vectors.ts'
import { calls } from './scenarios/calls.ts'
import { openStage, type Stage } from './stage.ts'

vi.setConfig({ maxConcurrency: 6, testTimeout: 300_000 })

describe('the JavaScript sample', () => {
  let stage: Stage
  beforeAll(async () => {
    stage = await openStage(languageOf('javascript'))
  })
  afterAll(() => stage?.close())

  describe.concurrent('does its work', () => {
    test('holds each hostile value in each place', () => holdsEachHostileValue(stage))
    for (const { name, run } of calls) {
      test(name, (context) => run((options) => setScene(stage, context.onTestFinished, options)))
    }
  })
})
