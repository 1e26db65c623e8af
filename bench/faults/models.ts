import { atLeast, none, type Row } from '../figure.ts'
import { runSuite } from './run-suite.ts'

const runs = 500

/** Runs the model-based tests, which compare the server with a simple model, on both databases. */
const compared = [
  { name: 'event log and counts', file: 'test/models/event-log.test.ts' },
  { name: 'licensing', file: 'test/models/licensing.test.ts' },
  { name: 'seats', file: 'test/models/seats.test.ts' },
  { name: 'days of sold keys', file: 'test/models/redeemed-days.test.ts' },
  { name: 'answers from memory', file: 'test/models/kept-facts.test.ts' },
  { name: 'facts in memory', file: 'src/server/store/hot/kept-facts.test.ts' },
  { name: 'counts of what is active', file: 'src/server/store/applications/active-counts.test.ts' },
] as const

export async function models(): Promise<readonly Row[]> {
  const rows: Row[] = []
  for (const { name, file } of compared) {
    const { passed, failed } = await runSuite(file, { MODEL_RUNS: String(runs) })
    rows.push(none(`${name}: statements that did not hold`, failed), {
      name: `${name}: statements that held`,
      values: [passed],
      digits: 0,
      target: atLeast(1),
    })
  }
  return [...rows, { name: 'runs of each, on each database', values: [runs], digits: 0 }]
}
