import { atLeast, atMost, type Figure } from '../figure.ts'
import { runSuite } from './run-suite.ts'

const sequences = 2_000

export const hardwareLock: Figure = {
  name: 'hardware-lock',
  title: 'No sequence of public calls brings a locked user onto two machines',
  async measure() {
    const { passed, failed } = await runSuite('test/models/hardware-lock.test.ts', {
      LOCK_SEQUENCES: String(sequences),
    })
    return [
      { name: 'databases on which two machines were live or leased', values: [failed], digits: 0, target: atMost(0) },
      { name: 'databases on which none was', values: [passed], digits: 0, target: atLeast(1) },
      { name: 'sequences on each, at least', values: [sequences], digits: 0 },
    ]
  },
}
