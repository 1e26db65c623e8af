import type { Attack } from './attack.ts'
import { fiveMachines } from './five-machines.ts'
import { registerTakeover } from './register-takeover.ts'
import { rightPasswordFlood } from './right-password-flood.ts'
import { signedOutUserStays } from './signed-out-user-stays.ts'
import { strictBareId } from './strict-bare-id.ts'

/** Every attack; the tests run the short form of each, `npm run faults abuse` the whole. */
export const allAttacks: readonly Attack[] = [
  fiveMachines,
  registerTakeover,
  rightPasswordFlood,
  signedOutUserStays,
  strictBareId,
]
