import { closeSync, existsSync, fsyncSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseLog } from './database.ts'

const reserveBytes = 32 * 1024 * 1024
const pieceBytes = 1024 * 1024
const lookEveryMs = 60_000

/** Reserve file that is deleted when the disk is full, since even deleting rows needs free space. */
export interface DiskReserveFile {
  /** Deletes the file. It is written again when there is plenty of free space. */
  release(): void
  close(): void
}

export function openDiskReserveFile(folder: string, log: DatabaseLog = () => {}): DiskReserveFile {
  const file = join(folder, 'keywright.reserve')
  const createIfPlenty = () => {
    if (!existsSync(file) && hasPlenty(folder)) writeReserveFile(file)
  }
  createIfPlenty()
  const timer = setInterval(createIfPlenty, lookEveryMs).unref()
  return {
    release() {
      const wasThere = existsSync(file)
      rmSync(file, { force: true })
      log(
        `The disk is full: changes are refused until there is room.${wasThere ? ' The reserve of 32 MB is freed.' : ''}`,
        'error',
      )
    },
    close: () => clearInterval(timer),
  }
}

/** The reserve must not fill the disk itself. */
function hasPlenty(folder: string): boolean {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize > 4 * reserveBytes
}

/** Written with data: a sparse file reserves no space. */
function writeReserveFile(file: string): void {
  const handle = openSync(file, 'w', 0o600)
  try {
    const piece = Buffer.alloc(pieceBytes, 1)
    for (let written = 0; written < reserveBytes; written += pieceBytes) writeSync(handle, piece)
    fsyncSync(handle)
  } catch {
    rmSync(file, { force: true })
  } finally {
    closeSync(handle)
  }
}
