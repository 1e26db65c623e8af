import { requestScenarios } from '../../../../test/client-scenarios/requests.ts'
import { playScenarios } from '../../../../test/client-scenarios/scenario.ts'

playScenarios('a request', requestScenarios)
