import { existsSync } from 'node:fs'
import { readFile, symlink } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fetchPackage } from './fetch-package.mjs'
import { root } from './run.mjs'

const remedy = 'What to do: install PostgreSQL 15 or newer (Debian and Ubuntu: apt-get install postgresql).'

/** Where a fetched PostgreSQL lies, fetched or not; undefined on a platform that has none. */
export async function fetchedPostgres() {
  const pinned = await pinnedPostgres()
  return pinned && join(folderOf(pinned), 'native', 'bin')
}

/** Brings PostgreSQL for the tests, for a machine that has none. */
export async function fetchPostgres() {
  const pinned = await pinnedPostgres()
  if (!pinned) return
  const folder = folderOf(pinned)
  await fetchPackage(pinned, folder, remedy)
  await linkLibraries(folder)
}

/** @param {import('./fetch-package.mjs').Pinned} pinned */
function folderOf({ version }) {
  return join(root, '.node', `postgres-${version}`)
}

/** @returns {Promise<import('./fetch-package.mjs').Pinned | undefined>} */
async function pinnedPostgres() {
  const versions = JSON.parse(await readFile(join(root, 'scripts', 'postgres-versions.json'), 'utf8'))
  return versions[`${process.platform}-${process.arch}`]
}

/**
 * An npm archive can't hold symbolic links: this package lists those of its libraries in a file, and makes them in an
 * install script, which is never run here.
 * @param {string} folder
 */
async function linkLibraries(folder) {
  const list = join(folder, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  /** @type {{ source: string, target: string }[]} */
  const links = JSON.parse(await readFile(list, 'utf8'))
  for (const { source, target } of links) {
    if (!existsSync(join(folder, target))) await symlink(basename(source), join(folder, target))
  }
}
