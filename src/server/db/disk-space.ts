import type { Kysely } from 'kysely'
import { DiskFull } from './errors.ts'
import type { Tables } from './tables.ts'

/** Whether the disk is full, as recent writes have shown. */
export interface DiskSpace {
  /** A write was committed that changed rows; an empty commit proves nothing. */
  committed(): void
  /** A write failed, for any reason. */
  failed(error: unknown): void
  isFull(): boolean
}

/** Calls `onFull` when the disk becomes full; again only after a write succeeded in between. */
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

const probeIntervalMs = 5_000

/**
 * Writes from time to time while the disk counts as full. Otherwise a server that rejects all writes would never notice
 * free space. Returns a function that stops it.
 */
export function probeDiskSpace(diskSpace: DiskSpace, change: () => Promise<unknown>): () => void {
  const probe = () => {
    if (diskSpace.isFull()) change().catch(() => {})
  }
  const timer = setInterval(probe, probeIntervalMs).unref()
  return () => clearInterval(timer)
}

/** A write that leaves no data behind. */
export async function probeWrite(tx: Kysely<Tables>): Promise<void> {
  await tx.insertInto('installation').values({ name: 'room', value: '' }).execute()
  await tx.deleteFrom('installation').where('name', '=', 'room').execute()
}
