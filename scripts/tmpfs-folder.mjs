// Imported as a namespace: the oldest Node that starts this script has no statfsSync, which is checked below.
import * as fs from 'node:fs'

const folder = '/dev/shm'
const neededBytes = 3 * 1024 ** 3

/**
 * A folder in memory (tmpfs) with enough space, from which programs may run; undefined if there is none. The tests
 * wait for thousands of database syncs, and disk speed is not what they measure.
 * @returns {string | undefined}
 */
export function tmpfsFolder() {
  if (process.platform !== 'linux') return undefined
  try {
    fs.accessSync(folder, fs.constants.W_OK)
    const { bavail, bsize } = fs.statfsSync(folder)
    const [, , , options = ''] =
      fs
        .readFileSync('/proc/mounts', 'utf8')
        .split('\n')
        .map((line) => line.split(' '))
        .find(([, place]) => place === folder) ?? []
    const isFit = options !== '' && !options.split(',').includes('noexec') && bavail * bsize >= neededBytes
    return isFit ? folder : undefined
  } catch {
    return undefined
  }
}
