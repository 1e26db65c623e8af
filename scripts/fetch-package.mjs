import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { npm, npmErrorOutput } from './npm.mjs'
import { step, UserFacingError } from './run-script.mjs'
import { untar } from './untar.mjs'

/**
 * A package at one exact version, with the hash its archive must have.
 * @typedef {{ package: string, version: string, integrity: string }} Pinned
 */

/**
 * Brings a pinned package into `folder` through npm, without running any of its scripts. The archive is hashed here
 * before anything of it is unpacked: one that differs from the pinned hash is refused.
 * @param {Pinned} pinned
 * @param {string} folder
 * @param {string} remedy what the reader can do when this fails
 * @param {RegExp} [needed] the paths that are unpacked, when it is not all of them
 */
export async function fetchPackage(pinned, folder, remedy, needed) {
  if (existsSync(join(folder, 'package.json'))) return
  await mkdir(dirname(folder), { recursive: true })
  const work = await mkdtemp(`${folder}.partial-`)
  try {
    const archive = await step(`Fetching ${pinned.package} ${pinned.version} (once)`, () =>
      download(pinned, work, remedy),
    )
    await step(`Unpacking ${pinned.package}`, () => unpack(archive, work, folder, needed))
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

/**
 * @param {Pinned} pinned
 * @param {string} work
 * @param {string} remedy
 */
async function download({ package: name, version, integrity }, work, remedy) {
  const { code, output } = await npm(process.execPath, [
    'pack',
    `${name}@${version}`,
    '--pack-destination',
    work,
    '--ignore-scripts',
  ])
  const file = (await readdir(work)).find((entry) => entry.endsWith('.tgz'))
  if (code !== 0 || file === undefined) {
    throw new UserFacingError(
      `Could not fetch the npm package ${name} ${version}. ${npmErrorOutput(output)}\n\n${remedy}`,
    )
  }
  const archive = join(work, file)
  const hash = `sha512-${createHash('sha512')
    .update(await readFile(archive))
    .digest('base64')}`
  if (hash !== integrity) {
    throw new UserFacingError(
      `The npm package ${name} ${version} is not the one this program was made with:\n` +
        `  expected ${integrity}\n  received ${hash}\n\nNothing of it was unpacked or run. ${remedy}`,
    )
  }
  return archive
}

/**
 * @param {string} archive
 * @param {string} work
 * @param {string} folder
 * @param {RegExp | undefined} needed
 */
async function unpack(archive, work, folder, needed) {
  const target = join(work, 'unpacked')
  await untar(archive, target, needed)
  try {
    await rename(target, folder)
  } catch (error) {
    // another start may have been faster: what it unpacked has passed the same check
    if (!existsSync(join(folder, 'package.json'))) throw error
  }
}
