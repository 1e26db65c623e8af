import type { Log } from '../../lib/log.ts'
import type { Stores } from '../../store/index.ts'
import type { KeyPairs } from './key-pairs.ts'
import type { KeyRing } from './key-ring.ts'

/** Creates signing keys in the background, so that no request waits for them. Missing ones are created on demand. */
export interface KeyMaker {
  /** Creates keys for applications without any (from before signed responses existed), and keeps key pairs ready. */
  start(): void
  /** Called when an application was created or changed: creates its keys if it has none. */
  noticed(applicationId: number): void
  /** Resolves when nothing is being written. */
  stop(): Promise<void>
}

interface KeyMakerDeps {
  readonly stores: Stores
  readonly keyRing: KeyRing
  readonly keyPairs: KeyPairs
  readonly log: Log
}

/** A starting server has more urgent work. */
const startDelayMs = 3_000
const batch = 100

export function openKeyMaker({ stores, keyRing, keyPairs, log }: KeyMakerDeps): KeyMaker {
  let isRunning = false
  let timer: NodeJS.Timeout | undefined
  let working: Promise<void> = Promise.resolve()

  const work = (job: () => Promise<unknown>) => {
    working = working
      .then(() => (isRunning ? job() : undefined))
      .catch((error: unknown) => log.error('job failed', { job: 'signing keys', error: String(error) }))
      .then(() => undefined)
  }
  const makeMissing = async () => {
    for (let ids = await stores.signingKeys.withoutKeys(batch); ids.length > 0 && isRunning; ) {
      for (const id of ids) if (isRunning) await keyRing.list(id)
      ids = await stores.signingKeys.withoutKeys(batch)
    }
  }
  return {
    start() {
      isRunning = true
      timer = setTimeout(() => {
        work(makeMissing)
        work(async () => keyPairs.keepReady())
      }, startDelayMs).unref()
    },
    noticed(applicationId) {
      if (isRunning) work(() => keyRing.list(applicationId))
    },
    async stop() {
      isRunning = false
      clearTimeout(timer)
      await working
    },
  }
}
