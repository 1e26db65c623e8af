import { playScenarios } from '../../../../test/client-scenarios/play-scenarios.ts'
import { registerScenarios } from '../../../../test/client-scenarios/register.ts'

playScenarios('a registration', registerScenarios)
