import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { SampleTableReporter } from './clients/test/table-reporter.ts'
import { LongFirst } from './test/harness/long-first.ts'
import { StuckWorkers } from './test/harness/stuck-workers.ts'
import { SummaryReporter } from './test/harness/summary-reporter.ts'

export default defineConfig({
  plugins: [react()],
  test: {
    environment: 'node',
    include: ['src/**/*.test.{ts,tsx}', 'test/**/*.test.ts', 'clients/**/*.test.ts'],
    globalSetup: ['test/harness/global-setup.ts'],
    setupFiles: ['test/harness/limit-properties.ts'],
    pool: 'forks',
    // Modules hold no state that a test changes; loading them anew for each file took a third of the run.
    isolate: false,
    // twice two processors: a test of a server, a page or a sample waits for other processes a third of its time
    maxWorkers: 4,
    sequence: { sequencer: LongFirst },
    // these end what hangs; they judge no speed, and a machine that does other things besides is slower by a factor of five
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    // Where all must pass at once, on a machine that others share, a failed test runs once more; the summary names it.
    retry: process.env.REQUIRE_ALL === '1' ? 1 : 0,
    // what a test prints is shown when it fails
    silent: 'passed-only',
    reporters: ['default', new SampleTableReporter(), new SummaryReporter(), new StuckWorkers()],
  },
})
