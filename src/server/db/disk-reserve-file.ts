import { closeSync, fsyncSync, ftruncateSync, openSync, statfsSync, statSync, truncateSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseLog } from './database.ts'

const reserveBytes = 32 * 1024 * 1024
/** Above this there is room again beside the reserve. */
const roomBytes = 2 * reserveBytes
const pieceBytes = 1024 * 1024
const lookEveryMs = 60_000

/**
 * Reserve file that gives its space back when the disk is full, since even deleting rows needs free space. An empty file
 * is one that was used: also after a restart, what is free then is kept for what must go on.
 */
export interface DiskReserveFile {
  /** Frees the space. It is taken again when there is enough. */
  release(): void
  /**
   * False while the reserve is in use and not much more is free. `reusableBytes`: what the database would fill again
   * before it grows.
   */
  hasRoom(reusableBytes: () => number): boolean
  close(): void
}

export function openDiskReserveFile(folder: string, log: DatabaseLog = () => {}): DiskReserveFile {
  const file = join(folder, 'keywright.reserve')
  const bytes = () => statSync(file, { throwIfNoEntry: false })?.size
  const createIfPlenty = () => {
    // The reserve must not fill the disk itself.
    const isMissing = bytes() === undefined && freeBytes(folder) > 4 * reserveBytes
    if (isMissing || (isUsed && freeBytes(folder) >= roomBytes)) writeReserveFile(file)
    isUsed = bytes() === 0
  }
  /** Read at every change. */
  let isUsed = bytes() === 0
  createIfPlenty()
  const timer = setInterval(createIfPlenty, lookEveryMs).unref()
  return {
    release() {
      const wasThere = Number(bytes()) > 0
      if (wasThere) truncateSync(file)
      isUsed = bytes() === 0
      log(
        `The disk is full: changes are refused until there is room.${wasThere ? ' The reserve of 32 MB is freed.' : ''}`,
        'error',
      )
    },
    hasRoom: (reusableBytes) => !isUsed || freeBytes(folder) + reusableBytes() >= roomBytes,
    close: () => clearInterval(timer),
  }
}

function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

/** Written with data: a sparse file reserves no space. */
function writeReserveFile(file: string): void {
  const handle = openSync(file, 'w', 0o600)
  try {
    const piece = Buffer.alloc(pieceBytes, 1)
    for (let written = 0; written < reserveBytes; written += pieceBytes) writeSync(handle, piece)
    fsyncSync(handle)
  } catch {
    ftruncateSync(handle)
  } finally {
    closeSync(handle)
  }
}
