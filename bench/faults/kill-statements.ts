import { atLeast, none, type Row } from '../figure.ts'
import { runSuite } from './run-suite.ts'

/** Kills the server at each statement of a paid order. */
export async function killStatements(): Promise<readonly Row[]> {
  const { passed, failed } = await runSuite('test/faults/killed-statement.test.ts', { KILL_EVERYWHERE: '1' })
  return [
    none('databases on which an order was lost or doubled', failed),
    { name: 'databases on which none was', values: [passed], digits: 0, target: atLeast(1) },
  ]
}
