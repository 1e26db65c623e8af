import { registerScenarios } from '../../../../../test/client-scenarios/register.ts'
import { playScenarios } from '../../../../../test/client-scenarios/scenario.ts'

playScenarios('a registration', registerScenarios)
