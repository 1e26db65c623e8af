import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

interface Entry {
  readonly version?: string
  readonly resolved?: string
  readonly integrity?: string
  readonly hasInstallScript?: boolean
  readonly dev?: boolean
  readonly optional?: boolean
  readonly inBundle?: boolean
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

const read = (file: string) => JSON.parse(readFileSync(new URL(`../${file}`, import.meta.url), 'utf8'))
const entries: Readonly<Record<string, Entry>> = read('package-lock.json').packages
const packages = Object.entries(entries).filter(([path]) => path !== '')
const pathsWhere = (isSo: (entry: Entry, path: string) => boolean) =>
  packages.filter(([path, entry]) => isSo(entry, path)).map(([path]) => path)

/** The package's entry as Node would find it from the folder of another. */
function seenFrom(path: string, name: string): Entry | undefined {
  const folders = path
    .split('/node_modules/')
    .map((_, index, parts) => parts.slice(0, index + 1).join('/node_modules/'))
  const found = folders.reverse().find((folder) => entries[`${folder}/node_modules/${name}`])
  return entries[found ? `${found}/node_modules/${name}` : `node_modules/${name}`]
}

/** Each package without a hash, with its version. */
const unhashed = (lock: typeof entries) =>
  Object.entries(lock)
    .filter(([path, entry]) => path !== '' && entry.integrity === undefined && entry.inBundle !== true)
    .map(([path, entry]) => `${path.replace(/^.*node_modules\//, '')}@${entry.version}`)
    .sort()

describe('the lockfile', () => {
  it('lists no package with an install script, outside the optional part of development', () => {
    expect(pathsWhere((entry) => entry.hasInstallScript === true && !(entry.dev && entry.optional))).toEqual([])
  })

  it('names no host, so that every registry may serve it', () => {
    expect(pathsWhere((entry) => entry.resolved !== undefined)).toEqual([])
    expect(JSON.stringify(entries)).not.toMatch(/"resolved"|_resolved|registry\./)
  })

  it('pins every direct dependency to one version', () => {
    const { dependencies, devDependencies, optionalDependencies } = read('package.json')
    const ranges = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
    expect(ranges.filter(([, range]) => !/^(npm:@?[\w./-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(String(range)))).toEqual([])
  })

  it('holds every optional package, also those for other platforms, or npm ci refuses it', () => {
    const missing = packages.flatMap(([path, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies)
        .filter((name) => !seenFrom(path, name))
        .map((name) => `${name}, wanted by ${path}`),
    )
    expect(missing).toEqual([])
  })

  it.each([
    ['@node-rs/argon2', ['linux-x64-gnu', 'linux-arm64-gnu', 'darwin-arm64', 'win32-x64-msvc']],
    ['@tailwindcss/oxide', ['linux-x64-gnu', 'linux-arm64-gnu', 'darwin-arm64', 'win32-x64-msvc']],
    ['lightningcss', ['linux-x64-gnu', 'linux-arm64-gnu', 'darwin-arm64', 'win32-x64-msvc']],
  ])('carries %s for the platforms it is used on, at one version', (name, platforms) => {
    const version = entries[`node_modules/${name}`]?.version
    const versions = platforms.map((platform) => entries[`node_modules/${name}-${platform}`]?.version)
    expect(version).toMatch(/^\d/)
    expect(versions).toEqual(platforms.map(() => version))
  })

  it.each(['linux-x64-gnu', 'linux-arm64-gnu', 'darwin-arm64', 'win32-x64-msvc'])(
    'carries rolldown for %s',
    (platform) => {
      const version = entries['node_modules/rolldown']?.version
      expect(version).toMatch(/^\d/)
      expect(entries[`node_modules/@rolldown/binding-${platform}`]?.version).toBe(version)
    },
  )

  it('has a hash for every package', () => {
    expect(packages.length).toBeGreaterThan(0)
    expect(unhashed(entries)).toEqual([])
  })

  it.each(['node_modules/fastify', 'node_modules/vitest', 'node_modules/@biomejs/cli-linux-x64'])(
    'without the hash of %s would be refused',
    (path) => {
      const { integrity, ...bare } = entries[path] ?? {}
      expect(integrity).toMatch(/^sha512-/)
      expect(unhashed({ ...entries, [path]: bare })).toEqual([
        `${path.replace(/^.*node_modules\//, '')}@${bare.version}`,
      ])
    },
  )
})
