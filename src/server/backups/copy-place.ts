import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BackupPlace } from '../../shared/contract/system-backups.ts'
import { type Copy, listCopies, type Manifest, readManifest, removeCopy } from './copies.ts'
import { DamagedCopy } from './damaged-copy.ts'
import { roomForCopies } from './room.ts'

/** Somewhere copies are kept. */
export interface CopyPlace {
  readonly place: BackupPlace
  /** What is there and whole, newest first. */
  list(signal: AbortSignal): Promise<readonly Copy[]>
  /**
   * Puts the copy into a folder under its name, and returns its manifest.
   * @throws DamagedCopy
   */
  fetch(name: string, folder: string, signal: AbortSignal): Promise<Manifest>
  remove(name: string, signal: AbortSignal): Promise<void>
  /** What copies may fill. */
  roomBytes(): Promise<number>
}

/** The folder `backups` of the data folder. */
export function folderPlace(folder: string): CopyPlace {
  return {
    place: 'folder',
    list: () => listCopies(folder),
    async fetch(name, target) {
      const manifest = await readManifest(folder, name)
      if (!manifest) throw new DamagedCopy('Its manifest is missing or damaged.')
      await copyFile(join(folder, name), join(target, name))
      return manifest
    },
    remove: (name) => removeCopy(folder, name),
    roomBytes: () => roomForCopies(folder),
  }
}
