import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type TransactionOutcome, withFaultInjection } from '../../../test/harness/database-faults.ts'
import { describeOnBothDatabases } from '../../../test/harness/databases.ts'
import { createWorld, newToken, openSuite, type Suite, type World } from '../../../test/harness/world.ts'

// hundreds of rows, one statement each, take a while on a busy machine
vi.setConfig({ testTimeout: 120_000 })

const dayMs = 86_400_000
const [operations, sessions] = [600, 600]
/** No transaction deletes more rows, however fast the machine is. */
const largestSlice = 500

describeOnBothDatabases('what is kept for a time', (open) => {
  let suite: Suite
  let w: World
  let plan: TransactionOutcome[] = []
  /** The rows of each transaction that returned a number of them. */
  let removed: number[] = []
  beforeAll(async () => {
    const database = withFaultInjection(await open(), () => plan.shift() ?? 'committed')
    const transaction: typeof database.transaction = async (job) => {
      const result = await database.transaction(job)
      if (typeof result === 'number') removed.push(result)
      return result
    }
    suite = await openSuite({ ...database, transaction }, { RATE_LIMIT_SCALE: '1000' })
    w = await createWorld(suite, suite.maker)
  })
  afterAll(() => suite.test.close())

  /** Changes of one row each, and sessions, that are over. */
  const leave = (count: { operations: number; sessions: number }, userId: number, name: string) =>
    suite.test.stores.transaction(async (tx) => {
      const at = suite.test.clock.now()
      const change = { entity: 'user', action: 'pause', actor: 'm', total: 1, canUndo: true, startedAt: at } as const
      for (let n = 0; n < count.operations; n += 1) {
        await tx.operations.begin(w.applicationId, { id: `${name}-${n}`, ...change })
        await tx.operations.saveUndoRows(`${name}-${n}`, [{ rowId: userId, oldValues: {}, newValues: {} }])
      }
      for (let n = 0; n < count.sessions; n += 1) {
        const session = { userId, tokenHash: newToken(), hwid: null, ipAddress: '::1', userAgent: 'x', at }
        await tx.clientSessions.insert(w.applicationId, { ...session, isProved: false })
      }
      await tx.clientSessions.endForUsers(w.applicationId, [userId], 'logout', at)
    })
  const left = async () => {
    const { reads } = suite.database
    const count = async (table: 'operations' | 'operation_rows' | 'client_sessions') => {
      const { n } = await reads
        .selectFrom(table)
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow()
      return Number(n)
    }
    return [await count('operations'), await count('operation_rows'), await count('client_sessions')]
  }

  it('is gone after one run when its time is over, however much it is, and nothing else is', async () => {
    const user = await w.user()
    await leave({ operations, sessions }, user.id, 'old')
    suite.test.clock.advance(31 * dayMs)
    await leave({ operations: 3, sessions: 4 }, user.id, 'young')
    expect(await left()).toEqual([operations + 3, operations + 3, sessions + 4])
    removed = []
    const purged = suite.test.app.jobs.purge()
    // other work runs between the batches
    await suite.test.stores.transaction(async (tx) => tx.appUsers.update(w.applicationId, user.id, { isPaused: true }))
    const [during = 0] = await left()
    expect(during).toBeGreaterThan(3)
    await purged
    expect(await left()).toEqual([3, 3, 4])
    expect(removed.reduce((sum, rows) => sum + rows, 0)).toBe(2 * operations + sessions)
    expect(Math.max(...removed)).toBeLessThanOrEqual(largestSlice)
  })

  it('goes, too, when something else cannot be deleted, which the log names', async () => {
    const user = await w.user()
    await leave({ operations: 2, sessions: 2 }, user.id, 'beside')
    suite.test.clock.advance(31 * dayMs)
    // On PostgreSQL the first one takes the lease of the job.
    plan = suite.database.engine === 'postgres' ? ['committed', 'refused'] : ['refused']
    await suite.test.app.jobs.purge()
    expect(await left()).toEqual([0, 0, 0])
    expect(suite.test.log.filter((line) => line.includes('purge failed'))).toEqual([
      expect.stringContaining('applications'),
    ])
  })

  it('stays when a stop cuts the run short, which does not wait for the rest', async () => {
    const user = await w.user()
    await leave({ operations, sessions: 0 }, user.id, 'stopped')
    suite.test.clock.advance(8 * dayMs)
    const purged = suite.test.app.jobs.purge()
    await suite.test.app.jobs.stop()
    await purged
    const [rest = 0] = await left()
    expect(rest).toBeGreaterThan(0)
  })
})
