import { accessScenarios } from './access.ts'
import { faultScenarios } from './faults.ts'
import { loginScenarios } from './login.ts'
import { redeemScenarios } from './redeem.ts'
import { registerScenarios } from './register.ts'
import { requestScenarios } from './requests.ts'
import type { Scenario } from './scenario.ts'
import { sessionLifeScenarios } from './session-life.ts'
import { startScenarios } from './session-starts.ts'
import { textScenarios } from './texts.ts'
import { verifyScenarios } from './verify.ts'

/** All tables of scenarios together: every outcome is among them. */
export const everyScenario: readonly Scenario[] = [
  ...accessScenarios,
  ...faultScenarios,
  ...loginScenarios,
  ...redeemScenarios,
  ...registerScenarios,
  ...requestScenarios,
  ...sessionLifeScenarios,
  ...startScenarios,
  ...textScenarios,
  ...verifyScenarios,
]
