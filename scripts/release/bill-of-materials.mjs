import { npm, npmErrorOutput } from '../npm.mjs'
import { UserFacingError } from '../run-script.mjs'
import { neededPackages } from './own-manifest.mjs'

/** @typedef {{ 'bom-ref': string, properties?: unknown[] }} Component */
/** @typedef {{ ref: string, dependsOn: string[] }} Edges */

/**
 * What the packed program consists of, with versions and hashes from the lockfile, as CycloneDX. npm's own way to leave
 * out development leaves out what both need, so this picks from the whole bill.
 * @param {{ packages: Record<string, { version?: string, dev?: boolean }> }} lock
 * @param {{ name: string, version: string }} own
 */
export async function makeBillOfMaterials({ packages }, { name, version }) {
  const wish = ['sbom', '--package-lock-only', '--offline', '--sbom-format', 'cyclonedx']
  const { code, output } = await npm(process.execPath, wish)
  if (code !== 0) throw new UserFacingError(`The bill of materials could not be made. ${npmErrorOutput(output)}`)
  const { components, dependencies, metadata, ...rest } = JSON.parse(output.slice(output.indexOf('{')))
  const needed = Object.entries(neededPackages(packages)).map(([path, one]) => `${nameOf(path)}@${one.version}`)
  const shown = new Set([`${name}@${version}`, ...needed])
  const isShown = (/** @type {string} */ ref) => shown.has(ref)
  // A number and a time of its own, and the name of this folder, would make two releases of one commit differ.
  const { serialNumber: _, ...others } = rest
  const { timestamp: __, ...known } = metadata
  const bill = {
    ...others,
    metadata: { ...known, component: { ...known.component, name, properties: [] } },
    components: components.filter((/** @type {Component} */ one) => isShown(one['bom-ref'])).map(withoutPurpose),
    dependencies: dependencies
      .filter((/** @type {Edges} */ { ref }) => isShown(ref))
      .map((/** @type {Edges} */ { ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter(isShown) })),
  }
  return `${JSON.stringify(bill, null, 2)}\n`
}

const nameOf = (/** @type {string} */ path) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)

/**
 * npm notes “for development” also at what both need.
 * @param {Component} component
 */
const withoutPurpose = (component) => ({ ...component, properties: [] })
