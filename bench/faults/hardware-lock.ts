import { atLeast, none, type Row } from '../figure.ts'
import { runSuite } from './run-suite.ts'

const sequences = 2_000

export async function hardwareLock(): Promise<readonly Row[]> {
  const { passed, failed } = await runSuite('test/models/hardware-lock.test.ts', {
    LOCK_SEQUENCES: String(sequences),
  })
  return [
    none('databases on which two machines were live or leased', failed),
    { name: 'databases on which none was', values: [passed], digits: 0, target: atLeast(1) },
    { name: 'sequences on each, at least', values: [sequences], digits: 0 },
  ]
}
