import { Problem } from '../problem.ts'

/** How many long responses run and wait at once. */
interface StreamLimitOptions {
  readonly running: number
  readonly waiting: number
  /** How long one waits for a slot before it is rejected. */
  readonly waitMs: number
}

/** Limits concurrent long responses per account: some more wait, the rest is rejected with `rate_limited`. */
export interface StreamLimit {
  /** Resolves with the function that frees the slot. The signal cancels waiting when the client disconnects. */
  enter(account: number, gone: AbortSignal): Promise<() => void>
}

interface Account {
  running: number
  readonly waiting: Set<() => void>
}

export function createStreamLimit({ running: most, waiting: mostWaiting, waitMs }: StreamLimitOptions): StreamLimit {
  const accounts = new Map<number, Account>()

  const leave = (key: number, account: Account) => () => {
    const [next] = account.waiting
    if (next) {
      account.waiting.delete(next)
      return next()
    }
    account.running -= 1
    if (account.running === 0) accounts.delete(key)
  }

  return {
    async enter(key, gone) {
      const account = accounts.get(key) ?? { running: 0, waiting: new Set() }
      accounts.set(key, account)
      if (account.running < most) {
        account.running += 1
        return once(leave(key, account))
      }
      if (account.waiting.size >= mostWaiting) throw refused(waitMs)
      await waitForPlace(account, gone, waitMs)
      return once(leave(key, account))
    },
  }
}

/** Waits for a slot to become free. */
function waitForPlace({ waiting }: Account, gone: AbortSignal, waitMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (error?: Error) => {
      waiting.delete(begin)
      clearTimeout(timer)
      gone.removeEventListener('abort', giveUp)
      if (error) reject(error)
      else resolve()
    }
    const begin = () => end()
    const giveUp = () => end(refused(waitMs))
    const timer = setTimeout(giveUp, waitMs).unref()
    waiting.add(begin)
    gone.addEventListener('abort', giveUp)
    if (gone.aborted) giveUp()
  })
}

const refused = (waitMs: number) => new Problem('rate_limited', { retryAfterSeconds: Math.ceil(waitMs / 1000) })

function once(work: () => void): () => void {
  let isDone = false
  return () => {
    if (isDone) return
    isDone = true
    work()
  }
}
