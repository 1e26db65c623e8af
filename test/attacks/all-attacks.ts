import { adminKeyLockout } from './admin-key-lockout.ts'
import type { Attack } from './attack.ts'
import { connectionFlood } from './connection-flood.ts'
import { dashboardCallFlood } from './dashboard-call-flood.ts'
import { deleteSomebodyAbove } from './delete-somebody-above.ts'
import { fiveMachines } from './five-machines.ts'
import { guessingIdsByPipelining } from './guessing-ids-by-pipelining.ts'
import { hashFlood } from './hash-flood.ts'
import { inviteOutlivesPromotion } from './invite-outlives-promotion.ts'
import { ownerLockout } from './owner-lockout.ts'
import { registerTakeover } from './register-takeover.ts'
import { replayAfterLossOfRights } from './replay-after-loss-of-rights.ts'
import { rightPasswordFlood } from './right-password-flood.ts'
import { sessionStartFlood } from './session-start-flood.ts'
import { signedOutUserStays } from './signed-out-user-stays.ts'
import { stepUpPipelining } from './step-up-pipelining.ts'
import { strictBareId } from './strict-bare-id.ts'
import { tenExports } from './ten-exports.ts'
import { tokenExportsHashes } from './token-exports-hashes.ts'
import { totpPipelining } from './totp-pipelining.ts'
import { unknownApiKeys } from './unknown-api-keys.ts'
import { userLockout } from './user-lockout.ts'

/** Every attack; the tests run the short form of each, `npm run faults abuse` the whole. */
export const allAttacks: readonly Attack[] = [
  adminKeyLockout,
  connectionFlood,
  dashboardCallFlood,
  deleteSomebodyAbove,
  fiveMachines,
  guessingIdsByPipelining,
  hashFlood,
  inviteOutlivesPromotion,
  ownerLockout,
  registerTakeover,
  replayAfterLossOfRights,
  rightPasswordFlood,
  sessionStartFlood,
  signedOutUserStays,
  stepUpPipelining,
  strictBareId,
  tenExports,
  tokenExportsHashes,
  totpPipelining,
  unknownApiKeys,
  userLockout,
]
