import type { Database } from '../db/open.ts'
import type { Stores } from '../store/index.ts'
import { jobLeaseMs } from '../store/installation/job-leases.ts'

/** Keeps a job from running on two nodes at once. */
export interface JobLeases {
  /**
   * Runs the work while no other node runs work of this name; undefined if one does. `signal` is aborted when the
   * lease is lost, because another node may begin.
   */
  run<T>(name: string, work: (signal: AbortSignal) => Promise<T>): Promise<T | undefined>
}

const renewEveryMs = 20_000

interface LeaseDeps {
  readonly engine: Database['engine']
  readonly stores: Stores
  /** Id of this node. */
  readonly holder: string
  /** Tests: how often a lease is renewed. */
  readonly everyMs?: number
}

/** The embedded database has one server, which needs no lease. */
export function openJobLeases({ engine, stores, holder, everyMs = renewEveryMs }: LeaseDeps): JobLeases {
  if (engine === 'sqlite') return { run: (_name, work) => work(new AbortController().signal) }

  /** Until the work has ended. A renewal that fails is tried again as long as the lease holds. */
  const keep = (name: string, lost: AbortController) => {
    let heldUntil = performance.now() + jobLeaseMs
    const renew = async () => {
      const askedAt = performance.now()
      const isHeld = await stores.transaction((tx) => tx.jobLeases.renew(name, holder)).catch(() => undefined)
      if (isHeld) heldUntil = askedAt + jobLeaseMs
      if (isHeld === false || performance.now() > heldUntil - everyMs) lost.abort()
    }
    const timer = setInterval(() => void renew(), everyMs).unref()
    return () => clearInterval(timer)
  }
  return {
    async run(name, work) {
      if (!(await stores.transaction((tx) => tx.jobLeases.take(name, holder)))) return undefined
      const lost = new AbortController()
      const stopKeeping = keep(name, lost)
      try {
        return await work(lost.signal)
      } finally {
        stopKeeping()
        // Unreachable: the lease ends by itself.
        await stores.transaction((tx) => tx.jobLeases.release(name, holder)).catch(() => {})
      }
    },
  }
}
