import { statSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'

/** The disk has too little free space for a copy. */
export class NoRoom extends Error {
  override readonly name = 'NoRoom'
}

/** Free space that a copy needs, per byte of the database. */
const spare = 1.2

const bytesOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0

/** The database of the folder, with its log. */
export function databaseBytes(dataDir: string): number {
  return bytesOf(join(dataDir, 'keywright.db')) + bytesOf(join(dataDir, 'keywright.db-wal'))
}

/** @throws NoRoom */
export async function requireRoom(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  const free = bavail * bsize
  const needed = Math.ceil(bytes * spare)
  if (free < needed) throw new NoRoom(`Only ${megabytes(free)} are free, and it needs ${megabytes(needed)}.`)
}

/** What copies may fill: half of the disk. */
export async function roomForCopies(folder: string): Promise<number> {
  const { blocks, bsize } = await statfs(folder)
  return (blocks * bsize) / 2
}

const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`
