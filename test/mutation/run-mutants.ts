import { mutated } from './choose-mutants.ts'
import { nearestTests } from './nearest-tests.ts'
import type { Mutant } from './possible-mutants.ts'
import type { Unchanged } from './run-unchanged.ts'
import type { Verdict } from './survivors.ts'
import { TestRunner } from './test-runner.ts'
import { eachInTurn } from './two-at-a-time.ts'

/** What the tests take without a mutant, several times over: beyond it something waits for what never comes. */
const timesSlower = 4
const leastMs = 60_000

/** Puts in one mutant after the other and runs its nearest tests until one of them fails. */
export async function runMutants(
  root: string,
  mutants: readonly Mutant[],
  texts: ReadonlyMap<string, string>,
  { reachedBy, ms }: Unchanged,
  say: (line: string) => void,
): Promise<Verdict[]> {
  const testsOf = nearestTests(root, reachedBy)
  const verdicts: Verdict[] = []

  const kill = async (mutant: Mutant, runner: TestRunner): Promise<string | undefined> => {
    const tests = testsOf(mutant)
    if (tests.length === 0) return undefined
    const usualMs = tests.reduce((sum, test) => sum + (ms.get(test) ?? 0), 0)
    const text = mutated(texts.get(mutant.path) ?? '', mutant)
    const report = await runner.run({ tests, texts: { [mutant.path]: text } }, leastMs + timesSlower * usualMs)
    if (report && report.passed === 0 && report.failures.length === 0)
      throw new Error(`No test of ${tests.join(', ')} ran`)
    return report ? report.failures[0]?.what : 'time ran out'
  }

  await eachInTurn(
    mutants,
    () => new TestRunner(),
    async (mutant, runner) => {
      const startedMs = performance.now()
      const killedBy = await kill(mutant, runner)
      verdicts.push({ name: mutant.name, path: mutant.path, killedBy })
      const seconds = ((performance.now() - startedMs) / 1000).toFixed(1)
      const count = `${verdicts.length}/${mutants.length}`.padStart(7)
      say(`${count} ${seconds.padStart(6)} s  ${killedBy === undefined ? 'SURVIVED' : 'killed'}  ${mutant.name}`)
      say(
        killedBy === undefined
          ? `    tried: ${testsOf(mutant).join(', ') || 'no test reaches it'}`
          : `    by ${killedBy}`,
      )
    },
  )
  return verdicts
}
