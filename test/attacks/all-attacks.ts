import type { Attack } from './attack.ts'
import { connectionFlood } from './connection-flood.ts'
import { dashboardCallFlood } from './dashboard-call-flood.ts'
import { guessingIdsByPipelining } from './guessing-ids-by-pipelining.ts'
import { rightPasswordFlood } from './right-password-flood.ts'
import { sessionStartFlood } from './session-start-flood.ts'
import { tenExports } from './ten-exports.ts'
import { unknownApiKeys } from './unknown-api-keys.ts'

/** Every attack; the tests run the short form of each, `npm run faults abuse` the whole. */
export const allAttacks: readonly Attack[] = [
  connectionFlood,
  dashboardCallFlood,
  guessingIdsByPipelining,
  rightPasswordFlood,
  sessionStartFlood,
  tenExports,
  unknownApiKeys,
]
