import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { describeOnBothDatabases } from '../../../../test/harness/databases.ts'
import { testLicense, testUser } from '../../../../test/harness/test-stores.ts'
import { useSuite } from '../../../../test/harness/use-suite.ts'
import { createWorld, newToken, type World } from '../../../../test/harness/world.ts'

const before = new Date('2026-05-01T00:00:00.000Z')
const after = new Date('2027-05-01T00:00:00.000Z')
const boundAt = 1_767_225_600_000

/** Literal rows, as databases that were in use before an update contain them, and as every version must write them. */
describeOnBothDatabases('a snapshot as it lies in the database', (open) => {
  const suite = useSuite(open)
  let w: World
  let made = 0
  beforeAll(async () => {
    w = await createWorld(suite, suite.maker)
  })

  const store = async (entity: 'user' | 'license', rowId: number, oldValues: string, newValues: string) => {
    made += 1
    const id = `01890000-0000-7000-8000-0000000000${made + 10}`
    const at = suite.test.clock.now()
    await suite.test.stores.transaction(async (tx) => {
      const operation = { id, entity, action: 'update', actor: 'm', total: 1, canUndo: true, startedAt: at }
      await tx.operations.begin(w.applicationId, operation)
      await tx.operations.progress(id, 1, 1)
      await tx.operations.finish(id, at)
    })
    await suite.database.transaction((tx) =>
      sql`insert into operation_rows (operation_id, row_id, old_values, new_values)
        values (${id}, ${rowId}, ${oldValues}, ${newValues})`.execute(tx),
    )
    return id
  }
  const undo = (id: string | undefined) =>
    w.maker.api<{ restored?: number; skipped?: number }>('POST', `${w.base}/operations/${id}/undo`)
  const user = async (values: object = {}) => {
    made += 1
    const username = `stored${made}`
    const { stores } = suite.test
    const id = await stores.transaction((tx) =>
      tx.appUsers.insert(w.applicationId, { ...testUser, username, ...values }),
    )
    return { id, username, read: () => stores.appUsers.inspect(w.applicationId, id) }
  }
  const license = async (values: object) => {
    const { id } = await w.license()
    const { stores } = suite.test
    await stores.transaction((tx) => tx.licenses.update(w.applicationId, id, values))
    return { id, read: () => stores.licenses.find(w.applicationId, id) }
  }
  const storedOf = async (operationId: string) => {
    const { rows } = await sql<{ old_values: string; new_values: string }>`select old_values, new_values
      from operation_rows where operation_id = ${operationId}`.execute(suite.database.reads)
    return rows.map((row) => [row.old_values, row.new_values])
  }
  const restored = { status: 200, body: { restored: 1, skipped: 0 } }

  it('of a user is undone: the hardware lock, with the guard of the license', async () => {
    const one = await user()
    const id = await store(
      'user',
      one.id,
      `{"hwid":"PC-1","hwid_key":"pc-1","hwid_bound_at":${boundAt}}`,
      '{"hwid":null,"hwid_key":null,"hwid_bound_at":null,"license_id":null}',
    )
    expect(await undo(id)).toMatchObject(restored)
    expect(await one.read()).toMatchObject({ hwid: 'PC-1', hwidBoundAt: new Date(boundAt), isHwidLocked: true })
  })

  it('of a user is not undone when the license is another by now', async () => {
    const one = await user({ expiresAt: after })
    const values = [`{"expires_at":${before.getTime()}}`, `{"expires_at":${after.getTime()},"license_id":5}`] as const
    const id = await store('user', one.id, ...values)
    expect(await undo(id)).toMatchObject({ status: 200, body: { restored: 0, skipped: 1 } })
    expect((await one.read())?.expiresAt).toEqual(after)
  })

  it('of a user without license_id, as older versions wrote it, is undone: flags, a ban and an expiry', async () => {
    const one = await user({ expiresAt: null })
    const id = await store(
      'user',
      one.id,
      `{"is_active":0,"is_paused":1,"is_banned":1,"ban_reason":"shared","is_hwid_locked":0,"expires_at":${before.getTime()}}`,
      '{"is_active":1,"is_paused":0,"is_banned":0,"ban_reason":null,"is_hwid_locked":1,"expires_at":null}',
    )
    expect(await undo(id)).toMatchObject(restored)
    expect(await one.read()).toMatchObject({
      isActive: false,
      isPaused: true,
      isBanned: true,
      banReason: 'shared',
      isHwidLocked: false,
      expiresAt: before,
    })
  })

  it('with a name that this version does not know is undone in what it knows', async () => {
    const one = await user()
    const id = await store(
      'user',
      one.id,
      '{"is_paused":1,"is_of_the_future":1}',
      '{"is_paused":0,"is_of_the_future":0,"license_id":null}',
    )
    expect(await undo(id)).toMatchObject(restored)
    expect(await one.read()).toMatchObject({ isPaused: true })
  })

  it('of a license is undone: its expiry, its state and its description', async () => {
    const one = await license({ expiresAt: after, description: 'Spring', isActive: false })
    const expiry = [`{"expires_at":${before.getTime()}}`, `{"expires_at":${after.getTime()}}`] as const
    expect(await undo(await store('license', one.id, ...expiry))).toMatchObject(restored)
    const rest = [
      '{"description":"","description_key":"","is_active":1}',
      '{"description":"Spring","description_key":"spring","is_active":0}',
    ] as const
    expect(await undo(await store('license', one.id, ...rest))).toMatchObject(restored)
    expect(await one.read()).toMatchObject({ expiresAt: before, description: testLicense.description, isActive: true })
    expect(await suite.test.stores.licenses.count(w.applicationId, { q: 'spring' })).toBe(0)
  })

  it('of a user signs out who gets another device back, and nobody else', async () => {
    const [moved, paused] = [await w.user({ hwid: 'PC-2', isHwidLocked: true }), await w.user()]
    const live = async ({ id }: { readonly id: number }) =>
      (await suite.test.stores.clientSessions.liveOf(w.applicationId, id)).length
    const tokens = [newToken(), newToken()] as const
    expect((await w.start(moved, { session_token: tokens[0], hwid: 'PC-2' })).body.success).toBe(true)
    expect((await w.start(paused, { session_token: tokens[1] })).body.success).toBe(true)
    const lock = ['{"hwid":"PC-1","hwid_key":"pc-1"}', '{"hwid":"PC-2","hwid_key":"pc-2","license_id":null}'] as const
    expect(await undo(await store('user', moved.id, ...lock))).toMatchObject(restored)
    const state = ['{"is_paused":0,"hwid_bound_at":null}', '{"is_paused":0,"license_id":null}'] as const
    expect(await undo(await store('user', paused.id, ...state))).toMatchObject(restored)
    // A heartbeat on the other device is rejected in any case; without an end its session would stay.
    expect([await live(moved), await live(paused)]).toEqual([0, 1])
  })

  it('is written in the same form for a change by hand: a user with a ban, and a license', async () => {
    const one = await user({ hwid: 'PC-1', expiresAt: before })
    const change = (body: object) => w.dashboard<{ undoId: string }>('PUT', `${w.base}/users/${one.id}`, body)
    const { undoId } = await change({ hwid: 'PC-2', expiresAt: after })
    const at = suite.test.clock.nowMs()
    expect(await storedOf(undoId)).toEqual([
      [
        `{"hwid":"PC-1","hwid_key":"pc-1","hwid_bound_at":${testUser.createdAt.getTime()},"expires_at":${before.getTime()}}`,
        `{"hwid":"PC-2","hwid_key":"pc-2","hwid_bound_at":${at},"expires_at":${after.getTime()},"license_id":null}`,
      ],
    ])
    await w.dashboard('POST', `${w.base}/users/${one.id}/ban`, { reason: 'shared' })
    const unbanned = await w.dashboard<{ undoId: string }>('POST', `${w.base}/users/${one.id}/unban`)
    expect(await storedOf(unbanned.undoId)).toEqual([
      ['{"is_banned":1,"ban_reason":"shared"}', '{"is_banned":0,"ban_reason":null,"license_id":null}'],
    ])
    const paused = await w.dashboard<{ undoId?: string }>('POST', `${w.base}/users/${one.id}/pause`)
    expect(paused.undoId).toBeUndefined()
    const two = await license({ expiresAt: before })
    const moved = await w.dashboard<{ undoId: string }>('PATCH', `${w.base}/licenses/${two.id}`, { expiresAt: after })
    expect(await storedOf(moved.undoId)).toEqual([
      [`{"expires_at":${before.getTime()}}`, `{"expires_at":${after.getTime()}}`],
    ])
  })
})
