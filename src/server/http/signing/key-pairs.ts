import { generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'
import type { KeyPair } from '../../store/applications/signing-keys.ts'

/** New key pairs. Making one takes a processor a third of a second, so two lie ready: an application needs two. */
export interface KeyPairs {
  /** A pair that nobody else gets: one of those that lie ready, else it is made now. */
  take(): Promise<KeyPair>
  /** Makes the pairs that lie ready, from now on again after each `take`. */
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
    // One after the other: they share the thread pool with signatures.
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

/** RSA because it is the one public-key scheme that every sample's language verifies with what it ships. */
async function newKeyPair(): Promise<KeyPair> {
  const { publicKey, privateKey } = await generate('rsa', {
    modulusLength: 2048,
    publicExponent: 65_537,
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'der' },
  })
  return { publicKey: publicKey.toString('base64'), privateKey: privateKey.toString('base64') }
}
