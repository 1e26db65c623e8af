import { openKeyPairs } from '../../src/server/http/signing/key-pairs.ts'
import type { KeyPair } from '../../src/server/store/applications/signing-keys.ts'

const real = openKeyPairs()
const made: Promise<KeyPair>[] = []
let taken = 0

/**
 * Six real key pairs in turn for all applications of a test file: making two for each would cost most of its time. Two
 * applications made one after the other have different ones.
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
