import { expect, it } from 'vitest'
import { everyScenario } from '../../../../test/client-scenarios/every-scenario.ts'
import { printFigure } from '../../../../test/harness/print-figure.ts'
import { outcomes } from '../../../shared/outcomes.ts'

it('every outcome of the table is reached by a scenario', () => {
  const reached = new Set<string>(everyScenario.map(({ outcome }) => outcome))
  printFigure(`${everyScenario.length} scenarios reach ${reached.size} of ${Object.keys(outcomes).length} outcomes`)
  expect(Object.keys(outcomes).filter((key) => !reached.has(key))).toEqual([])
})

it('every scenario has a name of its own', () => {
  const names = everyScenario.map(({ name }) => name)
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
})
