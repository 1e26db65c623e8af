import { DiskFull } from './errors.ts'

/** What the last changes told about the room on the disk. */
export interface Room {
  /** A change is on the disk. */
  committed(): void
  /** A change failed, for whatever reason. */
  failed(error: unknown): void
  isFull(): boolean
}

/** Calls `onFull` when the disk becomes full, once until there was room again. */
export function watchRoom(onFull: () => void = () => {}): Room {
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
