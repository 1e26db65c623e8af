import { generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'
import type { KeyPair } from '../../store/applications/signing-keys.ts'

/**
 * New key pairs. Generating one takes a processor a third of a second, so two are kept ready: an application needs two.
 */
export interface KeyPairs {
  /** Returns a fresh pair: one that is ready, else one generated now. */
  take(): Promise<KeyPair>
  /** Generates the ready pairs, now and after each `take`. */
  keepReady(): void
}

const readyPairs = 2
const generate = promisify(generateKeyPair)

export function openKeyPairs(): KeyPairs {
  const ready: Promise<KeyPair>[] = []
  let isKeptReady = false

  const refill = () => {
    if (!isKeptReady || ready.length >= readyPairs) return
    const pair = newKeyPair()
    ready.push(pair)
    // One after another: generating shares the thread pool with signing.
    pair.then(refill, () => ready.splice(ready.indexOf(pair), 1))
  }
  return {
    take() {
      const pair = ready.shift() ?? newKeyPair()
      pair.then(refill, refill)
      return pair
    },
    keepReady() {
      isKeptReady = true
      refill()
    },
  }
}

/** RSA, because every sample's language can verify it with its standard library. */
async function newKeyPair(): Promise<KeyPair> {
  const { publicKey, privateKey } = await generate('rsa', {
    modulusLength: 2048,
    publicExponent: 65_537,
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'der' },
  })
  return { publicKey: publicKey.toString('base64'), privateKey: privateKey.toString('base64') }
}
