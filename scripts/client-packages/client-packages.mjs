import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { provenWith, unprovenOn } from '../../clients/sample-proof.ts'
import { readLibrary } from '../../src/shared/compose-sample.ts'
import { tarGz, zip } from '../archive.mjs'
import { crateFiles } from './crate-files.mjs'
import { goFiles } from './go-files.mjs'
import { jarFiles, mavenPom, sourcesJarFiles } from './java-files.mjs'
import {
  cmakeFiles,
  composerFiles,
  description,
  nodeFiles,
  nugetFiles,
  sdistFiles,
  wheelFiles,
} from './package-files.mjs'

/**
 * @typedef {import('../../clients/sample-proof.ts').Proof} Proof
 * @typedef {{ name: string, quickstart: string, files: string[], install: string[], run: string, proof: Proof[] }} Package
 * @typedef {{ id: string, title: string, library: string, parts?: string[], package?: Package }} Sample
 * @typedef {{ language: string, name: string, bytes: Buffer, sha256: string }} Built
 */

const root = new URL('../../', import.meta.url)
const readRoot = (/** @type {string} */ file) => readFileSync(new URL(file, root), 'utf8')
const read = (/** @type {string} */ file) => readRoot(`clients/${file}`)

/**
 * How each file of a language's package is made, in the order of its names in the manifest; undefined where this machine
 * lacks what makes it.
 * @type {Readonly<Record<string, ((sources: Sources) => Buffer | undefined)[]>>}
 */
const makers = {
  node: [(sources) => tarGz(nodeFiles(sources))],
  python: [(sources) => zip(wheelFiles(sources)), (sources) => tarGz(sdistFiles(sources))],
  php: [(sources) => zip(composerFiles(sources))],
  csharp: [(sources) => zip(nugetFiles(sources))],
  cpp: [(sources) => zip(cmakeFiles(sources))],
  java: [
    (sources) => zip(sourcesJarFiles(sources)),
    (sources) => Buffer.from(mavenPom(sources)),
    (sources) => {
      const files = jarFiles(sources)
      return files && zip(files)
    },
  ],
  go: [(sources) => zip(goFiles(sources))],
  rust: [(sources) => tarGz(crateFiles(sources))],
}
/** @typedef {import('./package-files.mjs').Sources} Sources */

/** The client packages and their common version, as the manifest says. */
export function readPackages() {
  const { version, samples } = /** @type {{ version: string, samples: Sample[] }} */ (JSON.parse(read('manifest.json')))
  const packages = samples.flatMap((sample) => (sample.package ? [{ ...sample, package: sample.package }] : []))
  return { version, packages }
}

/**
 * Makes the files of every package. The same sources give the same bytes: nothing of the time or of this machine gets in.
 * @returns {Built[]}
 */
export function buildPackages() {
  const { version, packages } = readPackages()
  const shared = { version, description, read, license: readRoot('LICENSE'), changelog: read('CHANGELOG.md') }
  return packages.flatMap((sample) => {
    const make = makers[sample.id] ?? []
    const files = [...(sample.parts ?? []), sample.library]
    const sources = { ...shared, library: readLibrary(sample, read), files, readme: readmeOf(sample, version) }
    return make.flatMap((one, index) => {
      const bytes = one(sources)
      if (bytes === undefined) return []
      const name = (sample.package.files[index] ?? '').replace('{version}', version)
      return [{ language: sample.id, name, bytes, sha256: createHash('sha256').update(bytes).digest('hex') }]
    })
  })
}

/**
 * The README of a package: what it is, how it is used, and on what it was tried.
 * @param {Sample & { package: Package }} sample
 * @param {string} version
 */
export function readmeOf({ title, package: { name, quickstart, install, run, proof } }, version) {
  const lines = install.map((line) => line.replace('{version}', version).replace('{server}', 'https://your-server'))
  const fence = (/** @type {string} */ text) => `\`\`\`\n${text.trimEnd()}\n\`\`\``
  return `${[
    `# ${name}`,
    `Client of Keywright for ${title}, version ${version}: log in, verify, keep a session alive.`,
    'Your server has this package, and the dashboard fills in the values of your application.',
    fence(lines.join('\n')),
    fence(read(quickstart)),
    `Run it: \`${run}\`. It logs in, keeps the session alive until the input ends, and logs out.`,
    'The API key identifies your application, it is not a management secret. Never put it on a web page or into a public\nrepository.',
    `Proven on ${provenWith(proof, version).join(', ')}. Unproven: ${unprovenOn(proof, version).join(', ')}.`,
  ].join('\n\n')}\n`
}
