import type { Kysely } from 'kysely'
import { DiskFull } from './errors.ts'
import type { Tables } from './tables.ts'

/** What the last changes told about the room on the disk. */
export interface DiskSpace {
  /** A change is on the disk: rows that are there now, not a commit of nothing. */
  committed(): void
  /** A change failed, for whatever reason. */
  failed(error: unknown): void
  isFull(): boolean
}

/** Calls `onFull` when the disk becomes full, once until there was room again. */
export function watchDiskSpace(onFull: () => void = () => {}): DiskSpace {
  let isFull = false
  return {
    committed() {
      isFull = false
    },
    failed(error) {
      if (!(error instanceof DiskFull) || isFull) return
      isFull = true
      onFull()
    },
    isFull: () => isFull,
  }
}

const lookEveryMs = 5_000

/**
 * Makes a change from time to time while the disk is said to be full: a server that nobody sends changes to because it
 * says so would never learn that there is room again. Returns how to stop.
 */
export function probeDiskSpace(diskSpace: DiskSpace, change: () => Promise<unknown>): () => void {
  const look = () => {
    if (diskSpace.isFull()) change().catch(() => {})
  }
  const timer = setInterval(look, lookEveryMs).unref()
  return () => clearInterval(timer)
}

/** A change that leaves nothing behind. */
export async function probeWrite(tx: Kysely<Tables>): Promise<void> {
  await tx.insertInto('installation').values({ name: 'room', value: '' }).execute()
  await tx.deleteFrom('installation').where('name', '=', 'room').execute()
}
