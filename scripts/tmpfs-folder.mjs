// As a whole: the oldest versions that start this script have no statfsSync, which is found out below.
import * as fs from 'node:fs'

const folder = '/dev/shm'
const neededBytes = 3 * 1024 ** 3

/**
 * A folder whose files lie in memory, where there is one with room and from which programs may run. Tests wait for
 * thousands of syncs of databases that are thrown away: what a disk takes for them says nothing of us.
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
