import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { npm, npmErrorOutput } from '../npm.mjs'
import { runScript, step, UserFacingError } from '../run-script.mjs'
import { makeBillOfMaterials } from './bill-of-materials.mjs'
import { stagePackage } from './stage-package.mjs'

/**
 * Fills a folder with the packed program, its bill of materials and the hashes of both. The same sources give the same
 * bytes: nothing of the time or of this machine gets in.
 * @param {string} folder emptied first
 */
async function makeRelease(folder) {
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

await runScript(async () => {
  const [folder = 'release'] = process.argv.slice(2)
  const count = await step('Making the release', () => makeRelease(folder))
  console.log(`${count} files packed. In ${folder}: ${(await readdir(folder)).join(', ')}`)
  return 0
})
