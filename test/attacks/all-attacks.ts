import { adminKeyLockout } from './admin-key-lockout.ts'
import type { Attack } from './attack.ts'
import { connectionFlood } from './connection-flood.ts'
import { dashboardCallFlood } from './dashboard-call-flood.ts'
import { guessingIdsByPipelining } from './guessing-ids-by-pipelining.ts'
import { ownerLockout } from './owner-lockout.ts'
import { rightPasswordFlood } from './right-password-flood.ts'
import { sessionStartFlood } from './session-start-flood.ts'
import { stepUpPipelining } from './step-up-pipelining.ts'
import { tenExports } from './ten-exports.ts'
import { totpPipelining } from './totp-pipelining.ts'
import { unknownApiKeys } from './unknown-api-keys.ts'
import { userLockout } from './user-lockout.ts'

/** Every attack; the tests run the short form of each, `npm run faults abuse` the whole. */
export const allAttacks: readonly Attack[] = [
  adminKeyLockout,
  connectionFlood,
  dashboardCallFlood,
  guessingIdsByPipelining,
  ownerLockout,
  rightPasswordFlood,
  sessionStartFlood,
  stepUpPipelining,
  tenExports,
  totpPipelining,
  unknownApiKeys,
  userLockout,
]
