import { expect, it } from 'vitest'
import { withPostgres } from '../../bench/faults/data-location.ts'
import { loadDuringFaults } from '../../bench/faults/load-during-faults.ts'
import { outage } from '../../bench/faults/postgres-outage.ts'
import { describePostgres } from '../harness/databases.ts'

describePostgres('PostgreSQL stopped under load and started again', () => {
  it('is answered with 503 meanwhile, and loses nothing that was answered', async () => {
    const { lost, odd, recoveriesMs, answers } = await withPostgres((place, cluster) =>
      loadDuringFaults(place, async (loaded) => {
        await outage(loaded, cluster, 200)
        await outage(loaded, cluster, 200)
        await loaded.moreAnswers(1)
      }),
    )
    expect({ lost, odd }).toEqual({ lost: 0, odd: [] })
    expect(recoveriesMs).toHaveLength(2)
    expect(answers).toBeGreaterThan(0)
  })
})
