import { expect, it } from 'vitest'
import { withDataFolder } from '../../bench/faults/data-location.ts'
import { cutPower, hasStrace } from '../../bench/faults/power-cut.ts'
import { printFigure } from '../harness/print-figure.ts'

it.skipIf(!hasStrace)(
  'a power cut at any point of a run loses nothing that was answered',
  async () => {
    const { lost, damaged, cuts, answers, lostWithoutSyncs } = await withDataFolder((place) =>
      cutPower(place, { rounds: 1, cuts: 40 }),
    )
    printFigure(`power cuts replayed: ${cuts}, answers with a write: ${answers}, lost ${lost}, damaged ${damaged}`)
    expect({ lost, damaged }).toEqual({ lost: 0, damaged: 0 })
    expect(cuts).toBeGreaterThanOrEqual(60)
    // the same replay on a drive that lies about syncs must lose something, or it could not tell
    expect(lostWithoutSyncs).toBeGreaterThan(0)
  },
  120_000,
)
