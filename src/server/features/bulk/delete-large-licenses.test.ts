import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { failWrites } from '../../../../test/harness/database-faults.ts'
import { describeOnBothDatabases } from '../../../../test/harness/databases.ts'
import { holdRests } from '../../../../test/harness/hold-rests.ts'
import { ndjsonLines } from '../../../../test/harness/import-file.ts'
import type { ShownOperation } from '../../../../test/harness/shown-operation.ts'
import { testUser } from '../../../../test/harness/test-stores.ts'
import { openWorld } from '../../../../test/harness/world.ts'
import type { BulkLine } from '../../../shared/contract/bulk.ts'

const users = 1_300

const importedUser = { ...testUser, isActive: true, isPaused: false, isBanned: false, banReason: null, lastLogin: null }

describeOnBothDatabases('a deletion of licenses with many users', (open) => {
  /** A full license, one with many users, one with none, and an inactive one; the two in the middle are active. */
  const given = async () => {
    const { w, ...suite } = await openWorld(open, { RATE_LIMIT_SCALE: '1000' })
    const { stores, clock } = suite.test
    const [few, large] = [await w.license({ maxUsers: 1 }), await w.license({ maxUsers: 5_000 })]
    await w.license()
    const inactive = await w.license({ isActive: false })
    await w.user({ licenseId: few.id })
    const at = clock.now()
    await stores.transaction(async (tx) => {
      await tx.licenses.claimSeat(w.applicationId, few.id, at)
      const many = Array.from({ length: users }, (_, n) => ({
        ...importedUser,
        username: `user${n}`,
        licenseId: large.id,
      }))
      await tx.importUsers.insert(w.applicationId, many, at)
    })
    const ids = (
      await stores.appUsers.list(w.applicationId, { licenseId: large.id }, 'id:asc', undefined, users)
    ).rows.map(({ id }) => id)
    await w.session({ id: ids[700] ?? 0 })
    const asked = { selection: { filter: { status: 'active' } }, action: { type: 'delete' } }
    const preview = await w.dashboard<{ total: number; token: string; operationId: string }>(
      'POST',
      `${w.base}/licenses/bulk/preview`,
      asked,
    )
    expect(preview.total).toBe(2)
    const run = async () => {
      const { text } = await w.maker.api('POST', `${w.base}/licenses/bulk`, { ...asked, token: preview.token })
      return ndjsonLines<BulkLine>(text)
    }
    const operation = (id = preview.operationId) => w.dashboard<ShownOperation>('GET', `${w.base}/operations/${id}`)
    /** Users with a license, and when those without one lost it. */
    const holders = async () => {
      const { rows } = await sql<{ held: number; ends: number | null }>`
        select count(license_id) as held, max(case when license_id is null then expires_at end) as ends
        from app_users where application_id = ${w.applicationId}`.execute(suite.database.reads)
      return { held: Number(rows[0]?.held), endsMs: Number(rows[0]?.ends) }
    }
    const endedAt = async (ms: number) => {
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from app_users where expires_at = ${ms}`.execute(suite.database.reads)
      return Number(rows[0]?.count)
    }
    const licenses = async () => {
      const { rows } = await stores.licenses.list(w.applicationId, {}, 'id:asc', undefined, 10)
      return rows.map(({ id }) => id)
    }
    const counted = async () => (await stores.applications.find(w.applicationId))?.licenseCount
    return {
      ...suite,
      w,
      few,
      large,
      inactive,
      ids,
      run,
      operation,
      holders,
      endedAt,
      licenses,
      counted,
      operationId: preview.operationId,
    }
  }
  type Given = Awaited<ReturnType<typeof given>>
  const goOn = ({ test }: Given) => test.app.jobs.continueOperations()
  /** Lets the large license fail in the middle, and leaves the operation as a kill does. */
  const leaveInTheMiddle = async (it: Given, run: () => Promise<unknown>) => {
    const repaired = await failWrites(
      it.database,
      'UPDATE',
      'licenses',
      'NEW.current_users < 700 AND NEW.current_users < OLD.current_users',
    )
    await run()
    await repaired()
    await it.database.transaction((tx) =>
      sql`update operations set stopped_at = null, busy_until = null where finished_at is null`.execute(tx),
    )
  }

  it('takes the users of a large one in slices, and is as true to the filter as at once', async () => {
    const it = await given()
    const lines = await it.run()
    expect(lines.filter((line) => line.type === 'progress').length).toBeGreaterThanOrEqual(3)
    expect(lines.at(-1)).toMatchObject({ total: 2, changed: 2, skipped: 0, failed: 0 })
    expect(await it.licenses()).toEqual([it.few.id, it.inactive.id])
    expect(await it.counted()).toBe(2)
    expect(await it.holders()).toEqual({ held: 1, endsMs: it.test.clock.nowMs() })
    expect(await it.test.stores.clientSessions.liveOf(it.w.applicationId, it.ids[700] ?? 0)).toEqual([])
    const ends = (await it.w.activity()).filter(({ event }) => event === 'session_end')
    expect(ends.map(({ code, userId }) => [code, userId])).toEqual([['ended_by_owner', it.ids[700]]])
  })

  it('goes on after a restart with one that has lost users, and matches the filter no more', async () => {
    const it = await given()
    await leaveInTheMiddle(it, it.run)
    const before = await it.holders()
    expect(before.held).toBeGreaterThan(1)
    expect(before.held).toBeLessThan(users)
    expect(await it.test.stores.licenses.find(it.w.applicationId, it.large.id)).toMatchObject({ isActive: false })
    expect(await it.operation()).toMatchObject({ done: 0, changed: 0, finishedAt: null })
    it.test.clock.advance(60_000)
    await Promise.all([goOn(it), goOn(it)])
    expect(await it.operation()).toMatchObject({ done: 2, changed: 2, stoppedAt: null })
    expect(await it.licenses()).toEqual([it.few.id, it.inactive.id])
    expect(await it.counted()).toBe(2)
    expect((await it.holders()).held).toBe(1)
    // nobody of the first slices expires anew
    expect(await it.endedAt(before.endsMs)).toBe(users + 1 - before.held)
  })

  it('of one alone goes on after a restart too, and tells the one who asked that it broke off', async () => {
    const it = await given()
    const path = `${it.w.base}/licenses/${it.large.id}`
    let status = 0
    await leaveInTheMiddle(it, async () => {
      status = (await it.w.maker.api('DELETE', path)).status
    })
    expect(status).toBeGreaterThanOrEqual(500)
    expect(await it.licenses()).toContain(it.large.id)
    await goOn(it)
    expect(await it.licenses()).not.toContain(it.large.id)
    expect(await it.holders()).toEqual({ held: 1, endsMs: it.test.clock.nowMs() })
    expect((await it.w.maker.api('DELETE', path)).body).toMatchObject({ code: 'license_not_found' })
  })

  it('ends when it is stopped: licenses that are not gone by then stay, the begun one inactive', async () => {
    const it = await given()
    const rests = holdRests()
    const running = it.run()
    await rests.begun()
    const stopped = await it.w.maker.api<ShownOperation>('POST', `${it.w.base}/operations/${it.operationId}/stop`)
    expect(stopped.status).toBe(200)
    rests.release()
    const end = (await running).at(-1)
    expect(end).toMatchObject({ failed: 0, message: expect.stringContaining('was stopped') })
    const { held } = await it.holders()
    const left = await it.licenses()
    it.test.clock.advance(31_000)
    await goOn(it)
    expect([(await it.holders()).held, await it.licenses()]).toEqual([held, left])
    expect(left).toContain(it.large.id)
  })
})
