import { AsyncLocalStorage } from 'node:async_hooks'
import { ReadAborted } from './errors.ts'

const signals = new AsyncLocalStorage<AbortSignal>()

/**
 * Runs work whose reads are given up when the signal is aborted, as when the browser that asked has gone away: they
 * reject with ReadAborted. Changes and reads by key are not touched by it.
 */
export function abortReadsWith<T>(signal: AbortSignal, work: () => T): T {
  return signals.run(signal, work)
}

/** Gives up the reads of the work after a time, or when their browser goes away: then the result is undefined. */
export async function readWithin<T>(limitMs: number, work: () => Promise<T>): Promise<T | undefined> {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), limitMs)
  const asking = readSignal()
  try {
    return await abortReadsWith(asking ? AbortSignal.any([asking, late.signal]) : late.signal, work)
  } catch (error) {
    if (error instanceof ReadAborted) return undefined
    throw error
  } finally {
    clearTimeout(timer)
  }
}

/** The signal of the work that runs. */
export const readSignal = (): AbortSignal | undefined => signals.getStore()
