import { chmodSync, lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const othersBits = 0o077

/** Windows has no such modes: there the folder's access list decides. */
const hasModes = process.platform !== 'win32'

/** From now on nobody but the own user of the system may read or change what this process creates. */
export function createPrivateFiles(): void {
  if (hasModes) process.umask(othersBits)
}

/**
 * Takes the access of other users away from what an earlier release, a copy or a restore left readable: database, log,
 * keys and backups, by their names, since the folder may hold files that are not ours. Returns what the operator should
 * know, a sentence each.
 */
export function tightenDataFolder(dataDir: string): string[] {
  if (!hasModes) return []
  const warnings = [...tightenFiles(dataDir, /^(keywright\.|master\.key|admin\.key)/), ...tightenBackups(dataDir)]
  const { mode } = lstatSync(join(dataDir, '.'))
  if (mode & othersBits) {
    warnings.push(`Other users may enter the data folder ${dataDir} (mode ${shown(mode)}). Run: chmod 700 ${dataDir}`)
  }
  return warnings
}

function tightenBackups(dataDir: string): string[] {
  const backups = join(dataDir, 'backups')
  if (!lstatSync(backups, { throwIfNoEntry: false })?.isDirectory()) return []
  return [...tighten(backups), ...tightenFiles(backups, /^(keywright|before-).*\.db/)]
}

function tightenFiles(folder: string, names: RegExp): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && names.test(entry.name))
    .flatMap(({ name }) => tighten(join(folder, name)))
}

function tighten(path: string): string[] {
  // Another server on this folder may delete a file of its own at this moment.
  const mode = lstatSync(path, { throwIfNoEntry: false })?.mode ?? 0
  if ((mode & othersBits) === 0) return []
  try {
    chmodSync(path, mode & 0o700)
    return [`Other users could read or change ${path} (mode ${shown(mode)}); now they cannot.`]
  } catch {
    return [`Other users may read or change ${path} (mode ${shown(mode)}), and its mode cannot be changed from here.`]
  }
}

const shown = (mode: number) => (mode & 0o777).toString(8).padStart(4, '0')
