import { chmodSync, lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const othersBits = 0o077

/** Windows has no file modes: the access list of the folder decides. */
const hasModes = process.platform !== 'win32'

/** Makes all files that this process creates private to its user (umask). */
export function createPrivateFiles(): void {
  if (hasModes) process.umask(othersBits)
}

/**
 * Removes the access of other users from files that an earlier release, a copy or a restore left readable: database,
 * log, keys and backups, by name, since the folder may contain files of others. Returns one sentence per change for the
 * operator.
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
  // Another server on this folder may delete its file at this moment.
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
