import { playScenarios } from '../../../../test/client-scenarios/play-scenarios.ts'
import { requestScenarios } from '../../../../test/client-scenarios/requests.ts'

playScenarios('a request', requestScenarios)
