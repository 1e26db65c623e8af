import { describe, expect, it, vi } from 'vitest'
import { useSeededApp } from '../../../test/harness/use-suite.ts'

interface Shown {
  id: number
  licenseKey: string
  maxUsers: number
  currentUsers: number
  expiresAt: string | null
  description: string
  undoId?: string
}

const dayMs = 86_400_000

describe('licenses', () => {
  const test = useSeededApp()
  let made = 0

  const post = (body: object, path = '') => test.maker.api<Shown>('POST', `${test.base}/licenses${path}`, body)
  const create = async (body: object = {}) => {
    const answer = await post(body)
    expect(answer.status).toBe(200)
    return answer.body
  }
  const patch = (id: number, body: object) => test.maker.api<Shown>('PATCH', `${test.base}/licenses/${id}`, body)
  const find = async (id: number) => test.stores.licenses.find(test.applicationId, id)
  const register = (license_key: string) => {
    made += 1
    return test.client('register', { username: `user${made}`, password: 'long enough', license_key, hwid: 'PC-1' })
  }
  const inDays = (days: number) => new Date(test.clock.nowMs() + days * dayMs).toISOString()

  it('are made with the defaults and a key of the server where none is given', async () => {
    for (const body of [{}, { licenseKey: '' }, { licenseKey: '  ' }]) {
      const license = await create(body)
      expect(license).toEqual({
        id: license.id,
        licenseKey: expect.stringMatching(/^KW(-[0-9A-Z]{5}){4}$/),
        maxUsers: 1,
        features: {},
        presetId: null,
        currentUsers: 0,
        validityDays: 30,
        validityStart: 'creation',
        description: '',
        maxDevices: null,
        maxSessions: null,
        graceDays: null,
        graceUntil: null,
        isActive: true,
        expiresAt: inDays(30),
        createdAt: test.clock.now().toISOString(),
        hold: null,
        holdReason: null,
        heldAt: null,
      })
    }
  })

  it('are made by both calls for a generated key; the one that only proposes stores nothing', async () => {
    const count = (await test.stores.applications.find(test.applicationId))?.licenseCount
    const proposal = await test.maker.api<{ generatedKey: string }>('GET', `${test.base}/licenses/generate`)
    expect(proposal.body).toEqual({
      generatedKey: expect.stringMatching(/^KW(-[0-9A-Z]{5}){4}$/),
      defaultMaxUsers: 1,
      defaultValidityDays: 30,
    })
    expect((await test.stores.applications.find(test.applicationId))?.licenseCount).toBe(count)
    const { licenseKey } = await create({ licenseKey: proposal.body.generatedKey })
    expect(licenseKey).toBe(proposal.body.generatedKey)
    const generated = await post({ maxUsers: 3, validityDays: 7, description: 'Team' }, '/generate')
    expect(generated.body).toMatchObject({ maxUsers: 3, description: 'Team', expiresAt: inDays(7) })
    expect((await post({ licenseKey: 'mine' }, '/generate')).body).toMatchObject({
      fields: { licenseKey: expect.any(String) },
    })
  })

  it('have a key that no other license of the application has, in any case', async () => {
    await create({ licenseKey: 'My-Key' })
    const { status, body } = await post({ licenseKey: ' MY-KEY ' })
    expect(status).toBe(409)
    expect(body).toMatchObject({ code: 'license_key_taken', fields: { licenseKey: expect.any(String) } })
  })

  it('need at least one user and one day', async () => {
    for (const validityDays of [0, -1, 1.5]) {
      expect((await post({ validityDays })).body).toMatchObject({ message: 'Validity days must be at least 1' })
    }
    for (const maxUsers of [0, -1, 1.5, '1', null]) {
      expect((await post({ maxUsers })).body).toMatchObject({ fields: { maxUsers: expect.any(String) } })
    }
    expect((await post({ licenseKey: 'a\u202eb' })).status).toBe(400)
  })

  it('wait for their first user when the validity starts with the first use', async () => {
    const license = await create({ validityStart: 'first_use', validityDays: 10 })
    expect(license.expiresAt).toBeNull()
    test.clock.advance(3_600_000)
    expect((await register(license.licenseKey.toLowerCase())).body.success).toBe(true)
    expect((await find(license.id))?.expiresAt?.toISOString()).toBe(inDays(10))
  })

  it('change by what is named; an empty change returns them as they are', async () => {
    const license = await create({ description: 'Old' })
    expect((await patch(license.id, {})).body).toEqual(license)
    const change = { maxUsers: 4, description: 'New', isActive: false, expiresAt: inDays(90) }
    expect((await patch(license.id, change)).body).toEqual({ ...license, ...change, undoId: expect.any(String) })
    for (const field of ['licenseKey', 'currentUsers', 'validityDays']) {
      expect((await patch(license.id, { [field]: 1 })).body).toMatchObject({ fields: { [field]: expect.any(String) } })
    }
  })

  it('get the expiry back that a change replaced, unless it was changed again; a first use stays ahead', async () => {
    const license = await create({ validityStart: 'first_use' })
    const extended = async (days: number) => (await patch(license.id, { expiresAt: inDays(days) })).body
    const undo = (id: string | undefined) => test.maker.api('POST', `${test.base}/operations/${id}/undo`)
    const [first, second] = [await extended(30), await extended(60)]
    expect((await extended(60)).undoId).toBeUndefined()
    expect((await patch(license.id, { description: 'no expiry' })).body.undoId).toBeUndefined()
    expect((await undo(first.undoId)).body).toEqual({ restored: 0, skipped: 1 })
    expect((await undo(second.undoId)).body).toEqual({ restored: 1, skipped: 0 })
    expect((await find(license.id))?.expiresAt?.toISOString()).toBe(inDays(30))
    const fresh = await create({ validityStart: 'first_use' })
    const { undoId } = (await patch(fresh.id, { expiresAt: inDays(30) })).body
    expect((await undo(undoId)).body).toEqual({ restored: 1, skipped: 0 })
    expect((await find(fresh.id))?.expiresAt).toBeNull()
  })

  it('keep an end once they have one: none may be taken away, and nothing else of that change is made', async () => {
    const { id, expiresAt } = await create()
    const { status, body } = await patch(id, { expiresAt: null, maxUsers: 7 })
    expect({ status, body }).toMatchObject({ status: 400, body: { fields: { expiresAt: expect.any(String) } } })
    expect(await find(id)).toMatchObject({ maxUsers: 1, expiresAt: new Date(expiresAt ?? '') })
    const unused = await create({ validityStart: 'first_use' })
    expect((await patch(unused.id, { expiresAt: null })).body).toMatchObject({ expiresAt: null })
  })

  it('never have fewer seats than users', async () => {
    const license = await create({ maxUsers: 2 })
    for (let n = 0; n < 2; n += 1) expect((await register(license.licenseKey)).body.success).toBe(true)
    expect((await register(license.licenseKey)).body.code).toBe('license_full')
    expect((await patch(license.id, { maxUsers: 1 })).body).toMatchObject({ code: 'license_below_users' })
    expect((await patch(license.id, { maxUsers: 3 })).body).toMatchObject({ maxUsers: 3, currentUsers: 2 })
  })

  it('extend their users, and keep them out while inactive', async () => {
    const license = await create({ validityDays: 1 })
    const { user_id: id, username } = (await register(license.licenseKey)).body as { user_id: number; username: string }
    const expiry = async () => (await test.maker.api(`GET`, `${test.base}/users/${id}`)).body
    expect(await expiry()).toMatchObject({ expiresAt: null, effectiveExpiresAt: license.expiresAt })
    await patch(license.id, { expiresAt: inDays(60) })
    expect(await expiry()).toMatchObject({ expiresAt: null, effectiveExpiresAt: inDays(60) })
    await patch(license.id, { isActive: false })
    const login = await test.client('login', { username, password: 'long enough', hwid: 'PC-1' })
    expect(login.body.code).toBe('license_inactive')
  })

  it('take their users’ access and sessions along when deleted', async () => {
    const license = await create({ maxUsers: 2 })
    const ids = [await register(license.licenseKey), await register(license.licenseKey)].map(({ body }) =>
      Number(body.user_id),
    )
    const tokens = await Promise.all(ids.map(test.startSession))
    const path = `${test.base}/licenses/${license.id}`
    expect((await test.maker.api('DELETE', path)).body).toEqual({ message: 'License deleted' })
    expect(await test.heartbeats(...tokens)).toEqual(['account_expired', 'account_expired'])
    for (const id of ids) {
      expect(await test.stores.clientSessions.liveOf(test.applicationId, id)).toEqual([])
      const user = await test.maker.api<object>('GET', `${test.base}/users/${id}`)
      expect(user.body).toMatchObject({ licenseId: null, effectiveExpiresAt: test.clock.now().toISOString() })
      expect((await test.client('verify', { user_id: id })).body.code).toBe('account_expired')
    }
    const ends = await test.stores.activity.list([test.applicationId], { event: ['session_end'] }, undefined, 10)
    expect(ends.map((row) => [row.userId, row.code]).sort()).toEqual(ids.map((id) => [id, 'ended_by_owner']).sort())
    expect((await test.maker.api('DELETE', path)).body).toMatchObject({ code: 'license_not_found' })
  })

  it('are listed and summed up as both screens show them', async () => {
    const maker = await test.account()
    const { id } = (await maker.api<{ id: number }>('POST', '/api/applications', { name: 'Other' })).body
    const path = `/api/applications/${id}/licenses`
    const one = (await maker.api<Shown>('POST', path, { description: 'Team 50%', maxUsers: 2 })).body
    test.clock.advance(1)
    const two = (await maker.api<Shown>('POST', path, { isActive: false })).body
    test.clock.advance(1)
    const three = (await maker.api<Shown>('POST', path, {})).body
    await maker.api('PATCH', `${path}/${three.id}`, { expiresAt: test.clock.now().toISOString() })
    const ids = async (query: string) => {
      const { body, headers } = await maker.api<Shown[]>('GET', path + query)
      expect(headers['x-total-count']).toBe(String(body.length))
      return body.map((license) => license.id)
    }
    expect(await ids('')).toEqual([three.id, two.id, one.id])
    expect(await ids('?status=active')).toEqual([one.id])
    expect(await ids('?status=inactive')).toEqual([two.id])
    expect(await ids('?status=expired')).toEqual([three.id])
    expect(await ids('?q=50%25')).toEqual([one.id])
    expect(await ids(`?q=${two.licenseKey.toLowerCase()}`)).toEqual([two.id])
    const first = await maker.api<Shown[]>('GET', `${path}?limit=2&sort=id:asc`)
    expect(first.headers['x-total-count']).toBe('3')
    const next = /<(.+)>/.exec(String(first.headers.link))?.[1] ?? ''
    expect((await maker.api<Shown[]>('GET', next)).body.map((license) => license.id)).toEqual([three.id])
    const summary = await maker.api('GET', `${path}/summary`)
    expect(summary.body).toEqual({ totalKeys: 3, activeKeys: 1, totalUsers: 0, expiredKeys: 1 })
  })

  it('show who may only look the beginning of a key, never the whole of a short one', async () => {
    const viewer = await test.account('staff')
    const [own, short] = [await create(), await create({ licenseKey: 'short-key' })]
    const { body, text } = await viewer.api<Shown[]>('GET', `${test.base}/licenses`)
    const keyOf = (id: number) => body.find((license) => license.id === id)?.licenseKey
    expect(keyOf(own.id)).toMatch(new RegExp(`^${own.licenseKey.slice(0, 13)}•+$`))
    expect(keyOf(short.id)).toMatch(/^shor•+$/)
    expect(text).not.toMatch(new RegExp(`${own.licenseKey}|short-key`))
    const admin = await test.account('admin')
    expect((await test.maker.api('GET', `${test.base}/licenses`)).text).toContain(own.licenseKey)
    expect(admin.id).not.toBe(viewer.id)
  })

  describe('made many at once', () => {
    const batch = (body: object) => test.maker.api<Shown[]>('POST', `${test.base}/licenses/batch`, body)

    it('are as many as were asked for, each different, of the mask, with the same settings', async () => {
      const before = (await test.stores.applications.find(test.applicationId))?.licenseCount ?? 0
      const mask = 'Shop_1-****-****-****'
      const { status, body } = await batch({ count: 1000, mask, maxUsers: 2, validityDays: 7, description: 'Spring' })
      expect(status).toBe(200)
      expect(new Set(body.map(({ licenseKey }) => licenseKey)).size).toBe(1000)
      for (const { licenseKey } of body) expect(licenseKey).toMatch(/^Shop_1(-[0-9A-HJKMNP-TV-Z]{4}){3}$/)
      expect(body[0]).toMatchObject({ maxUsers: 2, description: 'Spring', expiresAt: inDays(7) })
      expect((await test.stores.applications.find(test.applicationId))?.licenseCount).toBe(before + 1000)
      expect((await register(body[999]?.licenseKey ?? '')).status).toBe(200)
    })

    it('200 times at once are all made, each key once, and heartbeats are answered between their parts', async () => {
      const { body: user } = await register((await create()).licenseKey)
      const token = await test.startSession(Number(user.user_id))
      const before = (await test.stores.applications.find(test.applicationId))?.licenseCount ?? 0
      let isOver = false
      const batches = Promise.all(Array.from({ length: 200 }, () => batch({ count: 100 }))).finally(() => {
        isOver = true
      })
      let beats = 0
      for (; !isOver; beats += 1) expect(await test.heartbeats(token)).toEqual(['session_alive'])
      const made = await batches
      expect(made.every(({ status }) => status === 200)).toBe(true)
      expect(new Set(made.flatMap(({ body }) => body.map(({ licenseKey }) => licenseKey))).size).toBe(20_000)
      expect((await test.stores.applications.find(test.applicationId))?.licenseCount).toBe(before + 20_000)
      expect(beats).toBeGreaterThanOrEqual(200)
    })

    it('are encoded in another turn of the event loop than they are committed in', async () => {
      const order: string[] = []
      const { transaction } = test.database
      const commits = vi.spyOn(test.database, 'transaction').mockImplementation(async (job) => {
        const made = await transaction(job)
        order.push('committed')
        setImmediate(() => order.push('others'))
        return made
      })
      const { toISOString } = Date.prototype
      const encoded = vi.spyOn(Date.prototype, 'toISOString').mockImplementation(function (this: Date) {
        if (order.length > 0) order.push('encoded')
        return toISOString.call(this)
      })
      await batch({ count: 100 })
      for (const spy of [commits, encoded]) spy.mockRestore()
      expect(order.slice(0, 3)).toEqual(['committed', 'others', 'encoded'])
    })

    it('have keys of the usual form without a mask, and wait for the first use where asked', async () => {
      const { body } = await batch({ count: 2, validityStart: 'first_use', isActive: false })
      expect(body).toMatchObject([{ expiresAt: null, isActive: false }, { isActive: false }])
      for (const { licenseKey } of body) expect(licenseKey).toMatch(/^KW(-[0-9A-Z]{5}){4}$/)
    })

    it('need a mask that nobody guesses, and a count from 1 to 1,000', async () => {
      for (const wrong of [{ mask: 'KW-****-****-***' }, { mask: 'a b ************' }, { count: 0 }, { count: 1001 }]) {
        expect((await batch({ count: 1, ...wrong })).status).toBe(400)
      }
    })

    it('are shown by example before, which stores nothing', async () => {
      const before = (await test.stores.applications.find(test.applicationId))?.licenseCount
      const shown = await test.maker.api<{ sample: string[] }>(
        'GET',
        `${test.base}/licenses/mask?mask=KW-****-****-****`,
      )
      expect(shown.body.sample).toHaveLength(3)
      for (const key of shown.body.sample) expect(key).toMatch(/^KW(-.{4}){3}$/)
      expect((await test.stores.applications.find(test.applicationId))?.licenseCount).toBe(before)
    })

    it('are for nobody who may only look', async () => {
      const viewer = await test.account('staff')
      const { status, body } = await viewer.api('POST', `${test.base}/licenses/batch`, { count: 1 })
      expect([status, body]).toMatchObject([403, { code: 'permission_missing' }])
    })
  })

  it('are found by when they end and whether somebody uses them, and who uses one', async () => {
    const { id } = (await test.maker.api<{ id: number }>('POST', '/api/applications', { name: 'Filters' })).body
    const path = `/api/applications/${id}/licenses`
    const make = async (body: object) => (await test.maker.api<Shown>('POST', path, body)).body
    const soon = await make({ validityDays: 7 })
    const late = await make({ validityDays: 8 })
    const waiting = await make({ validityStart: 'first_use' })
    await test.stores.transaction((tx) => tx.licenses.claimSeat(id, late.id, test.clock.now()))
    const ids = async (query: string) =>
      (await test.maker.api<Shown[]>('GET', `${path}?sort=id:asc&${query}`)).body.map((license) => license.id)
    expect(await ids('expiresWithinDays=7')).toEqual([soon.id])
    expect(await ids('isUsed=false')).toEqual([soon.id, waiting.id])
    expect(await ids('isUsed=true')).toEqual([late.id])
    expect(await ids('isUsed=false&expiresWithinDays=9999')).toEqual([soon.id])
    const user = await test.client('register', {
      username: 'who',
      password: 'long enough',
      license_key: (await create()).licenseKey,
    })
    const [own] = (await test.maker.api<{ licenseId: number }[]>('GET', `${test.base}/users?q=who`)).body
    const users = await test.maker.api<{ id: number }[]>('GET', `${test.base}/users?licenseId=${own?.licenseId}`)
    expect(users.body.map((each) => each.id)).toEqual([user.body.user_id])
  })
})
