import { adminKeyLockout } from './admin-key-lockout.ts'
import type { Attack } from './attack.ts'
import { deleteSomebodyAbove } from './delete-somebody-above.ts'
import { hashFlood } from './hash-flood.ts'
import { inviteOutlivesPromotion } from './invite-outlives-promotion.ts'
import { ownerLockout } from './owner-lockout.ts'
import { replayAfterLossOfRights } from './replay-after-loss-of-rights.ts'
import { rightPasswordFlood } from './right-password-flood.ts'
import { stepUpPipelining } from './step-up-pipelining.ts'
import { tokenExportsHashes } from './token-exports-hashes.ts'
import { totpPipelining } from './totp-pipelining.ts'
import { userLockout } from './user-lockout.ts'

/** Every attack; the tests run the short form of each, `npm run faults abuse` the whole. */
export const allAttacks: readonly Attack[] = [
  adminKeyLockout,
  deleteSomebodyAbove,
  hashFlood,
  inviteOutlivesPromotion,
  ownerLockout,
  replayAfterLossOfRights,
  rightPasswordFlood,
  stepUpPipelining,
  tokenExportsHashes,
  totpPipelining,
  userLockout,
]
