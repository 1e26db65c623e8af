import { openKeyPairs } from '../../src/server/http/signing/key-pairs.ts'
import type { KeyPair } from '../../src/server/store/applications/signing-keys.ts'

const real = openKeyPairs()
const made: Promise<KeyPair>[] = []
let taken = 0

/**
 * A pool of six real key pairs, handed out round-robin: generating two per application dominates the run time. Two
 * applications created in a row get different ones.
 */
export const testKeyPairs = {
  take(): Promise<KeyPair> {
    const place = taken % 6
    taken += 1
    const pair = made[place] ?? real.take()
    made[place] = pair
    return pair
  },
  keepReady() {},
}
