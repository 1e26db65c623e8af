import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { npm, npmErrorOutput } from '../npm.mjs'
import { capture } from '../run.mjs'
import { runScript, step, UserFacingError } from '../run-script.mjs'
import { makeBillOfMaterials } from './bill-of-materials.mjs'
import { makeArchive, wishedPlatforms } from './make-archives.mjs'
import { stagePackage } from './stage-package.mjs'

/** What a signature of the hashes is for: `ssh-keygen` refuses one that was made for something else. */
const purpose = 'keywright-release'

/**
 * Fills a folder with the packed program, its archives, its bill of materials and the hashes of all. The same sources
 * give the same bytes: nothing of the time or of this machine gets in.
 * @param {string} folder emptied first
 * @param {string} archives the platforms whose archive is made
 */
async function makeRelease(folder, archives) {
  const platforms = await wishedPlatforms(archives)
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const stage = await mkdtemp(join(tmpdir(), 'keywright-release-'))
  try {
    const { count, lock, own } = await stagePackage(stage)
    const { code, output } = await npm(process.execPath, [
      'pack',
      stage,
      '--pack-destination',
      folder,
      '--ignore-scripts',
    ])
    if (code !== 0) throw new UserFacingError(`The package could not be made. ${npmErrorOutput(output)}`)
    for (const [platform, pinned] of platforms) {
      const { name, version } = own
      await step(`Making the archive for ${platform}`, () =>
        makeArchive({ stage, folder, name, version, platform, pinned }),
      )
    }
    await writeFile(join(folder, 'sbom.cdx.json'), await makeBillOfMaterials(lock, own))
    await writeFile(join(folder, 'SHA256SUMS'), await hashesOf(folder))
    return count
  } finally {
    await rm(stage, { recursive: true, force: true })
  }
}

/**
 * As `sha256sum --check` reads them.
 * @param {string} folder
 */
async function hashesOf(folder) {
  const names = (await readdir(folder)).sort()
  const lines = names.map(async (name) => {
    const hash = createHash('sha256').update(await readFile(join(folder, name)))
    return `${hash.digest('hex')}  ${name}\n`
  })
  return (await Promise.all(lines)).join('')
}

/**
 * @param {string} folder
 * @param {string} key file of the private key, or of the public one whose private one the agent holds
 */
async function sign(folder, key) {
  const words = ['-Y', 'sign', '-f', key, '-n', purpose, join(folder, 'SHA256SUMS')]
  const { code, output } = await capture('ssh-keygen', words)
  if (code !== 0) throw new UserFacingError(`The hashes could not be signed. ssh-keygen said:\n${output.trim()}`)
}

await runScript(async () => {
  const [folder = 'release', archives = 'all', key = ''] = process.argv.slice(2)
  const count = await step('Making the release', () => makeRelease(folder, archives))
  if (key !== '') await sign(folder, key)
  console.log(`${count} files packed. In ${folder}: ${(await readdir(folder)).join(', ')}`)
  return 0
})
