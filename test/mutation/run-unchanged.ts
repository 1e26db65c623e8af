import { readFileSync } from 'node:fs'
import { markReached } from './mark-reached.ts'
import { type ReachedBy, testFiles } from './nearest-tests.ts'
import type { Mutant } from './possible-mutants.ts'
import { TestRunner } from './test-runner.ts'
import { eachInTurn } from './two-at-a-time.ts'

/** What the tests do without any mutant. */
export interface Unchanged {
  readonly reachedBy: ReachedBy
  readonly ms: ReadonlyMap<string, number>
}

const filesTogether = 6
const longestMs = 900_000
/** A test that a busy machine breaks is one; more of them mean that the sources are broken. */
const mostFailing = 3

/** Runs every test that may be chosen, notes what each reaches and how long it takes. */
export async function runUnchanged(
  root: string,
  mutants: readonly Mutant[],
  texts: ReadonlyMap<string, string>,
  reachedFile: string,
  say: (line: string) => void,
): Promise<Unchanged> {
  const marked = Object.fromEntries(
    [...texts].map(([path, text]) => [
      path,
      markReached(
        path,
        text,
        mutants.filter((each) => each.path === path),
      ),
    ]),
  )
  const ms = new Map<string, number>()
  const run = async (files: readonly string[], together: number) => {
    const failed = new Map<string, string>()
    const parts = files.flatMap((_, index) => (index % together === 0 ? [files.slice(index, index + together)] : []))
    await eachInTurn(
      parts,
      () => new TestRunner({ REACHED_FILE: reachedFile }),
      async (tests, runner) => {
        const report = await runner.run({ tests, texts: marked }, longestMs)
        if (!report) throw new Error(`Without a mutant these did not end: ${tests.join(', ')}`)
        for (const [test, took] of Object.entries(report.ms)) ms.set(test, took)
        for (const { file, what } of report.failures) failed.set(file || String(tests[0]), what)
      },
    )
    return failed
  }
  const files = testFiles(root)
  say(`${files.length} test files without a mutant, to learn what each reaches`)
  const failed = await run(files, filesTogether)
  // Once more, alone: what a busy machine broke is none of the mutants' business.
  const stillFailing = failed.size > 0 ? await run([...failed.keys()], 1) : failed
  for (const [file, what] of stillFailing) say(`Left out, since it fails without a mutant: ${file}\n    by ${what}`)
  if (stillFailing.size > mostFailing) throw new Error('Too many tests fail without a mutant to judge by the others')
  const reachedBy = readReached(root, reachedFile)
  for (const file of stillFailing.keys()) reachedBy.delete(file)
  // Else the texts of this run are not the ones that were tested, and every mutant would survive.
  if ([...reachedBy.values()].every(({ size }) => size === 0)) throw new Error('No test reached any mutant')
  return { reachedBy, ms }
}

function readReached(root: string, file: string): Map<string, Set<string>> {
  const reachedBy = new Map<string, Set<string>>()
  for (const line of readFileSync(file, 'utf8').trim().split('\n')) {
    const { test, reached } = JSON.parse(line) as { test: string; reached: string[] }
    const path = test.slice(root.length + 1).replaceAll('\\', '/')
    reachedBy.set(path, new Set([...(reachedBy.get(path) ?? []), ...reached]))
  }
  return reachedBy
}
