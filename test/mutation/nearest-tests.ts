import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { functionsOf } from './mark-reached.ts'
import type { Mutant } from './possible-mutants.ts'

/** A mutant is tried on so many test files: on more of them a kill would say little of the tests beside the code. */
const mostTests = 9

/** Beside the tests that stand with the code: those of test/ that guard the same parts in their own process. */
const ofTheWhole = /^test\/.*\b(changed-while-hashing|hardware-lock|races|tenancy|round-trips|token-secrets)\.test\.ts$/

/** The tests of which the nearest are chosen. */
export function testFiles(root: string): string[] {
  return filesBelow(root, 'src/server', 'test')
    .filter((path) => path.endsWith('.test.ts'))
    .filter((path) => path.startsWith('src/server/') || ofTheWhole.test(path))
    .sort()
}

/** What each test file ran, by the names that `markReached` gave. */
export type ReachedBy = ReadonlyMap<string, ReadonlySet<string>>

/**
 * The test files that run the mutant's code, nearest first: the one of its name, then by folders, then by the imports
 * that lie between. What runs when a module is loaded runs once for many test files: it is reached by those that use
 * the file.
 */
export function nearestTests(root: string, reachedBy: ReachedBy): (mutant: Mutant) => string[] {
  const importers = importersIn(root)
  return ({ name, path, isOfModule }) => {
    const distances = distancesTo(path, importers)
    const reaching = (mark: string) => [...reachedBy].filter(([, marks]) => marks.has(mark)).map(([test]) => test)
    const ofFile = reaching(functionsOf(path))
    const byLoading = isOfModule ? ofFile : ofFile.filter((test) => dirname(test) === dirname(path))
    const found = new Set([...reaching(name), ...byLoading])
    const tests = isOfModule && found.size === 0 ? [...reachedBy.keys()] : [...found]
    return tests
      .map((test) => ({ test, rank: rankOf(test, path, distances.get(test)) }))
      .filter(({ rank }) => rank !== Number.POSITIVE_INFINITY)
      .sort((a, b) => a.rank - b.rank || (a.test < b.test ? -1 : 1))
      .slice(0, mostTests)
      .map(({ test }) => test)
  }
}

/** Steps between the folders count more than imports: nearly everything is imported by the app. */
function rankOf(test: string, path: string, distance = Number.POSITIVE_INFINITY): number {
  if (test === path.replace(/\.ts$/, '.test.ts')) return 0
  if (basename(test).startsWith(basename(path, '.ts'))) return 1
  return 10 + 100 * stepsBetween(dirname(test), dirname(path)) + distance
}

function stepsBetween(one: string, other: string): number {
  const [a, b] = [one.split('/'), other.split('/')]
  const shared = a.findIndex((folder, index) => folder !== b[index])
  return a.length + b.length - 2 * (shared === -1 ? a.length : shared)
}

/** For each file those that import it, types aside. */
function importersIn(root: string): Map<string, string[]> {
  const importers = new Map<string, string[]>()
  for (const path of filesBelow(root, 'src/server', 'src/shared', 'test')) {
    const text = readFileSync(join(root, path), 'utf8')
    for (const [, from = ''] of text.matchAll(/^(?:import|export) (?!type\b)[^'"]*?'(\.[^']+\.ts)'/gm)) {
      const imported = relative(root, join(root, dirname(path), from)).replaceAll('\\', '/')
      importers.set(imported, [...(importers.get(imported) ?? []), path])
    }
  }
  return importers
}

function distancesTo(path: string, importers: ReadonlyMap<string, readonly string[]>): Map<string, number> {
  const distances = new Map([[path, 0]])
  for (const [each, distance] of distances)
    for (const importer of importers.get(each) ?? [])
      if (!distances.has(importer)) distances.set(importer, distance + 1)
  return distances
}

const filesBelow = (root: string, ...folders: string[]) =>
  folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
      .filter((path) => path.endsWith('.ts')),
  )
