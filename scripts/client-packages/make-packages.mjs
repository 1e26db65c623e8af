import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runScript, step } from '../run-script.mjs'
import { buildPackages } from './client-packages.mjs'

await runScript(async () => {
  const [folder = 'packages'] = process.argv.slice(2)
  const built = await step('Making the client packages', async () => {
    const packages = buildPackages()
    await rm(folder, { recursive: true, force: true })
    await mkdir(folder, { recursive: true })
    for (const { name, bytes } of packages) await writeFile(join(folder, name), bytes)
    await writeFile(join(folder, 'SHA256SUMS'), packages.map(({ name, sha256 }) => `${sha256}  ${name}\n`).join(''))
    return packages
  })
  console.log(`In ${folder}: ${built.map(({ name }) => name).join(', ')}`)
  return 0
})
