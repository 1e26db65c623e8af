import { describe, expect, it } from 'vitest'
import { ndjsonLines } from '../../../../test/harness/import-file.ts'
import { testUser } from '../../../../test/harness/test-stores.ts'
import { useSeededApp } from '../../../../test/harness/use-suite.ts'
import type { BulkLine } from '../../../shared/contract/bulk.ts'

interface Preview {
  total: number
  changing: number
  reviving: number
  sample: { id: number; name: string; before: string; after: string }[]
  token: string
  canUndo: boolean
  code?: string
  message?: string
}
type End = Extract<BulkLine, { type: 'end' }>

const dayMs = 86_400_000

describe('changes of many users', () => {
  const test = useSeededApp()
  let made = 0

  const addUsers = (count: number, user: object = {}, applicationId = test.applicationId) =>
    test.stores.transaction(async (tx) => {
      const ids: number[] = []
      for (let index = 0; index < count; index += 1) {
        made += 1
        const username = `bulk${made}`
        ids.push(
          await tx.appUsers.insert(applicationId, { ...testUser, username, createdAt: test.clock.now(), ...user }),
        )
      }
      return ids
    })
  const preview = (body: object, kind = 'users') =>
    test.maker.api<Preview>('POST', `${test.base}/${kind}/bulk/preview`, body)
  const apply = async (body: object, kind = 'users') => {
    const answer = await test.maker.api('POST', `${test.base}/${kind}/bulk`, body)
    const lines = answer.status === 200 ? ndjsonLines<BulkLine>(answer.text) : []
    const rows = lines.flatMap((line) => (line.type === 'progress' ? line.rows : []))
    return { ...answer, lines, rows, end: lines.at(-1) as End }
  }
  /** Previews, then runs. */
  const run = async (body: object, kind = 'users') => {
    const looked = await preview(body, kind)
    expect(looked.status).toBe(200)
    return apply({ ...body, token: looked.body.token }, kind)
  }
  const user = async (id: number) => {
    const found = await test.stores.appUsers.inspect(test.applicationId, id)
    if (!found) throw new Error('no such user')
    return found
  }
  const undo = (operationId: string) =>
    test.maker.api<{ restored: number; skipped: number }>('POST', `${test.base}/operations/${operationId}/undo`)
  /** All data of another application, to compare before and after. */
  const checksum = async (applicationId: number) => {
    const { rows } = await test.stores.appUsers.list(applicationId, {}, 'id:asc', undefined, 1000)
    return JSON.stringify(rows)
  }

  it('are previewed with count, sample and token, which changes nothing', async () => {
    const ids = await addUsers(3)
    const { body } = await preview({ selection: { ids }, action: { type: 'pause' } })
    expect(body).toMatchObject({ total: 3, changing: 3, canUndo: true })
    expect(body.sample[0]).toMatchObject({ before: 'Not paused', after: 'Paused' })
    expect(await Promise.all(ids.map(async (id) => (await user(id)).isPaused))).toEqual([false, false, false])
  })

  it('reach every row of the selection once, in batches, with a result for each', async () => {
    const ids = await addUsers(1203, { email: 'all@batches.example' })
    await test.stores.transaction((tx) => tx.appUsers.update(test.applicationId, ids[0] ?? 0, { isPaused: true }))
    const { lines, rows, end } = await run({ selection: { filter: { q: 'all@batches' } }, action: { type: 'pause' } })
    expect(lines.slice(0, -1).every((line) => line.type === 'progress' && line.rows.length <= 500)).toBe(true)
    expect(lines.length).toBeGreaterThan(3)
    expect(rows.map(({ id }) => id)).toEqual(rows.map(({ id }) => id).sort((a, b) => a - b))
    expect(new Set(rows.map(({ id }) => id))).toEqual(new Set(ids))
    expect(rows).toHaveLength(1203)
    expect(end).toMatchObject({ total: 1203, changed: 1202, unchanged: 1, skipped: 0, failed: 0, canUndo: true })
    expect(await test.stores.appUsers.count(test.applicationId, { q: 'all@batches', status: 'paused' })).toBe(1203)
  })

  it.each([
    [{ type: 'pause' }, { isPaused: true }, {}],
    [{ type: 'resume' }, { isPaused: false }, { isPaused: true }],
    [{ type: 'ban', reason: 'shared' }, { isBanned: true, banReason: 'shared' }, {}],
    [{ type: 'unban' }, { isBanned: false, banReason: null }, { isBanned: true, banReason: 'x' }],
    [{ type: 'deactivate' }, { isActive: false }, {}],
    [{ type: 'activate' }, { isActive: true }, { isActive: false }],
    [
      { type: 'set_expiry', expiresAt: '2031-01-01T00:00:00.000Z' },
      { expiresAt: new Date('2031-01-01T00:00:00.000Z') },
      {},
    ],
    [{ type: 'set_expiry', expiresAt: null }, { expiresAt: null }, { expiresAt: new Date('2031-01-01T00:00:00.000Z') }],
    [
      { type: 'reset_hwid' },
      { hwid: null, isHwidLocked: true, hwidBoundAt: null },
      { hwid: 'PC-1', hwidBoundAt: new Date(1) },
    ],
  ])('%j is done, is undone, and undone but once', async (action, after, before) => {
    const [id = 0] = await addUsers(1)
    await test.stores.transaction((tx) => tx.appUsers.update(test.applicationId, id, before))
    const was = await user(id)
    const { end } = await run({ selection: { ids: [id] }, action })
    expect(end).toMatchObject({ changed: 1 })
    expect(await user(id)).toMatchObject(after)
    expect((await undo(end.operationId)).body).toEqual({ restored: 1, skipped: 0 })
    expect(await user(id)).toEqual(was)
    expect(await undo(end.operationId)).toMatchObject({ status: 409, body: { code: 'operation_undone' } })
  })

  it('add days to what runs, from now to what has expired, and none to what never ends', async () => {
    const now = test.clock.nowMs()
    const expiring = async (ms: number | null) => {
      const [id = 0] = await addUsers(1, { expiresAt: ms === null ? null : new Date(ms) })
      return id
    }
    const ids = [
      await expiring(now + dayMs),
      await expiring(now - 10 * dayMs),
      await expiring(null),
      await expiring(Date.parse('9999-12-31T23:59:00.000Z')),
    ]
    const expiries = async () => Promise.all(ids.map(async (id) => (await user(id)).expiresAt?.getTime() ?? null))
    const before = await expiries()
    const { end } = await run({ selection: { ids }, action: { type: 'add_days', days: 7 } })
    expect(end).toMatchObject({ changed: 2, unchanged: 2 })
    expect(await expiries()).toEqual([now + 8 * dayMs, now + 7 * dayMs, null, before[3]])
    await undo(end.operationId)
    expect(await expiries()).toEqual(before)
    const skipping = { selection: { ids }, action: { type: 'add_days', days: 7, expired: 'skip' } }
    const reviving = async (body: object) => (await preview(body)).body.reviving
    expect(await reviving({ ...skipping, action: { type: 'add_days', days: 7 } })).toBe(1)
    expect(await reviving({ ...skipping, action: { type: 'add_days', days: -7 } })).toBe(0)
    expect(await reviving(skipping)).toBe(0)
    expect((await run(skipping)).end).toMatchObject({ changed: 1, unchanged: 3 })
    await run({ selection: { ids: ids.slice(0, 1) }, action: { type: 'add_days', days: -7 } })
    expect(await expiries()).toEqual(before)
  })

  it('delete users, free their seats, end their sessions, and are not undone', async () => {
    const license = await test.stores.transaction(async (tx) => {
      const at = test.clock.now()
      const made = await tx.licenses.insert(test.applicationId, {
        licenseKey: 'BULK-SEATS',
        maxUsers: 5,
        validityDays: 30,
        validityStart: 'creation',
        description: '',
        isActive: true,
        expiresAt: new Date(at.getTime() + dayMs),
        createdAt: at,
      })
      for (let seat = 0; seat < 3; seat += 1) await tx.licenses.claimSeat(test.applicationId, made.id, at)
      return made
    })
    const ids = await addUsers(3, { licenseId: license.id })
    const token = await test.startSession(ids[0] ?? 0)
    const users = async () => (await test.stores.applications.find(test.applicationId))?.userCount ?? 0
    const before = await users()
    const { end } = await run({ selection: { filter: { licenseId: license.id } }, action: { type: 'delete' } })
    expect(end).toMatchObject({ changed: 3, canUndo: false })
    expect(await users()).toBe(before - 3)
    expect((await test.stores.licenses.find(test.applicationId, license.id))?.currentUsers).toBe(0)
    expect(await test.heartbeats(token)).toEqual(['user_not_found'])
    expect(await undo(end.operationId)).toMatchObject({ status: 409 })
  })

  it('end the sessions of who loses the machine, and of nobody else', async () => {
    const [bound = 0, free = 0] = [...(await addUsers(1, { hwid: 'PC-9' })), ...(await addUsers(1))]
    const tokens = [await test.startSession(bound), await test.startSession(free)]
    await run({ selection: { ids: [bound, free] }, action: { type: 'reset_hwid' } })
    expect(await test.heartbeats(...tokens)).toEqual(['ended_by_owner', 'session_alive'])
  })

  it('are refused with both counts when the rows are others than those of the preview', async () => {
    await addUsers(2, { email: 'moving@set.example' })
    const body = { selection: { filter: { q: 'moving@set' } }, action: { type: 'delete' } }
    const { token } = (await preview(body)).body
    await addUsers(1, { email: 'moving@set.example' })
    expect(await apply({ ...body, token })).toMatchObject({
      status: 409,
      body: { code: 'selection_changed', fields: { previewed: '2', found: '3' } },
    })
    expect(await test.stores.appUsers.count(test.applicationId, { q: 'moving@set' })).toBe(3)
  })

  it('tolerate the bustle of a day: one row more of a hundred, where nothing is deleted', async () => {
    await addUsers(100, { email: 'busy@set.example' })
    const body = { selection: { filter: { q: 'busy@set' } }, action: { type: 'pause' } }
    const { token } = (await preview(body)).body
    await addUsers(1, { email: 'busy@set.example' })
    expect((await apply({ ...body, token })).end).toMatchObject({ total: 101, changed: 101 })
  })

  it('are done once per preview: a lost answer that is asked for again adds no second week', async () => {
    const [id = 0] = await addUsers(1, { expiresAt: new Date(test.clock.nowMs() + dayMs) })
    const body = { selection: { ids: [id] }, action: { type: 'add_days', days: 7 } }
    const { token } = (await preview(body)).body
    const answers = await Promise.all([apply({ ...body, token }), apply({ ...body, token })])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await user(id)).expiresAt?.getTime()).toBe(test.clock.nowMs() + 8 * dayMs)
  })

  it('need a preview of the very same question, by the same account, of the last ten minutes', async () => {
    const ids = await addUsers(1)
    const body = { selection: { ids }, action: { type: 'pause' } }
    const { token } = (await preview(body)).body
    const refused = { status: 409, body: { code: 'preview_expired' } }
    expect(await apply({ ...body, action: { type: 'delete' }, token })).toMatchObject(refused)
    expect(await apply({ ...body, selection: { filter: {} }, token })).toMatchObject(refused)
    expect(await apply({ ...body, token: `${token}x` })).toMatchObject(refused)
    test.clock.advance(10 * 60_000 + 1)
    expect(await apply({ ...body, token })).toMatchObject(refused)
    expect((await user(ids[0] ?? 0)).isPaused).toBe(false)
  })

  it('leave out the rows that were unticked, and skip those that match no more', async () => {
    const ids = await addUsers(4, { email: 'except@set.example' })
    const body = {
      selection: { filter: { q: 'except@set', status: 'active' }, except: ids.slice(0, 1) },
      action: { type: 'ban' },
    }
    const { token } = (await preview(body)).body
    const { end } = await apply({ ...body, token })
    expect(end).toMatchObject({ total: 3, changed: 3 })
    expect((await user(ids[0] ?? 0)).isBanned).toBe(false)
  })

  it('never touch another application, by id or by filter', async () => {
    const other = await test.account()
    const foreign = (await other.api<{ id: number }>('POST', '/api/applications', { name: 'Other' })).body.id
    const theirs = await addUsers(20, { email: 'all@over.example' }, foreign)
    const before = await checksum(foreign)
    const { end } = await run({ selection: { ids: theirs }, action: { type: 'delete' } })
    expect(end).toMatchObject({ total: 0, changed: 0 })
    for (const type of ['pause', 'ban', 'deactivate', 'reset_hwid', 'delete']) {
      await run({ selection: { filter: { q: 'all@over' } }, action: { type } })
    }
    expect(await checksum(foreign)).toBe(before)
    const stranger = await other.api('POST', `${test.base}/users/bulk/preview`, {
      selection: { filter: {} },
      action: { type: 'pause' },
    })
    expect(stranger).toMatchObject({ status: 404, body: { code: 'application_not_found' } })
  })

  it('skip who was changed since when they are undone', async () => {
    const ids = await addUsers(2, { hwid: 'PC-1' })
    const { end } = await run({ selection: { ids }, action: { type: 'reset_hwid' } })
    await test.stores.transaction((tx) =>
      tx.appUsers.bindHwid(test.applicationId, ids[0] ?? 0, 'PC-2', test.clock.now()),
    )
    expect((await undo(end.operationId)).body).toEqual({ restored: 1, skipped: 1 })
    expect([(await user(ids[0] ?? 0)).hwid, (await user(ids[1] ?? 0)).hwid]).toEqual(['PC-2', 'PC-1'])
  })

  it('are remembered with their progress', async () => {
    const ids = await addUsers(2)
    const { end } = await run({ selection: { ids }, action: { type: 'pause' } })
    const path = `${test.base}/operations`
    const { body } = await test.maker.api<{ id: string }>('GET', `${path}/${end.operationId}`)
    expect(body).toMatchObject({ entity: 'user', action: 'pause', total: 2, done: 2, changed: 2, canUndo: true })
    const all = await test.maker.api<{ id: string }[]>('GET', path)
    expect(all.body.map(({ id }) => id)).toContain(end.operationId)
    expect(all.body).not.toHaveLength(0)
  })
})
