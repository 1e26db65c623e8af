import type { Log } from '../../lib/log.ts'
import type { Stores } from '../../store/index.ts'
import type { KeyPairs } from './key-pairs.ts'
import type { KeyRing } from './key-ring.ts'

/** Makes keys beside the requests, so that nobody waits for them. What it has not made yet is made on first need. */
export interface KeyMaker {
  /** Gives keys to applications that have none, those made before there were signed answers, and keeps pairs ready. */
  start(): void
  /** An application was made or changed: one without keys gets them. */
  noticed(applicationId: number): void
  /** Resolves once nothing is being written any more. */
  stop(): Promise<void>
}

interface KeyMakerDeps {
  readonly stores: Stores
  readonly keyRing: KeyRing
  readonly keyPairs: KeyPairs
  readonly log: Log
}

/** A starting server has other things to do first. */
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
