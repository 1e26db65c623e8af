import { accessScenarios } from '../../../../../test/client-scenarios/access.ts'
import { playScenarios } from '../../../../../test/client-scenarios/scenario.ts'

playScenarios('who may stay', accessScenarios)
