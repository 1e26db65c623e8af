import { redeemScenarios } from '../../../../../test/client-scenarios/redeem.ts'
import { playScenarios } from '../../../../../test/client-scenarios/scenario.ts'

playScenarios('a redeemed license key', redeemScenarios)
