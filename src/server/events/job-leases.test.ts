import { sql } from 'kysely'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createTestApp } from '../../../test/harness/create-test-app.ts'
import { describeOnPostgres } from '../../../test/harness/databases.ts'
import { useTestStores } from '../../../test/harness/use-suite.ts'
import { openJobLeases } from './job-leases.ts'

describeOnPostgres('the lease of a job', (open) => {
  const suite = useTestStores(open)
  const leases = (holder: string, everyMs?: number) =>
    openJobLeases({ engine: 'postgres', stores: suite.stores, holder, ...(everyMs !== undefined && { everyMs }) })
  /** As if the time had passed, or another node had taken it. */
  const change = (name: string, set: { until_ms?: number; holder?: string }) =>
    suite.database.transaction((tx) => tx.updateTable('job_leases').set(set).where('name', '=', name).execute())
  const row = (name: string) =>
    suite.database.reads.selectFrom('job_leases').selectAll().where('name', '=', name).executeTakeFirst()

  it('is given to one of 200 that ask at once, and to nobody else until it is given back', async () => {
    let [running, most, refused] = [0, 0, 0]
    let end = () => {}
    const ended = new Promise<void>((resolve) => (end = resolve))
    const ask = async (n: number) => {
      const ran = await leases(`node ${n}`).run('purge', async () => {
        running += 1
        most = Math.max(most, running)
        await ended
        return n
      })
      if (ran === undefined) refused += 1
      return ran
    }
    const asked = Array.from({ length: 200 }, (_, n) => ask(n))
    await vi.waitUntil(() => refused === 199, { timeout: 30_000 })
    expect(await leases('late').run('purge', async () => 'ran')).toBeUndefined()
    end()
    const ran = (await Promise.all(asked)).filter((each) => each !== undefined)
    expect([most, ran.length]).toEqual([1, 1])
    expect(await row('purge')).toBeUndefined()
    expect(await leases('late').run('purge', async () => 'ran')).toBe('ran')
  })

  it('does not keep a job of another name from running', async () => {
    const inner = () => leases('b').run('backups', async () => 'ran')
    expect(await leases('a').run('purge', inner)).toBe('ran')
  })

  it('of a node that was killed is taken by another one after its time, and not before', async () => {
    await suite.stores.transaction((tx) => tx.jobLeases.take('retention', 'killed'))
    expect(await leases('b').run('retention', async () => 'ran')).toBeUndefined()
    await change('retention', { until_ms: Date.now() - 1 })
    expect(await leases('b').run('retention', async () => 'ran')).toBe('ran')
  })

  it('is renewed while the job runs, and no other lease of the same node', async () => {
    await suite.stores.transaction((tx) => tx.jobLeases.take('other', 'a'))
    await change('other', { until_ms: 1 })
    await leases('a', 20).run('renewed', async () => {
      await change('renewed', { until_ms: 1 })
      await vi.waitUntil(async () => ((await row('renewed'))?.until_ms ?? 0) > Date.now() + 30_000)
    })
    expect((await row('other'))?.until_ms).toBe(1)
  })

  it('ends the work of a node that lost it, and stays with the one that has it', async () => {
    const fromMs = performance.now()
    await leases('a', 20).run('lost', async (signal) => {
      await change('lost', { holder: 'b' })
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
    })
    expect((await row('lost'))?.holder).toBe('b')
    // Not because its own minute was over.
    expect(performance.now() - fromMs).toBeLessThan(30_000)
  })

  it('ends the work of a node that could not renew it for 40 seconds, and not after 20', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const rename = (from: string, to: string) =>
      suite.database.transaction((tx) => sql`ALTER TABLE ${sql.table(from)} RENAME TO ${sql.table(to)}`.execute(tx))
    await leases('a').run('cut off', async (signal) => {
      for (let renewed = 0; renewed < 4; renewed += 1) {
        await change('cut off', { until_ms: 1 })
        vi.advanceTimersByTime(20_001)
        await vi.waitUntil(async () => ((await row('cut off'))?.until_ms ?? 0) > 1)
      }
      expect(signal.aborted).toBe(false)
      await rename('job_leases', 'job_leases_away')
      vi.advanceTimersByTime(20_001)
      // In turn with the renewal that fails.
      await rename('job_leases_away', 'job_leases_gone')
      expect(signal.aborted).toBe(false)
      const lost = new Promise((resolve) => signal.addEventListener('abort', resolve))
      vi.advanceTimersByTime(20_001)
      await lost
      await rename('job_leases_gone', 'job_leases')
    })
    expect(vi.getTimerCount()).toBe(0)
  })

  it('is given back also by work that fails', async () => {
    const failing = leases('a').run('failing', () => Promise.reject(new Error('on purpose')))
    await expect(failing).rejects.toThrow('on purpose')
    expect(await row('failing')).toBeUndefined()
  })

  it('keeps the purge and the retention of a server from running while another one runs them', async () => {
    const test = await createTestApp({ database: suite.database })
    try {
      const removals = vi.spyOn(suite.database, 'transaction')
      await suite.stores.transaction((tx) => tx.jobLeases.take('purge', 'another'))
      removals.mockClear()
      await test.app.jobs.purge()
      const whileHeld = removals.mock.calls.length
      await suite.stores.transaction((tx) => tx.jobLeases.release('purge', 'another'))
      removals.mockClear()
      await test.app.jobs.purge()
      expect(removals.mock.calls.length).toBeGreaterThan(whileHeld + 3)

      await suite.stores.transaction((tx) => tx.jobLeases.take('retention', 'another'))
      removals.mockClear()
      await test.app.jobs.enforceRetention()
      const retentionWhileHeld = removals.mock.calls.length
      await suite.stores.transaction((tx) => tx.jobLeases.release('retention', 'another'))
      removals.mockClear()
      await test.app.jobs.enforceRetention()
      expect(removals.mock.calls.length).toBeGreaterThan(retentionWhileHeld)
    } finally {
      await test.close()
    }
  })
})
