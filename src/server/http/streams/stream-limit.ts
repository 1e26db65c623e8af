import { Problem } from '../problem.ts'

/** How many long answers run and wait at once. */
interface StreamLimitOptions {
  readonly running: number
  readonly waiting: number
  /** How long one waits for a place before it is refused. */
  readonly waitMs: number
}

/** Lets so many long answers of one account run at once; some more wait, the rest is refused with `rate_limited`. */
export interface StreamLimit {
  /** Resolves with how to leave, once there is a place. A signal gives up waiting: the caller has gone away. */
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

/** Waits for a place that somebody leaves. */
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
