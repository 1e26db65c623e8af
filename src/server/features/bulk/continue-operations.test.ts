import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { failUpdates } from '../../../../test/harness/database-faults.ts'
import { describeOnBothDatabases } from '../../../../test/harness/databases.ts'
import { holdRests } from '../../../../test/harness/hold-rests.ts'
import { ndjsonLines } from '../../../../test/harness/import-file.ts'
import type { ShownOperation } from '../../../../test/harness/shown-operation.ts'
import { testUser } from '../../../../test/harness/test-stores.ts'
import { openWorld } from '../../../../test/harness/world.ts'
import type { BulkLine } from '../../../shared/contract/bulk.ts'

const dayMs = 86_400_000
const users = 2_100

describeOnBothDatabases('a change of many rows that a server left in the middle', (open) => {
  const given = async () => {
    const { w, ...suite } = await openWorld(open, { RATE_LIMIT_SCALE: '1000' })
    const expiresAt = new Date(suite.test.clock.nowMs() + dayMs)
    const ids = await suite.test.stores.transaction(async (tx) => {
      const made: number[] = []
      for (let n = 0; n < users; n += 1) {
        made.push(await tx.appUsers.insert(w.applicationId, { ...testUser, username: `user${n}`, expiresAt }))
      }
      return made.sort((a, b) => a - b)
    })
    const asked = { selection: { filter: {} }, action: { type: 'add_days', days: 7 } }
    const preview = await w.dashboard<{ token: string; operationId: string }>(
      'POST',
      `${w.base}/users/bulk/preview`,
      asked,
    )
    const run = () => w.maker.api('POST', `${w.base}/users/bulk`, { ...asked, token: preview.token })
    const operation = () => w.dashboard<ShownOperation>('GET', `${w.base}/operations/${preview.operationId}`)
    /** How many users have each expiry, in days after the first one. */
    const expiries = async () => {
      const { rows } = await sql<{ days: number; users: number }>`
        select (expires_at - ${expiresAt.getTime()}) / ${sql.lit(dayMs)} as days, count(*) as users from app_users
        where application_id = ${w.applicationId} and expires_at is not null group by 1 order by 1`.execute(
        suite.database.reads,
      )
      return Object.fromEntries(rows.map(({ days, users }) => [Number(days), Number(users)]))
    }
    /** As a kill leaves it: begun, some slices done, the lease still held. */
    const leaveInTheMiddle = async () => {
      const repaired = await failUpdates(suite.database, 'app_users', ids[1_500] ?? 0)
      await run()
      await repaired()
      const until = suite.test.clock.nowMs() + 30_000
      await suite.database.transaction((tx) =>
        sql`update operations set stopped_at = null, busy_until = ${until} where id = ${preview.operationId}`.execute(
          tx,
        ),
      )
    }
    return { ...suite, w, ids, run, operation, expiries, leaveInTheMiddle, operationId: preview.operationId }
  }
  type Given = Awaited<ReturnType<typeof given>>
  const goOn = ({ test }: Given) => test.app.jobs.continueOperations()

  it('goes on by itself once its lease is over, and changes each row exactly once', async () => {
    const it = await given()
    await it.leaveInTheMiddle()
    const { done } = await it.operation()
    expect(done).toBeGreaterThan(0)
    expect(done).toBeLessThanOrEqual(1_500)
    expect(await it.expiries()).toEqual({ 0: users - done, 7: done })
    // a live server may still hold it
    await goOn(it)
    expect(await it.expiries()).toEqual({ 0: users - done, 7: done })
    // a user who came meanwhile was not previewed
    await it.test.stores.transaction((tx) => tx.appUsers.insert(it.w.applicationId, { ...testUser, username: 'later' }))
    await it.test.stores.transaction((tx) => tx.appUsers.remove(it.w.applicationId, it.ids[2_050] ?? 0))
    it.test.clock.advance(31_000)
    await Promise.all([goOn(it), goOn(it)])
    expect(await it.operation()).toMatchObject({
      done: users,
      changed: users - 1,
      finishedAt: expect.any(String),
      stoppedAt: null,
    })
    expect(await it.expiries()).toMatchObject({ 7: users - 1 })
    await goOn(it)
    expect(await it.expiries()).toMatchObject({ 7: users - 1 })
    const undo = await it.w.dashboard('POST', `${it.w.base}/operations/${it.operationId}/undo`)
    expect(undo).toEqual({ restored: users - 1, skipped: 0 })
    expect(await it.expiries()).toMatchObject({ 0: users - 1 })
  })

  it('is not gone on with when the one who asked has signed out, or when it is undone instead', async () => {
    const it = await given()
    await it.leaveInTheMiddle()
    const { done } = await it.operation()
    it.test.clock.advance(31_000)
    await it.w.maker.api('POST', '/api/logout')
    await goOn(it)
    expect(await it.expiries()).toEqual({ 0: users - done, 7: done })
    expect(it.test.log.join('\n')).toContain('bulk change stopped')

    const other = await given()
    await other.leaveInTheMiddle()
    other.test.clock.advance(31_000)
    await other.w.dashboard('POST', `${other.w.base}/operations/${other.operationId}/undo`)
    await goOn(other)
    expect(await other.expiries()).toEqual({ 0: users })
  })

  it('has an undo that goes on by itself too', async () => {
    const it = await given()
    await it.run()
    const repaired = await failUpdates(it.database, 'app_users', it.ids[1_500] ?? 0)
    await it.w.maker.api('POST', `${it.w.base}/operations/${it.operationId}/undo`)
    await repaired()
    const left = (await it.expiries())[7] ?? 0
    expect(left).toBeGreaterThan(0)
    expect(left).toBeLessThan(users)
    // refused by an error: it waits to be asked for again
    await goOn(it)
    expect(await it.expiries()).toMatchObject({ 7: left })
    // killed: it goes on
    const proof = await it.database.reads.selectFrom('operations').select('asked_by').executeTakeFirstOrThrow()
    await it.database.transaction((tx) =>
      tx.updateTable('operations').set({ undo_asked_by: proof.asked_by, busy_until: null }).execute(),
    )
    await goOn(it)
    expect(await it.expiries()).toEqual({ 0: users })
  })

  it('has an undo that ends when it is stopped, and goes on when it is requested again', async () => {
    const it = await given()
    await it.run()
    const path = `${it.w.base}/operations/${it.operationId}`
    const rests = holdRests()
    const running = it.w.maker.api('POST', `${path}/undo`)
    await rests.begun()
    const { restored } = await it.w.dashboard<ShownOperation>('POST', `${path}/stop`)
    rests.release()
    expect(restored).toBeGreaterThan(0)
    expect((await running).body).toMatchObject({
      code: 'operation_stopped',
      message: 'The undo was stopped. Rows restored so far stay restored.',
    })
    expect(restored).toBeLessThan(users)
    it.test.clock.advance(31_000)
    await goOn(it)
    expect(await it.expiries()).toEqual({ 0: restored, 7: users - restored })
    expect(await it.operation()).toMatchObject({ restored, undoneAt: null })
    const undone = await it.w.dashboard('POST', `${path}/undo`)
    expect(undone).toEqual({ restored: users, skipped: 0 })
    expect(await it.expiries()).toEqual({ 0: users })
    const actions = (await it.w.dashboard<{ action: string }[]>('GET', '/api/audit')).map(({ action }) => action)
    expect(actions.filter((action) => action === 'user.stop_undo_add_days')).toHaveLength(1)
  })

  it('ends when it is stopped, keeps what it changed, and is not taken up again', async () => {
    const it = await given()
    const rests = holdRests()
    const running = it.run()
    const stop = () => it.w.maker.api<ShownOperation>('POST', `${it.w.base}/operations/${it.operationId}/stop`)
    await rests.begun()
    let stopped = await stop()
    // the first rests are those of saving the list, before the operation begins
    while (stopped.status === 404) {
      rests.held.pop()?.()
      await rests.begun()
      stopped = await stop()
    }
    rests.release()
    expect(stopped.body).toMatchObject({ finishedAt: null, stoppedAt: expect.any(String) })
    const end = ndjsonLines<BulkLine>((await running).text).at(-1)
    if (end?.type !== 'end') throw new Error('the answer has no end')
    expect(end).toMatchObject({ failed: 0, message: 'This change was stopped. Rows changed so far stay changed.' })
    expect(end.changed).toBeLessThan(users)
    it.test.clock.advance(31_000)
    await goOn(it)
    const { 0: before = 0, 7: after = 0 } = await it.expiries()
    expect([before, after]).toEqual([users - end.changed, end.changed])
    const undo = await it.w.dashboard('POST', `${it.w.base}/operations/${it.operationId}/undo`)
    expect(undo).toEqual({ restored: end.changed, skipped: 0 })
  })
})
