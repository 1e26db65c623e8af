import { type FileHandle, open } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'

const betweenMs = 50

/**
 * Flushes a file again and again while it is written, so that the disk never has much of it to take at a time: commits
 * of the database wait for what is being flushed. Whoever writes the file still has to flush it at the end.
 */
export async function flushWhile<T>(file: string, writing: Promise<T>): Promise<T> {
  const ended = new AbortController()
  const flushing = flushUntil(ended.signal, file)
  try {
    return await writing
  } finally {
    ended.abort()
    await flushing
  }
}

async function flushUntil(signal: AbortSignal, file: string): Promise<void> {
  let handle: FileHandle | undefined
  try {
    while (!signal.aborted) {
      handle ??= await open(file, 'r+').catch(() => undefined)
      await handle?.datasync()
      await sleep(betweenMs, undefined, { signal }).catch(() => {})
    }
  } catch {
    // a disk that fails is reported by who writes
  } finally {
    await handle?.close()
  }
}
