import { loginScenarios } from '../../../../../test/client-scenarios/login.ts'
import { playScenarios } from '../../../../../test/client-scenarios/scenario.ts'
import { textScenarios } from '../../../../../test/client-scenarios/texts.ts'

playScenarios('a login', loginScenarios)
playScenarios('a text that makers may change', textScenarios)
