import { join } from 'node:path'
import type { Plugin } from 'vite'
import { BaseSequencer, createVitest, type Reporter, type TestModule } from 'vitest/node'

/**
 * A process with Vitest in it, which keeps what it made of the sources from one run to the next. Each run's tests have a
 * new process of their own below it: nothing of a mutant is left for the next.
 */
export interface TestOrder {
  readonly tests: readonly string[]
  /** The texts that stand for those of the files in this run. */
  readonly texts: Readonly<Record<string, string>>
}

export interface TestReport {
  readonly failures: readonly Failure[]
  /** How long each file took. */
  readonly ms: Readonly<Record<string, number>>
  readonly passed: number
}

export interface Failure {
  readonly file: string
  readonly what: string
}

const root = process.cwd()
const texts = new Map<string, string>()

class InOrder extends BaseSequencer {
  // Nearest first, as they were asked for.
  override sort(files: Parameters<BaseSequencer['sort']>[0]) {
    return Promise.resolve(files)
  }
}

class Collector implements Reporter {
  failures: Failure[] = []
  onTestModuleEnd(module: TestModule) {
    const file = module.relativeModuleId
    const add = (what: string) => this.failures.push({ file, what: `${file} > ${what}` })
    for (const test of module.children.allTests('failed')) add(test.fullName)
    for (const suite of [module, ...module.children.allSuites()])
      for (const { message } of suite.errors()) add(suite.type === 'suite' ? `${suite.fullName}: ${message}` : message)
  }
}

const mutant: Plugin = { name: 'mutant', enforce: 'pre', load: (id) => texts.get(id) }
const collector = new Collector()
const vitest = await createVitest(
  {
    config: false,
    root,
    watch: false,
    include: ['src/server/**/*.test.ts', 'test/**/*.test.ts'],
    setupFiles: process.env.REACHED_FILE ? ['test/mutation/record-reached.ts'] : [],
    pool: 'forks',
    isolate: false,
    maxWorkers: 1,
    sequence: { sequencer: InOrder },
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 15_000 } },
    teardownTimeout: 5_000,
    bail: process.env.REACHED_FILE ? 0 : 1,
    cache: false,
    // It knows modules by the text on the disk, and would give that one.
    fsModuleCache: false,
    silent: true,
    reporters: [collector],
  },
  { plugins: [mutant] },
)

async function run({ tests, texts: wanted }: TestOrder): Promise<TestReport> {
  const changed = new Map(Object.entries(wanted).map(([path, text]) => [join(root, path), text]))
  for (const file of new Set([...texts.keys(), ...changed.keys()])) {
    if (texts.get(file) === changed.get(file)) continue
    texts.delete(file)
    const text = changed.get(file)
    if (text !== undefined) texts.set(file, text)
    vitest.invalidateFile(file)
  }
  collector.failures = []
  const project = vitest.getRootProject()
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(
    tests.map((test) => project.createSpecification(join(root, test))),
  )
  const ran = testModules.filter(({ relativeModuleId }) => tests.includes(relativeModuleId))
  const broken = unhandledErrors.map((error) => ({ file: '', what: String((error as Error)?.message ?? error) }))
  return {
    failures: [...collector.failures, ...broken],
    ms: Object.fromEntries(ran.map((module) => [module.relativeModuleId, msOf(module)])),
    passed: ran.flatMap((module) => [...module.children.allTests('passed')]).length,
  }
}

function msOf(module: TestModule): number {
  const { collectDuration, duration, prepareDuration } = module.diagnostic()
  return collectDuration + duration + prepareDuration
}

process.on('message', (order: TestOrder) => {
  void run(order).then(
    (report) => process.send?.(report),
    // Ends it: the one who asked is told that it is gone.
    (error: unknown) => {
      process.stderr.write(`${error}\n`)
      process.exit(1)
    },
  )
})
process.on('disconnect', () => process.exit())
