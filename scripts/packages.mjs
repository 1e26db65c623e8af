import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { lastLines, npm } from './npm.mjs'
import { step, Trouble } from './progress.mjs'
import { root } from './root.mjs'

const lockFile = join(root, 'package-lock.json')
const installedFile = join(root, 'node_modules', '.package-lock.json')
const stampFile = join(root, 'node_modules', '.keywright-stamp')

/** Installs the packages of the lockfile unless they are there; none of their scripts runs. */
export async function ensurePackages() {
  const lock = await readFile(lockFile, 'utf8')
  const stamp = `${createHash('sha256').update(lock).digest('hex')} ${process.platform}-${process.arch}\n`
  if (existsSync(stampFile) && (await readFile(stampFile, 'utf8')) === stamp) return

  if (!(await isInstalled(lock))) {
    await step('Installing the packages (once; a minute or two)', async () => {
      const { code, output } = await npm(['ci', '--ignore-scripts', '--include=dev', '--include=optional'])
      if (code === 0) return
      throw new Trouble(
        `Could not install the packages. npm said:\n${lastLines(output)}\n\n` +
          'What to do: check that this machine reaches its npm registry (npm ping) and has disk space left,\n' +
          'then run the command again.',
      )
    })
  }
  await writeFile(stampFile, stamp)
}

/** @typedef {{ version?: string, optional?: boolean, os?: string[], cpu?: string[], libc?: string[] }} Entry */

/**
 * Whether every package of the lockfile that this platform needs lies in node_modules at its version: so after an
 * `npm install` by hand nothing is installed a second time.
 * @param {string} lock
 */
async function isInstalled(lock) {
  if (!existsSync(installedFile)) return false
  /** @type {Record<string, Entry>} */
  const installed = JSON.parse(await readFile(installedFile, 'utf8')).packages
  /** @type {[string, Entry][]} */
  const wanted = Object.entries(JSON.parse(lock).packages)
  return wanted.every(([path, entry]) => {
    if (path === '') return true
    const there = installed[path]
    return there ? there.version === entry.version : entry.optional === true && !isForThisPlatform(entry)
  })
}

/** @param {Entry} entry */
function isForThisPlatform({ os, cpu, libc }) {
  const isMusl = libc?.includes('musl') === true
  return os?.includes(process.platform) === true && cpu?.includes(process.arch) === true && !isMusl
}
