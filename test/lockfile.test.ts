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

/**
 * Binaries of tools of development for other systems than the one that the lockfile is written on. npm ci refuses a
 * lockfile that leaves them out, and without the package there is no hash: each is to be replaced by its hash, or by a
 * version that is to be had, and none may be added.
 */
const withoutHash = [
  '@biomejs/cli-android-arm64@2.6.8',
  '@biomejs/cli-android-x64@2.6.8',
  '@biomejs/cli-darwin-arm64@2.6.8',
  '@biomejs/cli-darwin-x64@2.6.8',
  '@biomejs/cli-linux-arm64-musl@2.6.8',
  '@biomejs/cli-linux-x64-musl@2.6.8',
  '@biomejs/cli-win32-arm64@2.6.8',
  '@biomejs/cli-win32-x64@2.6.8',
  '@oxc-parser/binding-android-arm-eabi@0.156.0',
  '@oxc-parser/binding-android-arm64@0.156.0',
  '@oxc-parser/binding-darwin-arm64@0.156.0',
  '@oxc-parser/binding-darwin-x64@0.156.0',
  '@oxc-parser/binding-freebsd-x64@0.156.0',
  '@oxc-parser/binding-linux-arm-gnueabihf@0.156.0',
  '@oxc-parser/binding-linux-arm-musleabihf@0.156.0',
  '@oxc-parser/binding-linux-ppc64-gnu@0.156.0',
  '@oxc-parser/binding-linux-riscv64-gnu@0.156.0',
  '@oxc-parser/binding-linux-riscv64-musl@0.156.0',
  '@oxc-parser/binding-linux-s390x-gnu@0.156.0',
  '@oxc-parser/binding-openharmony-arm64@0.156.0',
  '@oxc-parser/binding-win32-arm64-msvc@0.156.0',
  '@oxc-parser/binding-win32-ia32-msvc@0.156.0',
  '@oxc-parser/binding-win32-x64-msvc@0.156.0',
  '@tailwindcss/oxide-android-arm64@4.3.5',
  '@tailwindcss/oxide-darwin-arm64@4.3.5',
  '@tailwindcss/oxide-darwin-x64@4.3.5',
  '@tailwindcss/oxide-freebsd-x64@4.3.5',
  '@tailwindcss/oxide-linux-arm-gnueabihf@4.3.5',
  '@tailwindcss/oxide-wasm32-wasi@4.3.5',
  '@tailwindcss/oxide-win32-arm64-msvc@4.3.5',
  '@tailwindcss/oxide-win32-x64-msvc@4.3.5',
]

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

  it('has a hash for every package, but for those that no registry in reach had when it was written', () => {
    expect(unhashed(entries)).toEqual(withoutHash)
    const accepted = withoutHash.map((each) => entries[`node_modules/${each.slice(0, each.lastIndexOf('@'))}`])
    expect(accepted.filter((entry) => !(entry?.dev && entry.optional))).toEqual([])
  })

  it.each(['node_modules/fastify', 'node_modules/vitest', 'node_modules/@biomejs/cli-linux-x64'])(
    'without the hash of %s would be refused, as would another version of a package without one',
    (path) => {
      const { integrity, ...bare } = entries[path] ?? {}
      expect(integrity).toMatch(/^sha512-/)
      expect(unhashed({ ...entries, [path]: bare })).not.toEqual(withoutHash)
      const other = 'node_modules/@biomejs/cli-win32-x64'
      expect(unhashed({ ...entries, [other]: { ...entries[other], version: '9.9.9' } })).not.toEqual(withoutHash)
    },
  )
})
