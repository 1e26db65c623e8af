import { expect, it } from 'vitest'
import { accessScenarios } from '../../../../test/client-scenarios/access.ts'
import { faultScenarios } from '../../../../test/client-scenarios/faults.ts'
import { loginScenarios } from '../../../../test/client-scenarios/login.ts'
import { registerScenarios } from '../../../../test/client-scenarios/register.ts'
import { requestScenarios } from '../../../../test/client-scenarios/requests.ts'
import type { Scenario } from '../../../../test/client-scenarios/scenario.ts'
import { sessionLifeScenarios } from '../../../../test/client-scenarios/session-life.ts'
import { startScenarios } from '../../../../test/client-scenarios/session-starts.ts'
import { textScenarios } from '../../../../test/client-scenarios/texts.ts'
import { verifyScenarios } from '../../../../test/client-scenarios/verify.ts'
import { printFigure } from '../../../../test/print-figure.ts'
import { outcomes } from '../../../shared/outcomes.ts'

const scenarios: readonly Scenario[] = [
  ...accessScenarios,
  ...faultScenarios,
  ...loginScenarios,
  ...registerScenarios,
  ...requestScenarios,
  ...sessionLifeScenarios,
  ...startScenarios,
  ...textScenarios,
  ...verifyScenarios,
]

it('every outcome of the table is reached by a scenario', () => {
  const reached = new Set<string>(scenarios.map(({ outcome }) => outcome))
  printFigure(`${scenarios.length} scenarios reach ${reached.size} of ${Object.keys(outcomes).length} outcomes`)
  expect(Object.keys(outcomes).filter((key) => !reached.has(key))).toEqual([])
})

it('every scenario has a name of its own', () => {
  const names = scenarios.map(({ name }) => name)
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
})
