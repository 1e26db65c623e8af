import { adminKeyLockout } from './admin-key-lockout.ts'
import type { Attack } from './attack.ts'
import { hashFlood } from './hash-flood.ts'
import { ownerLockout } from './owner-lockout.ts'
import { rightPasswordFlood } from './right-password-flood.ts'
import { stepUpPipelining } from './step-up-pipelining.ts'
import { totpPipelining } from './totp-pipelining.ts'
import { userLockout } from './user-lockout.ts'

/** Every attack; the tests run the short form of each, `npm run faults abuse` the whole. */
export const allAttacks: readonly Attack[] = [
  adminKeyLockout,
  hashFlood,
  ownerLockout,
  rightPasswordFlood,
  stepUpPipelining,
  totpPipelining,
  userLockout,
]
