import type { Attack } from './attack.ts'
import { deleteSomebodyAbove } from './delete-somebody-above.ts'
import { inviteOutlivesPromotion } from './invite-outlives-promotion.ts'
import { replayAfterLossOfRights } from './replay-after-loss-of-rights.ts'
import { rightPasswordFlood } from './right-password-flood.ts'
import { tokenExportsHashes } from './token-exports-hashes.ts'

/** Every attack; the tests run the short form of each, `npm run faults abuse` the whole. */
export const allAttacks: readonly Attack[] = [
  deleteSomebodyAbove,
  inviteOutlivesPromotion,
  replayAfterLossOfRights,
  rightPasswordFlood,
  tokenExportsHashes,
]
