import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { functionsOf } from './mark-reached.ts'
import type { Mutant } from './possible-mutants.ts'

/**
 * A mutant is tried on so many test files, or on all in its folder where those are more: on others a kill would say
 * little of the tests beside the code.
 */
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
 * The test files that run the mutant's code, nearest first: the one of its name, those beside it, then those that run
 * most of its folder. What runs when a module is loaded runs once for many test files: it is reached by those that use
 * the file, and data without a function by all that import it: of those the nearest importers come first, and of equally
 * near ones the test that runs the least beside it.
 */
export function nearestTests(root: string, reachedBy: ReachedBy): (mutant: Mutant) => string[] {
  const importers = importersIn(root)
  const reachOf = (test: string) => reachedBy.get(test)?.size ?? 0
  return ({ name, path, isOfModule }) => {
    const distances = distancesTo(path, importers)
    const reaching = (mark: string) => [...reachedBy].filter(([, marks]) => marks.has(mark)).map(([test]) => test)
    const ofFile = reaching(functionsOf(path))
    const isBeside = (test: string) => dirname(test) === dirname(path)
    const isData = ofFile.length === 0
    const ofModule = isData ? [...reachedBy.keys()] : ofFile
    // What runs once in a process is noted for one test file, and reached by others after it.
    const found = new Set([...reaching(name), ...(isOfModule ? ofModule : ofFile.filter(isBeside))])
    const isReached = (test: string) => isOfModule || reachedBy.get(test)?.has(name) === true
    const inFolder = marksIn(dirname(path))
    const mostInFolder = Math.max(0, ...[...found].map((test) => inFolder(reachedBy.get(test))))
    const rankOf = (test: string) => {
      const distance = distances.get(test) ?? Number.POSITIVE_INFINITY
      if (test === path.replace(/\.ts$/, '.test.ts')) return 0
      if (basename(test).startsWith(basename(path, '.ts'))) return 1
      const isNear = isBeside(test) || distance <= nearImports
      const missing = isNear || isData ? 0 : 1 + mostInFolder - inFolder(reachedBy.get(test))
      return 10 + 100 * missing + distance + (isReached(test) ? 0 : unreached)
    }
    return [...found]
      .map((test) => ({ test, rank: rankOf(test) }))
      .filter(({ rank }) => rank !== Number.POSITIVE_INFINITY)
      .sort((a, b) => a.rank - b.rank || reachOf(a.test) - reachOf(b.test) || (a.test < b.test ? -1 : 1))
      .slice(0, Math.max(mostTests, [...found].filter((test) => isBeside(test) && isReached(test)).length))
      .map(({ test }) => test)
  }
}

/** A test that imports the file, or what imports it, is as near as one beside it. */
const nearImports = 2
/** Farther than any test that ran the mutant's code. */
const unreached = 1_000_000

/** How many of the marks concern functions of the folder's files. */
function marksIn(folder: string): (marks: ReadonlySet<string> | undefined) => number {
  const isOfFolder = (mark: string) => {
    const path = mark.replace(functionsOf(''), '').split(', ', 1)[0] ?? ''
    return dirname(path) === folder && !mark.startsWith(`${path}, module:`)
  }
  const known = new Map<ReadonlySet<string> | undefined, number>()
  return (marks) => {
    const count = known.get(marks) ?? [...(marks ?? [])].filter(isOfFolder).length
    known.set(marks, count)
    return count
  }
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
