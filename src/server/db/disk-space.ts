import { AsyncLocalStorage } from 'node:async_hooks'
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
  /** Throws DiskFull where the last space is kept for other changes than this one. */
  assertRoom(): void
}

interface DiskSpaceOptions {
  /** Called when the disk becomes full; again only after there was room in between. */
  readonly onFull?: (() => void) | undefined
  /** False while only the reserve is left, which most changes must not use. Asked at every change. */
  readonly hasRoom?: (() => boolean) | undefined
}

export function watchDiskSpace({ onFull = () => {}, hasRoom = () => true }: DiskSpaceOptions = {}): DiskSpace {
  let isFull = !hasRoom()
  const noteFull = () => {
    if (isFull) return
    isFull = true
    onFull()
  }
  return {
    committed() {
      // Changes that use the reserve prove nothing.
      if (isFull && hasRoom()) isFull = false
    },
    failed(error) {
      if (error instanceof DiskFull) noteFull()
    },
    isFull: () => isFull,
    assertRoom() {
      if (usingReserve.getStore() || hasRoom()) return
      noteFull()
      throw new DiskFull('The disk is full; what is left of it is kept for sessions, sign-ins and deletions.')
    },
  }
}

const usingReserve = new AsyncLocalStorage<true>()

/**
 * Runs work whose changes may use the last space of a full disk: small, and needed so that customers go on or somebody can
 * make room.
 */
export function withReserve<T>(work: () => T): T {
  return usingReserve.run(true, work)
}

/** A change that may use the reserve and finds the disk full frees it, and is tried once more. */
export async function retryWithReserve<T>(diskSpace: DiskSpace, change: () => Promise<T>): Promise<T> {
  const wasFull = diskSpace.isFull()
  try {
    return await change()
  } catch (error) {
    if (!(error instanceof DiskFull) || wasFull || !usingReserve.getStore()) throw error
    return change()
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
