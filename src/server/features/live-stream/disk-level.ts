import type { DiskLevel } from '../../../shared/live.ts'
import type { Database } from '../../db/open.ts'
import { isDiskLow, readDiskRoom } from '../../lib/disk-room.ts'

/** How often the file system is asked. */
const lookEveryMs = 5_000

/**
 * What dashboards show of the disk. The disk of PostgreSQL can't be asked: it is full when it refuses a change. A
 * database in memory has no disk.
 */
export function openDiskLevel(database: Database, dataDir: string): () => DiskLevel {
  const isLow = database.engine === 'sqlite' && database.file !== undefined ? lookAt(dataDir) : () => false
  return () => {
    if (database.isDiskFull()) return 'full'
    return isLow() ? 'low' : 'ok'
  }
}

function lookAt(folder: string): () => boolean {
  let isLow = false
  let lookedAtMs = Number.NEGATIVE_INFINITY
  return () => {
    const nowMs = performance.now()
    if (nowMs - lookedAtMs < lookEveryMs) return isLow
    lookedAtMs = nowMs
    try {
      isLow = isDiskLow(readDiskRoom(folder))
    } catch {
      // a folder that is away has worse consequences than this
    }
    return isLow
  }
}
