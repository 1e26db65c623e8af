import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { describeOnBothDatabases } from '../../../../test/harness/databases.ts'
import { planOf, recordQueries, rowsRead } from '../../../../test/harness/query-plans.ts'
import { testNow, testStoresOfTwo } from '../../../../test/harness/test-stores.ts'
import { everyRow, licenseChange, userChange } from '../undo/bulk-actions.ts'
import type { AppUserFilter } from './app-user-list.ts'
import { bulkUserStore } from './bulk-users.ts'

const dayMs = 86_400_000

describeOnBothDatabases('changes of many rows', (open) => {
  const given = async () => testStoresOfTwo(await open())

  it('give back what the rows had and got, and change no row of another application', async () => {
    const { stores, own, other, user } = await given()
    const expiresAt = new Date(testNow.getTime() + dayMs)
    const ids = [await user(own, { expiresAt }), await user(own, { expiresAt: null }), await user(own, { expiresAt })]
    const foreign = await user(other, { expiresAt })
    const before = await stores.appUsers.find(other, foreign)
    const change = userChange({ type: 'add_days', days: 2 }, testNow)
    const { found, changed } = await stores.transaction((tx) =>
      tx.bulkUsers.change(own, [...ids, foreign], undefined, change),
    )
    expect(new Set(found.map(({ id }) => id))).toEqual(new Set(ids))
    expect(changed.map(({ rowId }) => rowId).sort()).toEqual([ids[0] ?? 0, ids[2] ?? 0].sort())
    expect(changed[0]).toMatchObject({
      oldValues: { expires_at: expiresAt.getTime() },
      newValues: { expires_at: expiresAt.getTime() + 2 * dayMs },
    })
    expect(await stores.appUsers.find(other, foreign)).toEqual(before)
    const again = stores.transaction((tx) => tx.bulkUsers.change(own, ids, { status: 'banned' }, change))
    expect(await again).toEqual({ found: [], changed: [] })
  })

  it('are undone row by row, but for rows that changed since', async () => {
    const { stores, own, other, user } = await given()
    const ids = [await user(own, { hwid: 'PC-1' }), await user(own, { hwid: 'PC-1' })]
    const reset = userChange({ type: 'reset_hwid' }, testNow)
    const { changed } = await stores.transaction((tx) => tx.bulkUsers.change(own, ids, undefined, reset))
    await stores.transaction((tx) => tx.appUsers.bindHwid(own, ids[0] ?? 0, 'PC-2', testNow))
    const results = await stores.transaction(async (tx) => {
      const restored = []
      for (const id of ids) {
        const row = changed.find(({ rowId }) => rowId === id)
        expect(row).toBeDefined()
        restored.push(row && (await tx.bulkUsers.restore(own, row)))
        expect(row && (await tx.bulkUsers.restore(other, row))).toBeUndefined()
      }
      return restored
    })
    expect(results).toEqual([undefined, { before: { hwid: null }, after: { hwid: 'PC-1' } }])
    expect((await stores.appUsers.find(own, ids[1] ?? 0))?.hwid).toBe('PC-1')
  })

  it('delete users with their seats, counted right', async () => {
    const { stores, own, user, license } = await given()
    const licenseId = await license(own, { maxUsers: 3 })
    await stores.transaction(async (tx) => {
      await tx.licenses.claimSeat(own, licenseId, testNow)
      await tx.licenses.claimSeat(own, licenseId, testNow)
    })
    const ids = [await user(own, { licenseId }), await user(own, { licenseId }), await user(own)]
    const removed = await stores.transaction((tx) => tx.bulkUsers.remove(own, ids.slice(1), undefined))
    expect(removed).toHaveLength(2)
    expect((await stores.licenses.find(own, licenseId))?.currentUsers).toBe(1)
    expect((await stores.applications.find(own))?.userCount).toBe(1)
  })

  it('fail as a whole: of a batch in which one row cannot be changed none is', async () => {
    const { database, stores, own, user } = await given()
    const ids = [await user(own), await user(own), await user(own)]
    const failing = stores.transaction(async (tx) => {
      await tx.bulkUsers.change(own, ids, undefined, userChange({ type: 'ban' }, testNow))
      throw new Error('the disk is full')
    })
    await expect(failing).rejects.toThrow('the disk is full')
    const banned = await database.reads.selectFrom('app_users').select('id').where('is_banned', '=', 1).execute()
    expect(banned).toEqual([])
    expect(await stores.bulkUsers.preview(own, { filter: {} }, everyRow, 2)).toMatchObject({ total: 3, changing: 3 })
  })

  it('are previewed without a look at the license of every user, unless licenses decide who is meant', async () => {
    const { database, own, user, license } = await given()
    const licenseId = await license(own, { maxUsers: 9 })
    for (let n = 0; n < 9; n += 1) await user(own, { licenseId })
    const ban = userChange({ type: 'ban' }, testNow)
    const looksAtLicenses = async (filter: AppUserFilter) => {
      const { reads, queries } = recordQueries(database, 'app_users')
      const counted = await bulkUserStore(reads, database.engine).preview(own, { filter }, ban, 2)
      expect(counted).toMatchObject({ total: 9, changing: 9 })
      const [count] = [...queries.values()].filter(({ sql: text }) => text.includes('count('))
      if (!count) throw new Error('nothing was counted')
      return database.engine === 'sqlite'
        ? (await planOf(database, 'licenses', count)).length > 0
        : (await rowsRead(database, 'licenses', count)) > 0
    }
    expect(await looksAtLicenses({})).toBe(false)
    expect(await looksAtLicenses({ status: 'active', now: testNow })).toBe(true)
  })

  it('reach licenses too, with their own columns', async () => {
    const { stores, own, other, license } = await given()
    const ids = [await license(own), await license(own, { isActive: false })]
    const foreign = await license(other)
    const off = licenseChange({ type: 'deactivate' }, testNow)
    const { found, changed } = await stores.transaction((tx) =>
      tx.bulkLicenses.change(own, [...ids, foreign], undefined, off),
    )
    expect(found).toHaveLength(2)
    expect(changed.map(({ rowId }) => rowId)).toEqual([ids[0]])
    const [row] = changed
    const restored = row && (await stores.transaction((tx) => tx.bulkLicenses.restore(own, row)))
    expect(restored).toEqual({ before: { isActive: false }, after: { isActive: true } })
    expect((await stores.licenses.find(own, ids[0] ?? 0))?.isActive).toBe(true)
    expect((await stores.licenses.find(other, foreign))?.isActive).toBe(true)
    const on = licenseChange({ type: 'activate' }, testNow)
    const switched = await stores.transaction((tx) => tx.bulkLicenses.change(own, ids, undefined, on))
    expect(switched.changed).toMatchObject([
      { rowId: ids[1], oldValues: { is_active: 0 }, newValues: { is_active: 1 } },
    ])
    expect((await stores.licenses.find(own, ids[1] ?? 0))?.isActive).toBe(true)
    const noted = licenseChange({ type: 'set_description', description: 'Spring' }, testNow)
    await stores.transaction((tx) => tx.bulkLicenses.change(own, ids, undefined, noted))
    expect(await stores.licenses.count(own, { q: 'spring' })).toBe(2)
  })

  it('are remembered for as long as they are kept, begun once and taken by one at a time', async () => {
    const { stores, own, other } = await given()
    const operation = {
      id: '01890000-0000-7000-8000-000000000000',
      entity: 'user',
      action: 'pause',
      actor: 'maker@example.com',
      total: 2,
      canUndo: true,
      startedAt: testNow,
    } as const
    const begin = () => stores.transaction((tx) => tx.operations.begin(own, operation))
    expect([await begin(), await begin()]).toEqual([true, false])
    const rows = [7, 9].map((rowId) => ({ rowId, oldValues: { is_paused: 0 }, newValues: { is_paused: 1 } }))
    await stores.transaction((tx) => tx.operations.saveUndoRows(operation.id, rows))
    expect(await stores.operations.readUndoRows(operation.id, 10)).toEqual(rows)
    expect(await stores.operations.undoableOf(own, 'user', 7)).toHaveLength(1)
    expect(await stores.operations.undoableOf(other, 'user', 7)).toEqual([])
    const [now, until] = [testNow, new Date(testNow.getTime() + 1000)]
    const take = () => stores.transaction((tx) => tx.operations.acquireLease(operation.id, now, until, '{}'))
    expect([await take(), await take()]).toEqual([true, false])
    const second = {
      ...operation,
      id: '01890000-0000-7000-8000-000000000001',
      startedAt: new Date(testNow.getTime() + 1),
    }
    await stores.transaction((tx) => tx.operations.begin(own, second))
    await stores.transaction((tx) => tx.operations.acquireLease(second.id, now, until, '{}'))
    const longer = new Date(until.getTime() + 1000)
    const renew = () => stores.transaction((tx) => tx.operations.renewLease(second.id, until, longer))
    expect([await renew(), await renew()]).toEqual([true, false])
    await stores.transaction((tx) => tx.operations.releaseLease(operation.id, until))
    expect(await take()).toBe(true)
    await stores.transaction((tx) => tx.operations.markUndone(operation.id, testNow))
    expect(await take()).toBe(false)
    expect(await stores.operations.undoableOf(own, 'user', 7)).toEqual([])
    const purge = (at: Date) => stores.transaction((tx) => tx.operations.purge(at, 1))
    expect(await purge(testNow)).toBe(0)
    const later = new Date(testNow.getTime() + 1)
    expect([await purge(later), await purge(later), await purge(later), await purge(later)]).toEqual([1, 1, 1, 0])
    expect(await stores.operations.find(own, operation.id)).toBeUndefined()
  })

  it('go with their application, kept values first', async () => {
    const { database, stores, own } = await given()
    const startedAt = testNow
    const operation = {
      id: 'x',
      entity: 'user',
      action: 'pause',
      actor: 'm',
      total: 1,
      canUndo: true,
      startedAt,
    } as const
    await stores.transaction(async (tx) => {
      await tx.operations.begin(own, operation)
      await tx.operations.saveUndoRows('x', [{ rowId: 1, oldValues: {}, newValues: {} }])
      await tx.applications.remove(own, testNow)
    })
    while ((await stores.transaction((tx) => tx.applications.purgeDeleted(testNow, 10))) > 0) {
      // in batches
    }
    const { rows } = await sql<{ n: number }>`select count(*) as n from operation_rows`.execute(database.reads)
    expect(Number(rows[0]?.n)).toBe(0)
  })
})
