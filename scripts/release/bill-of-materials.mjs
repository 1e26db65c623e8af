import { npm, npmErrorOutput } from '../npm.mjs'
import { UserFacingError } from '../run-script.mjs'

/** What the packed program consists of, with versions and hashes from the lockfile, as CycloneDX. */
export async function makeBillOfMaterials() {
  const wish = ['sbom', '--omit=dev', '--package-lock-only', '--offline', '--sbom-format', 'cyclonedx']
  const { code, output } = await npm(process.execPath, wish)
  if (code !== 0) throw new UserFacingError(`The bill of materials could not be made. ${npmErrorOutput(output)}`)
  const { serialNumber: _, metadata, ...rest } = JSON.parse(output.slice(output.indexOf('{')))
  const { timestamp: __, ...timeless } = metadata
  // A number and a time of its own would make two releases of one commit differ; both are optional.
  return `${JSON.stringify({ ...rest, metadata: timeless }, null, 2)}\n`
}
