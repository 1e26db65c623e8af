import { faultScenarios } from '../../../../test/client-scenarios/faults.ts'
import { playScenarios } from '../../../../test/client-scenarios/scenario.ts'

playScenarios('when something is wrong', faultScenarios)
