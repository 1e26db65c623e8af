import { beforeAll, describe, expect, it } from 'vitest'
import { npm } from '../../scripts/npm.mjs'
import { readFromRoot } from './repository-files.ts'

interface Component {
  readonly purl?: string
  readonly version: string
  readonly hashes?: readonly { readonly alg: string; readonly content: string }[]
  readonly licenses?: readonly unknown[]
}

interface Locked {
  readonly version?: string
  readonly name?: string
  readonly integrity?: string
  readonly link?: boolean
  readonly inBundle?: boolean
}

const lockfile = JSON.parse(readFromRoot('package-lock.json')) as {
  packages: Readonly<Record<string, Locked>>
}
const locked = Object.entries(lockfile.packages).filter(([path]) => path !== '')
/** A package's own name, where it was installed under another one. */
const nameOf = ([path, { name }]: (typeof locked)[number]) => name ?? path.slice(path.lastIndexOf('node_modules/') + 13)
const hexOf = (integrity: string) => Buffer.from(integrity.slice(integrity.indexOf('-') + 1), 'base64').toString('hex')

describe('the bill of materials', () => {
  let components: readonly Component[] = []
  beforeAll(async () => {
    // As CONTRIBUTING.md says it: of the lockfile alone, without a network.
    const made = await npm(process.execPath, ['sbom', '--package-lock-only', '--offline', '--sbom-format', 'cyclonedx'])
    const bom = JSON.parse(made.output.slice(made.output.indexOf('{'))) as {
      bomFormat: string
      components: Component[]
    }
    expect(bom.bomFormat).toBe('CycloneDX')
    components = bom.components
  })

  it('names every package of the lockfile with its version, and none besides', () => {
    const listed = components.map(({ purl = '' }) => decodeURIComponent(purl.replace(/^pkg:npm\//, '')))
    expect(locked.length).toBeGreaterThan(400)
    const wanted = locked.map((one) => `${nameOf(one)}@${one[1].version}`)
    expect([...new Set(listed)].sort()).toEqual([...new Set(wanted)].sort())
  })

  it('carries the hash by which each package is checked when it is installed', () => {
    const hashes = new Set(components.flatMap(({ hashes = [] }) => hashes.map(({ content }) => content)))
    const missing = locked.filter(([, { integrity }]) => integrity !== undefined && !hashes.has(hexOf(integrity)))
    expect(missing.map(([path]) => path)).toEqual([])
    expect(
      components.flatMap(({ hashes = [] }) => hashes).filter(({ alg }) => !/^SHA-(256|384|512)$/.test(alg)),
    ).toEqual([])
  })

  it('holds packages of the registry alone: none of an address, a folder or a repository', () => {
    expect(components.filter(({ purl = '' }) => !/^pkg:npm\/[^?#]+@\d+\.\d+\.\d+[^?#]*$/.test(purl))).toEqual([])
    expect(locked.filter(([, { link }]) => link).map(([path]) => path)).toEqual([])
  })
})
