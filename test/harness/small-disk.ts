import { execFileSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Whether this run may mount a file system. */
export const canMount = process.platform === 'linux' && process.getuid?.() === 0

/** A file system of its own, with as much room as the reserve of the data folder asks for, and little more. */
export interface SmallDisk {
  readonly folder: string
  /** Writes until no byte is free. */
  fill(): void
  /** Removes what `fill` wrote. */
  empty(): void
  unmount(): void
}

export function mountSmallDisk(bytes = 192 * 1024 * 1024): SmallDisk {
  const folder = mkdtempSync(join(tmpdir(), 'keywright-disk-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes}`, 'keywright-faults', folder])
  const ballast: string[] = []
  return {
    folder,
    fill() {
      const file = join(folder, `ballast-${ballast.length}`)
      ballast.push(file)
      fillWith(file)
    },
    empty() {
      for (const file of ballast.splice(0)) rmSync(file)
    },
    unmount() {
      execFileSync('umount', ['--lazy', folder])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function fillWith(file: string): void {
  const handle = openSync(file, 'w')
  try {
    for (let size = 1024 * 1024; size >= 1; ) {
      try {
        writeSync(handle, Buffer.alloc(size, 1))
      } catch {
        size = Math.floor(size / 2)
      }
    }
  } finally {
    closeSync(handle)
  }
}
