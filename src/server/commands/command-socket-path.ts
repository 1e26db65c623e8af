import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'

const name = 'keywright.sock'

/** What the kernel takes as the path of a socket: 108 bytes on Linux, 104 elsewhere, with the zero at the end. */
const maxPathBytes = process.platform === 'linux' ? 107 : 103

/** Where commands reach a running server. `path` is what to bind or connect; it may be another way to `file`. */
export interface SocketPath {
  readonly file: string
  readonly path: string
  /** Call it when the path is no longer needed. */
  release(): void
}

/**
 * The socket in the data folder. A longer path than the kernel takes goes through an open handle of the folder, which
 * only Linux offers; undefined where there is no way.
 */
export function commandSocketPath(dataDir: string): SocketPath | undefined {
  const file = join(dataDir, name)
  if (Buffer.byteLength(file) <= maxPathBytes) return { file, path: file, release() {} }
  if (process.platform !== 'linux') return undefined
  const folder = openSync(dataDir, 'r')
  return { file, path: `/proc/self/fd/${folder}/${name}`, release: () => closeSync(folder) }
}
