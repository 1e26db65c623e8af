import { readdirSync, readFileSync } from 'node:fs'
import { setPriority } from 'node:os'

const last = 19

/**
 * Lets the threads that hash passwords run behind everything else of this process, so that a login storm takes what
 * the running clients leave over. Linux only: elsewhere a thread has no priority of its own, and nothing changes.
 * Called once the threads are there, which the first asynchronous file access of the process makes sure of.
 */
export function lowerHashingPriority(): number {
  if (process.platform !== 'linux') return 0
  const threads = readdirSync('/proc/self/task').filter((id) => {
    return readFileSync(`/proc/self/task/${id}/comm`, 'utf8').trim() === 'libuv-worker'
  })
  for (const id of threads) setPriority(Number(id), last)
  return threads.length
}
