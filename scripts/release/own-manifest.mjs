import { oldest } from '../supported-node.mjs'

/** @typedef {Record<string, unknown> & { name: string, version: string }} Manifest */
/** @typedef {{ version?: string, dev?: boolean, optional?: boolean, [field: string]: unknown }} Locked */
/** @typedef {{ lockfileVersion: number, packages: Record<string, Locked> }} Lock */

const files = ['bin', 'src', 'dist/web', 'clients', 'deploy', 'CHANGELOG.md', '.env.example', 'npm-shrinkwrap.json']

/**
 * The packed program's package.json: what it takes to run, and nothing of how it is made. npm follows the shrinkwrap of a
 * package only in its own folder (`npm ci`); where the packed file is installed, it takes the newest versions that fit.
 * So the dependencies of our dependencies are named here too, with the versions that were tested.
 * @param {Manifest} manifest of the repository
 * @param {Lock} lock
 */
export function ownManifest({ name, version, description, license, type }, { packages }) {
  return {
    ...{ name, version, description, license, type },
    bin: { keywright: 'bin/keywright.mjs' },
    files,
    engines: { node: `>=${oldest.major}.${oldest.minor}` },
    dependencies: exactVersions(neededPackages(packages)),
  }
}

/** @param {Record<string, Locked>} packages */
function exactVersions(packages) {
  const outer = Object.entries(packages).flatMap(([path, { version, optional }]) => {
    const name = path.replace('node_modules/', '')
    // those of one platform are pinned by the package that needs them
    return name.includes('node_modules/') || optional === true ? [] : [[name, version]]
  })
  return Object.fromEntries(outer)
}

/**
 * Its npm-shrinkwrap.json: the versions and hashes that were tested here, without those of development.
 * @param {Lock} lock
 * @param {ReturnType<typeof ownManifest>} own
 */
export function lockedPackages({ lockfileVersion, packages }, { name, version, license, bin, engines, dependencies }) {
  return {
    ...{ name, version, lockfileVersion },
    requires: true,
    packages: { '': { name, version, license, dependencies, bin, engines }, ...neededPackages(packages) },
  }
}

/**
 * Those of a lockfile that are not for development alone.
 * @template {{ dev?: boolean }} Entry
 * @param {Record<string, Entry>} packages by path
 * @returns {Record<string, Entry>}
 */
export function neededPackages(packages) {
  return Object.fromEntries(Object.entries(packages).filter(([path, { dev }]) => path !== '' && dev !== true))
}
