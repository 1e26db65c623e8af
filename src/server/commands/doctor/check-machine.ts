import { accessSync, constants, lstatSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type DiskRoom, isDiskLow, readDiskRoom } from '../../lib/disk-room.ts'
import { type Finding, ok, reasonOf, warning, wrong } from './finding.ts'

const oldestNode = [24, 15] as const

export function checkNode(version: string): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const isOld = major < oldestNode[0] || (major === oldestNode[0] && minor < oldestNode[1])
  return isOld
    ? wrong('Node.js', version, `Use Node.js ${oldestNode.join('.')} or newer; "npm start" installs one.`)
    : ok('Node.js', version)
}

/** Rights of the data folder. */
export function checkFolder(dataDir: string): Finding {
  const check = 'data folder'
  try {
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
    const { mode } = lstatSync(join(dataDir, '.'))
    if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
      return warning(check, `other users of this machine may enter ${dataDir}`, `Run: chmod 700 ${dataDir}`)
    }
    return ok(check, dataDir)
  } catch (error) {
    return wrong(
      check,
      `${dataDir} cannot be used (${reasonOf(error)})`,
      'Run the command as the user of the server, or set DATA_DIR to its folder.',
    )
  }
}

/** Room on the disk of the data folder. `reserveBytes`: size of the reserve file; undefined: there is none. */
export function decideDisk(room: DiskRoom, reserveBytes: number | undefined): Finding {
  const check = 'disk'
  const share = Math.floor((room.freeBytes / room.sizeBytes) * 100)
  const found = `${Math.floor(room.freeBytes / 1024 ** 2)} MiB free, ${share} %`
  if (reserveBytes === 0) return wrong(check, `${found}; it was full, and its reserve is in use`, 'Make room on it.')
  return isDiskLow(room)
    ? warning(check, found, 'Make room on it: below 10 % or 1 GiB it may fill up soon.')
    : ok(check, found)
}

export function checkDisk(dataDir: string): Finding {
  try {
    const reserve = statSync(join(dataDir, 'keywright.reserve'), { throwIfNoEntry: false })
    return decideDisk(readDiskRoom(dataDir), reserve?.size)
  } catch (error) {
    return wrong('disk', `unknown (${reasonOf(error)})`, 'Set DATA_DIR to the folder of the server.')
  }
}
