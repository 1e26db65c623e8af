import { existsSync } from 'node:fs'
import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { tarGz, zip } from '../archive.mjs'
import { fetchPackage } from '../fetch-package.mjs'
import { npm, npmErrorOutput } from '../npm.mjs'
import { root } from '../run.mjs'
import { UserFacingError } from '../run-script.mjs'
import { mallocArenas } from '../server-environment.mjs'

/** @typedef {import('../fetch-package.mjs').Pinned} Pinned */

const remedy = 'What to do: check that this machine reaches its npm registry (npm ping) and run the command again.'
/** What is left of a folder that npm filled: its links and its notes differ from machine to machine. */
const leftOut = /^node_modules\/\.(bin\/|package-lock\.json$)/

/**
 * The platforms whose archive is wished.
 * @param {string} wish `all`, `none`, or names with commas between
 * @returns {Promise<Map<string, Pinned>>} the Node of each
 */
export async function wishedPlatforms(wish) {
  /** @type {Record<string, Pinned>} */
  const known = JSON.parse(await readFile(join(root, 'scripts', 'node-versions.json'), 'utf8'))
  const names = wish === 'all' ? Object.keys(known) : wish === 'none' ? [] : wish.split(',')
  return new Map(
    names.map((name) => {
      const pinned = known[name]
      if (pinned) return [name, pinned]
      throw new UserFacingError(`No Node is pinned for ${name}. There are: ${Object.keys(known).join(', ')}.`)
    }),
  )
}

/**
 * An archive that needs nothing but its platform: the packed program, its packages, and the Node that runs it.
 * @param {{ stage: string, folder: string, name: string, version: string, platform: string, pinned: Pinned }} wish
 *   `stage`: the packed program's files; `folder`: where the archive goes
 */
export async function makeArchive({ stage, folder, name, version, platform, pinned }) {
  const app = `${stage}-${platform}`
  const top = `${name}-${version}-${platform}`
  const isWindows = platform.startsWith('win32')
  try {
    await cp(stage, app, { recursive: true })
    await installFor(platform, app)
    const node = await nodeFor(platform, pinned, isWindows)
    /** @type {Map<string, string | Buffer>} */
    const files = new Map()
    for (const path of await filesBelow(app)) files.set(`${top}/app/${path}`, await readFile(join(app, path)))
    for (const [path, file] of node) files.set(`${top}/${path}`, await readFile(file))
    files.set(isWindows ? `${top}/keywright.cmd` : `${top}/keywright`, isWindows ? windowsStart : posixStart)
    const isProgram = (/** @type {string} */ path) => path === `${top}/keywright` || path === `${top}/node/bin/node`
    // level 6: two per cent more than 9, in a third of the time
    const bytes = isWindows ? zip(files) : tarGz(files, { level: 6, isProgram })
    await writeFile(join(folder, `${top}${isWindows ? '.zip' : '.tar.gz'}`), bytes)
  } finally {
    await rm(app, { recursive: true, force: true })
  }
}

/** It may be called over a link, from any folder, which is also where `data` and `.env` are. */
export const posixStart = `#!/bin/sh
self=$(readlink -f "$0")
folder=$(dirname "$self")
export MALLOC_ARENA_MAX="\${MALLOC_ARENA_MAX:-${mallocArenas}}"
exec "$folder/node/bin/node" "$folder/app/bin/keywright.mjs" "$@"
`
const windowsStart = '@"%~dp0node\\bin\\node.exe" "%~dp0app\\bin\\keywright.mjs" %*\r\n'

/**
 * The locked packages as that platform needs them, each with the hash that the lockfile names.
 * @param {string} platform
 * @param {string} app
 */
async function installFor(platform, app) {
  const [os = '', cpu = ''] = platform.split('-')
  const wish = [
    'ci',
    '--prefix',
    app,
    '--omit=dev',
    '--ignore-scripts',
    '--prefer-offline',
    `--os=${os}`,
    `--cpu=${cpu}`,
  ]
  const { code, output } = await npm(process.execPath, os === 'linux' ? [...wish, '--libc=glibc'] : wish)
  if (code !== 0)
    throw new UserFacingError(`The packages for ${platform} could not be installed. ${npmErrorOutput(output)}`)
  // npm takes these wishes, but older versions forgot them (npm/cli #6755)
  const native = (await readdir(join(app, 'node_modules/@node-rs'))).filter((each) => each !== 'argon2')
  const isOfPlatform = native.length === 1 && native[0]?.startsWith(`argon2-${platform}`)
  if (!isOfPlatform)
    throw new UserFacingError(`npm installed ${native.join(', ') || 'nothing native'} for ${platform}.`)
}

/**
 * The pinned Node of a platform, without what it brings besides.
 * @param {string} platform
 * @param {Pinned} pinned
 * @param {boolean} isWindows
 * @returns {Promise<readonly (readonly [string, string])[]>} path in the archive, and file
 */
async function nodeFor(platform, pinned, isWindows) {
  const own = join(root, '.node', pinned.version)
  const isOwn = platform === `${process.platform}-${process.arch}` && existsSync(join(own, 'package.json'))
  const folder = isOwn ? own : join(root, '.node', `${platform}-${pinned.version}`)
  const program = isWindows ? 'bin/node.exe' : 'bin/node'
  await fetchPackage(pinned, folder, remedy)
  const license = ['LICENSE', 'LICENSE.md'].find((each) => existsSync(join(folder, each)))
  const files = license === undefined ? [program] : [program, license]
  return files.map((file) => /** @type {const} */ ([`node/${file}`, join(folder, file)]))
}

/**
 * @param {string} folder
 * @returns {Promise<string[]>} in the same order everywhere
 */
async function filesBelow(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )
    .filter((path) => !leftOut.test(path))
    .sort()
}
