import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { npm, npmErrorOutput } from './npm.mjs'
import { root } from './run.mjs'
import { step, UserFacingError } from './run-script.mjs'

const lockFile = join(root, 'package-lock.json')
const installedFile = join(root, 'node_modules', '.package-lock.json')
const stampFile = join(root, 'node_modules', '.keywright-stamp')

const remedy = `What to do: check that this machine reaches its npm registry (npm ping) and has disk space left,
then run the command again.`

/**
 * Installs the packages of the lockfile unless they are present; none of their install scripts runs.
 * @param {string} node
 */
export async function ensurePackages(node) {
  const lock = await readFile(lockFile, 'utf8')
  const stamp = `${createHash('sha256').update(lock).digest('hex')} ${process.platform}-${process.arch}\n`
  if (existsSync(stampFile) && (await readFile(stampFile, 'utf8')) === stamp) return

  if ((await missingPackages(lock)).length > 0) {
    await step('Installing the packages (once; a minute or two)', () => install(node))
    const left = await missingPackages(lock)
    if (left.length > 0) throw new UserFacingError(`npm left out packages: ${left.join(', ')}\n\n${remedy}`)
  }
  await writeFile(stampFile, stamp)
}

/** @typedef {{ version?: string, optional?: boolean, os?: string[], cpu?: string[], libc?: string[] }} Entry */

/**
 * Packages of the lockfile that this platform needs and that node_modules does not have at that version. After a
 * manual `npm install` there are none, so nothing is installed twice.
 * @param {string} lock
 */
async function missingPackages(lock) {
  /** @type {Record<string, Entry>} */
  const installed = existsSync(installedFile) ? JSON.parse(await readFile(installedFile, 'utf8')).packages : {}
  /** @type {[string, Entry][]} */
  const wanted = Object.entries(JSON.parse(lock).packages)
  const isMissing = (/** @type {[string, Entry]} */ [path, entry]) => {
    const there = installed[path]
    return there ? there.version !== entry.version : entry.optional !== true || isForThisPlatform(entry)
  }
  return wanted
    .filter(([path]) => path !== '')
    .filter(isMissing)
    .map(([path]) => path.replace(/^node_modules\//, ''))
}

/** @param {string} node */
async function install(node) {
  const { code, output } = await npm(node, ['ci', '--ignore-scripts', '--include=dev', '--include=optional'])
  if (code !== 0) throw new UserFacingError(`Could not install the packages. ${npmErrorOutput(output)}\n\n${remedy}`)
}

/** @param {Entry} entry */
function isForThisPlatform({ os, cpu, libc }) {
  const isMusl = libc?.includes('musl') === true
  return os?.includes(process.platform) === true && cpu?.includes(process.arch) === true && !isMusl
}
