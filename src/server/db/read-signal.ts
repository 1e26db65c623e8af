import { AsyncLocalStorage } from 'node:async_hooks'

const signals = new AsyncLocalStorage<AbortSignal>()

/**
 * Runs work whose reads are given up when the signal is aborted, as when the browser that asked has gone away: they
 * reject with ReadAborted. Changes and reads by key are not touched by it.
 */
export function abortReadsWith<T>(signal: AbortSignal, work: () => T): T {
  return signals.run(signal, work)
}

/** The signal of the work that runs. */
export const readSignal = (): AbortSignal | undefined => signals.getStore()
