import type { DiskLevel } from '../../shared/live.ts'

let level: DiskLevel = 'ok'
const listeners = new Set<() => void>()

/** Room on the server's disk, as the live stream told it last. */
export const serverDisk = {
  get: (): DiskLevel => level,
  set(next: DiskLevel): void {
    level = next
    for (const listener of listeners) listener()
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}
