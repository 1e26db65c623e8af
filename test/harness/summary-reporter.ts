import { writeFileSync } from 'node:fs'
import type { Reporter, TestCase, TestModule } from 'vitest/node'

/** The result of a test run, printed at its end. */
export interface TestSummary {
  readonly passed: number
  readonly failed: number
  /** Each failed test with the first line of its error: of a long output often only the end is kept. */
  readonly failures: readonly string[]
  /** Each test that failed and then passed when it ran again, with the error: it counts as passed, and has a fault. */
  readonly flaky: readonly string[]
  readonly skipped: readonly string[]
}

/**
 * Counts the run. A file that could not be loaded, a failed hook and an error outside every test count as failed too, so
 * a run that went wrong never says "0 failed". Writes to the file named by TEST_SUMMARY_FILE, else prints the line.
 */
export class SummaryReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const summary: TestSummary = {
      passed: tests.filter((test) => test.result().state === 'passed').length,
      failed:
        tests.filter((test) => test.result().state === 'failed').length +
        brokenSuites(modules) +
        unhandledErrors.length,
      failures: [
        ...tests.filter((test) => test.result().state === 'failed').map(failureOf),
        ...unhandledErrors.map((error) => `outside every test: ${messageOf(error)}`),
      ],
      flaky: tests.filter((test) => test.diagnostic()?.flaky).map(failureOf),
      skipped: tests.filter((test) => !['passed', 'failed'].includes(test.result().state)).map(nameOf),
    }
    const file = process.env.TEST_SUMMARY_FILE
    if (file) writeFileSync(file, JSON.stringify(summary))
    else process.stdout.write(`${summary.passed} passed, ${summary.failed} failed, ${summary.skipped.length} skipped\n`)
  }
}

function nameOf(test: TestCase): string {
  return `${test.module.relativeModuleId} > ${test.fullName}`
}

function failureOf(test: TestCase): string {
  const [line = ''] = (test.result().errors?.[0]?.message ?? '').split('\n')
  return `${nameOf(test)}: ${line}`
}

/** What led to the error says more: of a worker that died, what it was running. */
function messageOf(error: unknown): string {
  const { cause = error } = error as { readonly cause?: unknown }
  return cause instanceof Error ? cause.message : String((cause as { readonly message?: unknown }).message ?? cause)
}

function brokenSuites(modules: readonly TestModule[]): number {
  const suites = modules.flatMap((module) => [module, ...module.children.allSuites()])
  return suites.filter((suite) => suite.errors().length > 0).length
}
