import { expect, it, vi } from 'vitest'
import { failUpdates } from '../../../../test/harness/database-faults.ts'
import { describeOnBothDatabases } from '../../../../test/harness/databases.ts'
import { ndjsonLines } from '../../../../test/harness/import-file.ts'
import { testUser } from '../../../../test/harness/test-stores.ts'
import { useSuite } from '../../../../test/harness/use-suite.ts'
import { createWorld, type World } from '../../../../test/harness/world.ts'
import type { BulkLine } from '../../../shared/contract/bulk.ts'

// a thousand users take a while on a busy machine
vi.setConfig({ testTimeout: 120_000 })

type End = Extract<BulkLine, { type: 'end' }>

const dayMs = 86_400_000
const farExpiry = '2040-01-01T00:00:00.000Z'

describeOnBothDatabases('an undo', (open) => {
  const suite = useSuite(open, { RATE_LIMIT_SCALE: '1000' })
  let w: World

  const world = async () => {
    w = await createWorld(suite, suite.maker)
    return w
  }
  const addUsers = (count: number) =>
    suite.test.stores.transaction(async (tx) => {
      const ids: number[] = []
      for (let n = 0; n < count; n += 1) {
        ids.push(await tx.appUsers.insert(w.applicationId, { ...testUser, username: `user${n}` }))
      }
      return ids.sort((a, b) => a - b)
    })
  const preview = async (kind: 'users' | 'licenses', asked: object) =>
    (await w.dashboard<{ token: string }>('POST', `${w.base}/${kind}/bulk/preview`, asked)).token
  const run = async (kind: 'users' | 'licenses', asked: object) => {
    const token = await preview(kind, asked)
    const { text } = await w.maker.api('POST', `${w.base}/${kind}/bulk`, { ...asked, token })
    return ndjsonLines<BulkLine>(text).at(-1) as End
  }
  const undo = (id: string | undefined) =>
    w.maker.api<{ restored?: number; skipped?: number; code?: string }>('POST', `${w.base}/operations/${id}/undo`)
  const count = async (status: 'paused' | 'banned') => suite.test.stores.appUsers.count(w.applicationId, { status })
  const everybody = (type: string) => ({ selection: { filter: {} }, action: { type } })

  it('that fails between two batches is not taken for done: asked for again, it undoes the rest', async () => {
    await world()
    const ids = await addUsers(600)
    const { operationId } = await run('users', everybody('pause'))
    const repaired = await failUpdates(suite.database, 'app_users', ids[300] ?? 0)
    expect((await undo(operationId)).status).toBeGreaterThanOrEqual(500)
    const left = await count('paused')
    expect(left).toBeGreaterThanOrEqual(300)
    expect(left).toBeLessThan(600)
    // a change made meanwhile is kept
    await w.dashboard('POST', `${w.base}/users/${ids[0]}/pause`)
    await repaired()
    expect(await undo(operationId)).toMatchObject({ status: 200, body: { restored: 600, skipped: 0 } })
    expect(await count('paused')).toBe(1)
    expect(await undo(operationId)).toMatchObject({ status: 409, body: { code: 'operation_undone' } })
  })

  it('is refused while the change is under way, and takes all of it back afterwards', async () => {
    await world()
    await addUsers(1_001)
    const asked = everybody('ban')
    const token = await preview('users', asked)
    const running = w.maker.api('POST', `${w.base}/users/bulk`, { ...asked, token })
    const refusals = new Set<unknown>()
    let undone = await undo(token.split('.')[0])
    for (; undone.status !== 200; undone = await undo(token.split('.')[0])) refusals.add(undone.body.code)
    expect(ndjsonLines<BulkLine>((await running).text).at(-1)).toMatchObject({ changed: 1_001, failed: 0 })
    expect([...refusals].filter((code) => code !== 'operation_not_found')).toEqual(['operation_running'])
    expect(undone.body).toEqual({ restored: 1_001, skipped: 0 })
    expect(await count('banned')).toBe(0)
  })

  it('of a change whose server died waits until nobody can be at work on it any more', async () => {
    await world()
    const [id = 0] = await addUsers(1)
    const { stores, clock } = suite.test
    const operationId = '01890000-0000-7000-8000-00000000000a'
    const startedAt = clock.now()
    const mine = new Date(startedAt.getTime() + 30_000)
    const begun = { id: operationId, entity: 'user', action: 'pause', actor: 'm', total: 9, canUndo: true } as const
    await stores.transaction(async (tx) => {
      await tx.operations.begin(w.applicationId, { ...begun, startedAt, busyUntil: mine })
      await tx.appUsers.update(w.applicationId, id, { isPaused: true })
      await tx.operations.saveUndoRows(operationId, [
        { rowId: id, oldValues: { is_paused: 0 }, newValues: { is_paused: 1 } },
      ])
      await tx.operations.progress(operationId, 1, 1)
    })
    expect(await undo(operationId)).toMatchObject({ status: 409, body: { code: 'operation_running' } })
    expect(await count('paused')).toBe(1)
    clock.advance(30_001)
    expect((await undo(operationId)).body).toEqual({ restored: 1, skipped: 0 })
    expect(await count('paused')).toBe(0)
    // if it was only hanging, it can change nothing more
    expect(await stores.transaction((tx) => tx.operations.renewLease(operationId, mine, clock.now()))).toBe(false)
  })

  it('of many at once is done once', async () => {
    await world()
    await addUsers(300)
    const { operationId } = await run('users', everybody('pause'))
    const answers = await Promise.all(Array.from({ length: 200 }, () => undo(operationId)))
    expect(answers.filter(({ status }) => status === 200).map(({ body }) => body)).toEqual([
      { restored: 300, skipped: 0 },
    ])
    const refused = answers.flatMap(({ body }) => body.code ?? [])
    for (const code of refused) expect(['operation_running', 'operation_undone']).toContain(code)
    expect(refused).toHaveLength(199)
    expect(await count('paused')).toBe(0)
  })

  it.each([
    [
      'by many',
      async (id: number) => {
        const action = { type: 'set_expiry', expiresAt: farExpiry }
        return (await run('licenses', { selection: { ids: [id] }, action })).operationId
      },
    ],
    [
      'by hand',
      async (id: number) => {
        const body = { expiresAt: farExpiry }
        return (await w.dashboard<{ undoId?: string }>('PATCH', `${w.base}/licenses/${id}`, body)).undoId
      },
    ],
  ])('of an expiry set %s leaves no license in use without one', async (_name, setExpiry) => {
    await world()
    const expiryOf = async (id: number) =>
      (await suite.test.stores.licenses.find(w.applicationId, id))?.expiresAt?.toISOString()
    const [used, unused] = [
      await w.license({ validityStart: 'first_use' }),
      await w.license({ validityStart: 'first_use' }),
    ]
    const [ofUsed, ofUnused] = [await setExpiry(used.id), await setExpiry(unused.id)]
    expect((await w.register({ license_key: used.licenseKey })).body.success).toBe(true)
    expect((await undo(ofUsed)).body).toEqual({ restored: 0, skipped: 1 })
    expect(await expiryOf(used.id)).toBe(farExpiry)
    expect((await undo(ofUnused)).body).toEqual({ restored: 1, skipped: 0 })
    expect(await expiryOf(unused.id)).toBeUndefined()
  })

  it.each([
    [
      'by many',
      async (id: number, expiresAt: string) =>
        (await run('users', { selection: { ids: [id] }, action: { type: 'set_expiry', expiresAt } })).operationId,
    ],
    [
      'by hand',
      async (id: number, expiresAt: string) =>
        (await w.dashboard<{ undoId?: string }>('PUT', `${w.base}/users/${id}`, { expiresAt })).undoId,
    ],
  ])('of an expiry set %s gives no endless access to who has lost the license since', async (_name, setExpiry) => {
    await world()
    const { id: licenseId, licenseKey } = await w.license()
    const { body } = await w.register({ username: 'sold', license_key: licenseKey })
    const userId = Number(body.user_id)
    const past = new Date(suite.test.clock.nowMs() - dayMs).toISOString()
    const operationId = await setExpiry(userId, past)
    await w.dashboard('DELETE', `${w.base}/licenses/${licenseId}`)
    expect((await undo(operationId)).body).toEqual({ restored: 0, skipped: 1 })
    expect((await suite.test.stores.appUsers.find(w.applicationId, userId))?.expiresAt?.toISOString()).toBe(past)
    expect((await w.login({ username: 'sold' })).body.code).toBe('account_expired')
  })
})
