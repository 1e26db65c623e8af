import { statfsSync } from 'node:fs'

export interface DiskRoom {
  readonly freeBytes: number
  readonly sizeBytes: number
}

export function readDiskRoom(folder: string): DiskRoom {
  const { bavail, blocks, bsize } = statfsSync(folder)
  return { freeBytes: bavail * bsize, sizeBytes: blocks * bsize }
}

const lowBytes = 1024 ** 3
const lowShare = 0.1

/** Below 10 % or 1 GiB, as in `deploy/prometheus/alerts.yml`. */
export const isDiskLow = ({ freeBytes, sizeBytes }: DiskRoom) =>
  freeBytes < lowBytes || freeBytes < lowShare * sizeBytes
