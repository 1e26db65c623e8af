import type { Clock } from '../../lib/clock.ts'
import type { Log } from '../../lib/log.ts'
import type { Stores } from '../../store/index.ts'
import type { Limiters } from '../limiters.ts'
import { openAnswerSigner } from '../sign-answer.ts'
import { openKeyMaker } from './key-maker.ts'
import type { KeyPairs } from './key-pairs.ts'
import { openKeyRing } from './key-ring.ts'

interface SigningDeps {
  readonly stores: Stores
  readonly clock: Clock
  readonly log: Log
  readonly keyPairs: KeyPairs
  readonly limiters: Limiters
  readonly config: { readonly publicPath: string }
}

/** Everything that signed answers need, put together. */
export function openSigning({ stores, clock, log, keyPairs, limiters, config }: SigningDeps) {
  const keyRing = openKeyRing(stores, keyPairs, clock)
  return {
    keyPairs,
    keyRing,
    keyMaker: openKeyMaker({ stores, keyRing, keyPairs, log }),
    signer: openAnswerSigner({ keyRing, clock, limiters, publicPath: config.publicPath }),
  }
}
