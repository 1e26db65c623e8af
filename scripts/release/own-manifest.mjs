import { oldest } from '../supported-node.mjs'

/** @typedef {Record<string, unknown> & { version: string, dependencies: Record<string, string> }} Manifest */
/** @typedef {{ dev?: boolean, [field: string]: unknown }} Locked */

const files = ['bin', 'src', 'dist/web', 'clients', 'deploy', 'CHANGELOG.md', '.env.example']

/**
 * The packed program's package.json: what it takes to run, and nothing of how it is made.
 * @param {Manifest} manifest of the repository
 */
export function ownManifest({ name, version, description, license, type, dependencies }) {
  return {
    ...{ name, version, description, license, type },
    bin: { keywright: 'bin/keywright.mjs' },
    files,
    engines: { node: `>=${oldest.major}.${oldest.minor}` },
    dependencies,
  }
}

/**
 * Its npm-shrinkwrap.json: the versions and hashes that were tested here, without those of development.
 * @param {{ lockfileVersion: number, packages: Record<string, Locked> }} lock
 * @param {ReturnType<typeof ownManifest>} own
 */
export function lockedPackages({ lockfileVersion, packages }, { name, version, license, bin, engines, dependencies }) {
  const needed = Object.entries(packages).filter(([path, { dev }]) => path !== '' && dev !== true)
  return {
    ...{ name, version, lockfileVersion },
    requires: true,
    packages: { '': { name, version, license, dependencies, bin, engines }, ...Object.fromEntries(needed) },
  }
}
