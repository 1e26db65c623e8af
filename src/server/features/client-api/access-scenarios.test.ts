import { accessScenarios } from '../../../../test/client-scenarios/access.ts'
import { playScenarios } from '../../../../test/client-scenarios/play-scenarios.ts'

playScenarios('who may stay', accessScenarios)
