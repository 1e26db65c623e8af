import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { atLeast, atMost, none, type Row } from '../figure.ts'
import { withDataFolder } from './data-location.ts'
import { loadDuringFaults } from './load-during-faults.ts'

const locksMs = [3_000, 30_000]

export async function lockedDatabase(): Promise<readonly Row[]> {
  const runs = []
  for (const lockMs of locksMs) runs.push({ lockMs, ...(await lockUnderLoad(lockMs)) })
  return runs.flatMap(({ lockMs, lost, odd, refused, afterwards }) => {
    const name = `${lockMs / 1000} s`
    return [
      none(`${name}: answered writes that are missing`, lost),
      none(`${name}: answers neither success nor 503`, odd.length),
      // the database waits up to 5 s for a lock, so a lock of 3 s is only a delay
      {
        name: `${name}: answers 503`,
        values: [refused],
        digits: 0,
        target: lockMs < 5_000 ? atMost(0) : atLeast(1),
      },
      { name: `${name}: changes answered after it`, values: [afterwards], digits: 0, target: atLeast(20) },
    ]
  })
}

async function lockUnderLoad(lockMs: number) {
  let afterwards = 0
  const through = await withDataFolder((place) =>
    loadDuringFaults(place, async (loaded) => {
      await loaded.moreAnswers(20)
      const other = new DatabaseSync(join(place.dataDir, 'keywright.db'), { timeout: 5_000 })
      other.exec('BEGIN IMMEDIATE')
      await sleep(lockMs)
      other.exec('ROLLBACK')
      other.close()
      await loaded.moreAnswers(20)
      afterwards = 20
    }),
  )
  return { ...through, afterwards }
}
