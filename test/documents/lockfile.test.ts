import { describe, expect, it } from 'vitest'
import { readFromRoot } from './repository-files.ts'

interface Entry {
  readonly version?: string
  readonly license?: string
  readonly resolved?: string
  readonly integrity?: string | undefined
  readonly hasInstallScript?: boolean
  readonly dev?: boolean
  readonly optional?: boolean
  readonly inBundle?: boolean
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

type Lock = Readonly<Record<string, Entry>>

const read = (file: string) => JSON.parse(readFromRoot(file))
const lock: Lock = read('package-lock.json').packages
const packagesOf = (given: Lock) => Object.entries(given).filter(([path]) => path !== '')
const where = (isSo: (entry: Entry, path: string) => boolean) => (given: Lock) =>
  packagesOf(given)
    .filter(([path, entry]) => isSo(entry, path))
    .map(([path]) => path)

/** Licenses allowed in what is delivered. */
const delivered = ['MIT', 'MIT-0', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'MIT OR Apache-2.0']
/** Also allowed for building and testing; the fonts' license allows delivering them. */
const development = [...delivered, 'MPL-2.0', 'OFL-1.1', 'Unlicense', 'BlueOak-1.0.0', 'Python-2.0', '(MIT OR CC0-1.0)']

/** The package's entry as Node would find it from the folder of another. */
function seenFrom(given: Lock, path: string, name: string): Entry | undefined {
  const folders = path
    .split('/node_modules/')
    .map((_, index, parts) => parts.slice(0, index + 1).join('/node_modules/'))
  const found = folders.reverse().find((folder) => given[`${folder}/node_modules/${name}`])
  return given[found ? `${found}/node_modules/${name}` : `node_modules/${name}`]
}

const lacksOptional = (given: Lock) =>
  where(({ optionalDependencies = {} }, path) =>
    Object.keys(optionalDependencies).some((name) => !seenFrom(given, path, name)),
  )(given)

interface Rule {
  readonly name: string
  /** Paths of the packages that break it. */
  readonly broken: (given: Lock) => string[]
  /** A breach, put into an existing package; null removes the package. */
  readonly plant: readonly [path: string, change: Entry | null]
  /** Where it is reported, when not at the package itself. */
  readonly told?: string
}

const rules: readonly Rule[] = [
  {
    name: 'lists no package with an install script, outside the optional part of development',
    broken: where((entry) => entry.hasInstallScript === true && !(entry.dev && entry.optional)),
    plant: ['node_modules/fastify', { hasInstallScript: true }],
  },
  {
    name: 'names no host, so that every registry may serve it',
    broken: where((entry) => entry.resolved !== undefined || /"_?resolved"|registry\./.test(JSON.stringify(entry))),
    plant: ['node_modules/vitest', { resolved: 'https://packages.example/vitest.tgz' }],
  },
  {
    name: 'has a hash for every package',
    broken: where((entry) => entry.integrity === undefined && entry.inBundle !== true),
    plant: ['node_modules/@biomejs/cli-linux-x64', { integrity: undefined }],
  },
  {
    name: 'holds every optional package, also those for other platforms, or npm ci refuses it',
    broken: lacksOptional,
    plant: ['node_modules/@node-rs/argon2-win32-x64-msvc', null],
    told: 'node_modules/@node-rs/argon2',
  },
  {
    name: 'delivers only packages whose licenses ask for no more than their notice',
    broken: where((entry) => !entry.dev && !delivered.includes(entry.license ?? '')),
    plant: ['node_modules/fastify', { license: 'AGPL-3.0' }],
  },
  {
    name: 'builds and tests only with packages whose licenses are known here',
    broken: where((entry) => !development.includes(entry.license ?? '')),
    plant: ['node_modules/vitest', { license: 'SEE LICENSE IN LICENSE' }],
  },
]

function planted([path, change]: Rule['plant']): Lock {
  const { [path]: entry, ...others } = lock
  expect(entry).toBeDefined()
  return change === null ? others : { ...lock, [path]: { ...entry, ...change } }
}

describe('the lockfile', () => {
  it.each(rules)('$name', ({ broken }) => {
    expect(packagesOf(lock).length).toBeGreaterThan(400)
    expect(broken(lock)).toEqual([])
  })

  it.each(rules)('is refused where that does not hold: $name', ({ broken, plant, told }) => {
    expect(broken(planted(plant))).toEqual([told ?? plant[0]])
  })

  const unpinned = (manifest: Readonly<Record<string, unknown>>) =>
    ['dependencies', 'devDependencies', 'optionalDependencies']
      .flatMap((kind) => Object.entries(manifest[kind] ?? {}))
      .filter(([, range]) => !/^(npm:@?[\w./-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(String(range)))
      .map(([name]) => name)

  it('pins every direct dependency to one version', () => {
    const manifest = read('package.json')
    expect(Object.keys(manifest.dependencies).length).toBeGreaterThan(0)
    expect(unpinned(manifest)).toEqual([])
    expect(unpinned({ ...manifest, devDependencies: { vitest: '^5.1.0' } })).toEqual(['vitest'])
  })

  it.each([
    ['@node-rs/argon2', ['linux-x64-gnu', 'linux-arm64-gnu', 'darwin-arm64', 'win32-x64-msvc']],
    ['@tailwindcss/oxide', ['linux-x64-gnu', 'linux-arm64-gnu', 'darwin-arm64', 'win32-x64-msvc']],
    ['lightningcss', ['linux-x64-gnu', 'linux-arm64-gnu', 'darwin-arm64', 'win32-x64-msvc']],
  ])('carries %s for the platforms it is used on, at one version', (name, platforms) => {
    const version = lock[`node_modules/${name}`]?.version
    const versions = platforms.map((platform) => lock[`node_modules/${name}-${platform}`]?.version)
    expect(version).toMatch(/^\d/)
    expect(versions).toEqual(platforms.map(() => version))
  })

  it.each(['linux-x64-gnu', 'linux-arm64-gnu', 'darwin-arm64', 'win32-x64-msvc'])(
    'carries rolldown for %s',
    (platform) => {
      const version = lock['node_modules/rolldown']?.version
      expect(version).toMatch(/^\d/)
      expect(lock[`node_modules/@rolldown/binding-${platform}`]?.version).toBe(version)
    },
  )
})
