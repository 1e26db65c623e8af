import { playScenarios } from '../../../../../test/client-scenarios/scenario.ts'
import { sessionLifeScenarios } from '../../../../../test/client-scenarios/session-life.ts'
import { startScenarios } from '../../../../../test/client-scenarios/session-starts.ts'
import { verifyScenarios } from '../../../../../test/client-scenarios/verify.ts'

playScenarios('a session start', startScenarios)
playScenarios("a session's life", sessionLifeScenarios)
playScenarios('a verify', verifyScenarios)
