import type { Attack } from './attack.ts'
import { rightPasswordFlood } from './right-password-flood.ts'

/** Every attack; the tests run the short form of each, `npm run faults abuse` the whole. */
export const allAttacks: readonly Attack[] = [rightPasswordFlood]
