import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import { describeOnBothDatabases } from '../../../test/harness/databases.ts'
import { importFile, ndjsonLines } from '../../../test/harness/import-file.ts'
import { useSuite } from '../../../test/harness/use-suite.ts'
import { createWorld, type World } from '../../../test/harness/world.ts'
import type { BulkLine } from '../../shared/contract/bulk.ts'

const dayMs = 86_400_000

interface Shown {
  readonly hold: string | null
  readonly holdReason: string | null
  readonly heldAt: string | null
  readonly isActive: boolean
  readonly expiresAt: string | null
  readonly undoId?: string
}
const free = { hold: null, holdReason: null, heldAt: null }

describeOnBothDatabases('a license that is held', (open) => {
  const suite = useSuite(open, { RATE_LIMIT_SCALE: '10000' })
  let w: World
  beforeEach(async () => {
    w = await createWorld(suite, await suite.test.account(), { hwidLockEnabled: false })
  })

  const act = (id: number, action: string, body?: object) =>
    w.dashboard<Shown>('POST', `${w.base}/licenses/${id}/${action}`, body)
  const read = (id: number) => w.dashboard<Shown>('GET', `${w.base}/licenses/${id}`)
  const undo = (operationId: string | undefined) =>
    w.dashboard<{ restored: number; skipped: number }>('POST', `${w.base}/operations/${operationId}/undo`)
  const stored = (id: number) =>
    w.database.reads.selectFrom('licenses').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  /** What an older server writes: it knows no holds. */
  const asOlderServer = (id: number, isActive: number) =>
    w.database.transaction((tx) => sql`update licenses set is_active = ${isActive} where id = ${id}`.execute(tx))
  const bulk = async (ids: readonly number[], type: 'activate' | 'deactivate') => {
    const body = { selection: { ids }, action: { type } }
    const { token } = await w.dashboard<{ token: string }>('POST', `${w.base}/licenses/bulk/preview`, body)
    const { text } = await w.maker.api('POST', `${w.base}/licenses/bulk`, { ...body, token })
    return ndjsonLines<BulkLine>(text).at(-1) as Extract<BulkLine, { type: 'end' }>
  }
  const list = async (query: string) => {
    const answer = await w.maker.api<{ id: number }[]>('GET', `${w.base}/licenses?limit=50&${query}`)
    return { ids: answer.body.map(({ id }) => id), total: Number(answer.headers['x-total-count']) }
  }
  const seatsOf = async (id: number) => (await stored(id)).current_users

  it('says why and since when, keeps its switch, and takes nobody until it is lifted', async () => {
    const { id, licenseKey } = await w.license({ maxUsers: 3 })
    const since = w.clock.now().toISOString()
    const paused = await act(id, 'pause', { reason: 'asked by the buyer' })
    expect(paused).toMatchObject({ hold: 'paused', holdReason: 'asked by the buyer', heldAt: since, isActive: true })
    w.clock.advance(1000)
    expect(await act(id, 'pause')).toMatchObject({ hold: 'paused', holdReason: null, heldAt: since })
    expect((await w.register({ license_key: licenseKey })).body.code).toBe('license_paused')
    const banned = await act(id, 'ban', { reason: 'charged back' })
    expect(banned).toMatchObject({ hold: 'banned', heldAt: w.clock.now().toISOString(), isActive: true })
    expect((await w.register({ license_key: licenseKey })).body.code).toBe('license_banned')
    expect(await seatsOf(id)).toBe(0)
    expect(await act(id, 'unpause')).toMatchObject({ hold: 'banned' })
    expect(await act(id, 'unban')).toMatchObject({ ...free, isActive: true })
    expect((await w.register({ license_key: licenseKey })).body.success).toBe(true)
  })

  it('is not paused while it is banned, and one that is not held is not changed by a lift', async () => {
    const { id } = await w.license()
    const before = await stored(id)
    expect(await act(id, 'unpause', { giveBack: true })).toMatchObject(free)
    expect(await act(id, 'unban')).toMatchObject(free)
    expect(await stored(id)).toEqual(before)
    await act(id, 'ban')
    const { status, body } = await w.maker.api('POST', `${w.base}/licenses/${id}/pause`)
    expect([status, body]).toMatchObject([409, { code: 'license_banned' }])
    expect(await read(id)).toMatchObject({ hold: 'banned' })
  })

  it('gets the time of a pause back where that is asked for, and only what the pause took', async () => {
    const end = (days: number) => new Date(w.clock.nowMs() + days * dayMs).toISOString()
    const [given, kept, over, waiting, endless] = await Promise.all([
      w.license(),
      w.license(),
      w.license(),
      w.license({ validityStart: 'first_use' }),
      w.license(),
    ])
    await w.changeLicense(over.id, { expiresAt: w.clock.now().toISOString() })
    await w.changeLicense(endless.id, { expiresAt: '9999-12-31T23:59:00.000Z' })
    const [promised, ended] = [end(30), w.clock.now().toISOString()]
    for (const { id } of [given, kept, over, waiting, endless]) await act(id, 'pause')
    w.clock.advance(3 * 3_600_000)
    const lift = (id: number, body?: object) => act(id, 'unpause', body)
    expect((await lift(given.id, { giveBack: true })).expiresAt).toBe(end(30))
    expect((await lift(kept.id)).expiresAt).toBe(promised)
    expect((await lift(over.id, { giveBack: true })).expiresAt).toBe(ended)
    expect((await lift(waiting.id, { giveBack: true })).expiresAt).toBeNull()
    expect((await lift(endless.id, { giveBack: true })).expiresAt).toBe('9999-12-31T23:59:00.000Z')
  })

  it('comes back as it was by an undo, unless it was changed since', async () => {
    const { id } = await w.license()
    const before = await stored(id)
    const { undoId } = await act(id, 'pause', { reason: 'by mistake' })
    expect(await undo(undoId)).toEqual({ restored: 1, skipped: 0 })
    expect(await stored(id)).toEqual(before)
    const banned = await act(id, 'ban', { reason: 'fraud' })
    const lifted = await act(id, 'unban')
    expect(await undo(lifted.undoId)).toEqual({ restored: 1, skipped: 0 })
    expect(await read(id)).toMatchObject({ hold: 'banned', holdReason: 'fraud', heldAt: banned.heldAt })
    await w.changeLicense(id, { isActive: false })
    expect(await undo(banned.undoId)).toEqual({ restored: 0, skipped: 1 })
    expect(await read(id)).toMatchObject({ hold: 'banned', isActive: false })
    await act(id, 'unban')
    expect(await read(id)).toMatchObject({ ...free, isActive: false })
  })

  it('is not switched on by changes of many, nor by their undo', async () => {
    const [held, other] = [await w.license(), await w.license()]
    const ids = [held.id, other.id]
    const off = await bulk(ids, 'deactivate')
    expect(off.changed).toBe(2)
    await act(held.id, 'pause')
    expect(await bulk(ids, 'activate')).toMatchObject({ changed: 1, unchanged: 1 })
    await bulk(ids, 'deactivate')
    expect(await undo(off.operationId)).toEqual({ restored: 1, skipped: 1 })
    expect(await stored(held.id)).toMatchObject({ is_active: 0, hold: 'paused', active_after_hold: 0 })
    expect(await read(other.id)).toMatchObject({ isActive: true })
  })

  it('is inactive for an older server, whose changes lift no hold', async () => {
    const { id, licenseKey } = await w.license({ maxUsers: 2 })
    const user = await w.user({ licenseId: id })
    const token = await w.session(user)
    await act(id, 'ban')
    expect(await stored(id)).toMatchObject({ is_active: 0 })
    await asOlderServer(id, 1)
    expect((await w.beat(token)).body.code).toBe('license_banned')
    expect((await w.login(user)).body.code).toBe('license_banned')
    const { stores } = suite.test
    const taken = await stores.transaction((tx) => tx.licenses.claimSeat(w.applicationId, id, w.clock.now()))
    expect(taken).toBe(false)
    expect((await w.register({ license_key: licenseKey })).body.code).toBe('license_banned')
    expect(await act(id, 'unban')).toMatchObject({ ...free, isActive: true })
    expect((await w.beat(token)).body.code).toBe('session_alive')
  })

  it('is found by its state, counted once, and not among those that are switched off', async () => {
    const [active, off, paused, banned, ended] = await Promise.all([1, 2, 3, 4, 5].map(() => w.license()))
    await w.changeLicense(off?.id ?? 0, { isActive: false })
    await act(paused?.id ?? 0, 'pause')
    for (const license of [banned, ended]) await act(license?.id ?? 0, 'ban')
    await w.changeLicense(ended?.id ?? 0, { expiresAt: w.clock.now().toISOString() })
    const states = { active: [active], inactive: [off], paused: [paused], banned: [ended, banned], expired: [ended] }
    for (const [status, licenses] of Object.entries(states)) {
      const ids = licenses.map((license) => license?.id)
      for (const sort of ['id:asc', 'expiresAt:asc', 'currentUsers:desc']) {
        const found = await list(`status=${status}&sort=${sort}`)
        expect([status, sort, new Set(found.ids), found.total]).toEqual([status, sort, new Set(ids), ids.length])
      }
    }
    const summary = await w.dashboard('GET', `${w.base}/licenses/summary`)
    expect(summary).toMatchObject({ totalKeys: 5, activeKeys: 1, expiredKeys: 1 })
  })

  it('is explained where its users are refused, with the reason, which no program gets', async () => {
    const { id } = await w.license()
    const user = await w.user({ licenseId: id })
    await act(id, 'ban', { reason: 'charged back' })
    await w.changeLicense(id, { isActive: false })
    const inspection = await w.dashboard<{ state: object }>('GET', `${w.base}/users/${user.id}/inspection`)
    expect(inspection.state).toEqual({
      canSignIn: false,
      code: 'license_banned',
      sentence: "Can't log in: the license is banned (charged back).",
    })
    const check = await w.dashboard<{ code: string; checks: { check: string; isPassed: boolean }[] }>(
      'POST',
      `${w.base}/login-check`,
      { username: user.username },
    )
    const refusals = check.checks.filter(({ isPassed }) => !isPassed).map((each) => each.check)
    expect([check.code, refusals]).toEqual(['license_banned', ['license_banned', 'license_inactive']])
    for (const answer of [await w.login(user), await w.verify(user), await w.start(user)]) {
      expect(answer.body.code).toBe('license_banned')
      expect(answer.text).not.toContain('charged back')
    }
    const audit = await w.dashboard<{ changes: object[] }>('GET', `${w.base}/licenses/${id}`)
    expect(audit.changes).toEqual([
      expect.objectContaining({ action: 'license.update' }),
      expect.objectContaining({ action: 'license.ban', details: null }),
      expect.objectContaining({ action: 'license.create' }),
    ])
  })

  it('goes out with an export and comes back by an import, which lifts no hold', async () => {
    const { id } = await w.license({ licenseKey: `HELD-${w.applicationId}` })
    await act(id, 'ban', { reason: 'charged back' })
    const { text } = await w.maker.api('GET', `${w.base}/licenses/export?format=csv`)
    const other = await createWorld(suite, w.maker, { hwidLockEnabled: false })
    const into = (world: World, file: string) =>
      importFile(
        suite.test,
        world.maker,
        world.applicationId,
        { kind: 'licenses', format: 'csv', existing: 'update' },
        file,
      )
    expect((await into(other, text)).end).toMatchObject({ new: 1, wrong: 0 })
    const [copy] = await other.dashboard<(Shown & { id: number })[]>('GET', `${other.base}/licenses`)
    expect(copy).toMatchObject({ hold: 'banned', holdReason: 'charged back', isActive: true })
    expect(await into(other, text)).toMatchObject({ end: { unchanged: 1 } })
    expect((await into(other, `license_key,is_active\nHELD-${w.applicationId},true\n`)).end).toMatchObject({
      unchanged: 1,
    })
    await other.dashboard('POST', `${other.base}/licenses/${copy?.id}/unban`)
    expect((await into(other, text)).end).toMatchObject({ changed: 1 })
    expect((await other.register({ license_key: `HELD-${w.applicationId}` })).body.code).toBe('license_banned')
  })
})
