import { expect, it } from 'vitest'
import { runSql } from '../../../../test/harness/database-faults.ts'
import { describeOnBothDatabases } from '../../../../test/harness/databases.ts'
import { useSuite } from '../../../../test/harness/use-suite.ts'
import { createWorld, type Person, type World } from '../../../../test/harness/world.ts'

interface Device {
  readonly id: 'first' | number
  readonly hwid: string
  readonly name: string | null
  readonly boundAt: string | null
  readonly lastSeenAt: string | null
  readonly lastIp: string | null
}
interface Devices {
  readonly limit: number
  readonly devices: readonly Device[]
}

const codesOf = (answers: readonly { readonly body: { readonly code: string } }[]) => {
  const counts: Record<string, number> = {}
  for (const { body } of answers) counts[body.code] = (counts[body.code] ?? 0) + 1
  return counts
}

describeOnBothDatabases('several devices of a user', (open) => {
  const suite = useSuite(open, { RATE_LIMIT_SCALE: '1000' })
  const world = (settings: object = { deviceLimit: 3 }) => createWorld(suite, suite.maker, settings)
  const read = ({ dashboard, base }: World, { id }: Person) => dashboard<Devices>('GET', `${base}/users/${id}/devices`)
  const hwidsOf = async (of: World, who: Person) => (await read(of, who)).devices.map(({ hwid }) => hwid)
  const release = ({ dashboard, base }: World, { id }: Person, device: Device['id'], query = '') =>
    dashboard('DELETE', `${base}/users/${id}/devices/${device}${query}`)
  /** A user who has logged in from these devices. */
  const bound = async (of: World, ...hwids: readonly string[]): Promise<Person> => {
    const who = await of.user({ isHwidLocked: true })
    for (const hwid of hwids) {
      suite.test.clock.advance(1000)
      expect((await of.login(who, { hwid })).body.code).toBe('login_successful')
    }
    return who
  }

  it('stay one until somebody raises the limit, and are refused as before', async () => {
    const of = await world({})
    const who = await bound(of, 'PC-1')
    expect((await of.login(who, { hwid: 'PC-2' })).body).toMatchObject({ code: 'hwid_mismatch' })
    expect(await read(of, who)).toMatchObject({ limit: 1, devices: [{ id: 'first', hwid: 'PC-1' }] })
  })

  it('are bound up to the limit: of 200 machines that log in at once, five are let in', async () => {
    for (let round = 0; round < 3; round += 1) {
      const of = await world({ deviceLimit: 5 })
      const who = await of.user({ isHwidLocked: true })
      const machines = Array.from({ length: 200 }, (_, n) => `PC-${n}`)
      const answers = await Promise.all(machines.map((hwid) => of.login(who, { hwid })))
      expect(codesOf(answers)).toEqual({ login_successful: 5, device_limit_reached: 195 })
      const let_in = machines.filter((_, n) => answers[n]?.status === 200)
      expect((await hwidsOf(of, who)).toSorted()).toEqual(let_in.toSorted())
      const again = await Promise.all(let_in.map((hwid) => of.login(who, { hwid })))
      expect(codesOf(again)).toEqual({ login_successful: 5 })
    }
  })

  it('are one where the same machine logs in many times at once', async () => {
    const of = await world()
    const who = await bound(of, 'PC-1')
    const answers = await Promise.all(Array.from({ length: 50 }, () => of.login(who, { hwid: 'PC-2' })))
    expect(codesOf(answers)).toEqual({ login_successful: 50 })
    expect(await hwidsOf(of, who)).toEqual(['PC-1', 'PC-2'])
    expect((await of.login(who, { hwid: 'PC-3' })).status).toBe(200)
    expect((await of.login(who, { hwid: 'PC-4' })).status).toBe(403)
  })

  it('are limited by the user, else by the license, else by the application', async () => {
    const of = await world({ deviceLimit: 2 })
    const { id: licenseId } = await of.license({ maxDevices: 3 })
    const own = await of.user({ isHwidLocked: true, licenseId, deviceLimit: 4 })
    const licensed = await of.user({ isHwidLocked: true, licenseId })
    const other = await of.user({ isHwidLocked: true })
    for (const [who, limit] of [
      [own, 4],
      [licensed, 3],
      [other, 2],
    ] as const) {
      expect((await read(of, who)).limit).toBe(limit)
      for (let n = 0; n <= limit; n += 1) {
        const { body } = await of.login(who, { hwid: `PC-${n}` })
        expect(body.code).toBe(n < limit ? 'login_successful' : 'device_limit_reached')
      }
    }
  })

  it('beyond the limit get the text and the event of the hardware lock; a lowered limit keeps what is bound', async () => {
    const of = await world({ deviceLimit: 2, hwidMismatchMessage: 'Another machine (hardware).' })
    const who = await bound(of, 'PC-1', 'PC-2')
    const refused = await of.login(who, { hwid: 'PC-3' })
    expect([refused.status, refused.body.code, refused.body.message]).toEqual([
      ...[403, 'device_limit_reached', 'Another machine (hardware).'],
    ])
    const [logged] = await of.activity()
    expect(logged).toMatchObject({ event: 'hwid_mismatch', code: 'device_limit_reached', success: false })
    await of.settings({ deviceLimit: 1 })
    of.test.clock.advance(1000)
    expect((await of.login(who, { hwid: 'PC-2' })).status).toBe(200)
    expect((await of.login(who, { hwid: 'PC-3' })).body.code).toBe('hwid_mismatch')
  })

  it('are bound by logins alone: verify and session start refuse a machine that is not', async () => {
    const of = await world()
    const who = await bound(of, 'PC-1', 'PC-2')
    expect((await of.verify(who, { hwid: 'PC-3' })).body.code).toBe('hwid_mismatch')
    expect((await of.start(who, { hwid: 'PC-3' })).body.code).toBe('hwid_mismatch')
    expect(await hwidsOf(of, who)).toEqual(['PC-1', 'PC-2'])
    expect((await of.verify(who, { hwid: 'PC-2' })).body.code).toBe('user_verified')
    const session_token = await of.session(who, { hwid: 'PC-2' })
    expect((await of.start(who, { session_token })).body.code).toBe('session_token_taken')
    expect((await of.start(who, { hwid: 'PC-2', session_token })).body.code).toBe('session_started')
    expect((await of.beat(session_token)).body.code).toBe('session_alive')
    expect((await of.verify(who, { hwid: 'PC-2', session_token })).body.code).toBe('user_verified')
    expect((await of.verify(who, { hwid: 'PC-3', session_token })).body.code).toBe('hwid_mismatch')
  })

  it('are not bound while the lock is off, nor by an ID that many machines have', async () => {
    const of = await world({ deviceLimit: 3, hwidLockEnabled: false })
    const who = await of.user({ isHwidLocked: true })
    await of.login(who, { hwid: 'PC-1' })
    expect(await hwidsOf(of, who)).toEqual([])
    const locked = await world()
    const other = await bound(locked, 'PC-1')
    for (const hwid of ['00000000', 'To be filled by O.E.M.', undefined]) {
      expect((await locked.login(other, { hwid })).body.code).toBe('hwid_mismatch')
    }
    expect(await hwidsOf(locked, other)).toEqual(['PC-1'])
  })

  it('that are released lose their sessions, and those that named no machine; others stay', async () => {
    const of = await world()
    const who = await bound(of, 'PC-1', 'PC-2')
    const [first, second, unnamed] = [
      await of.session(who, { hwid: 'PC-1' }),
      await of.session(who, { hwid: 'PC-2' }),
      await of.session(who),
    ]
    const [, device] = (await read(of, who)).devices
    await release(of, who, device?.id ?? 0)
    expect((await of.beat(second)).status).not.toBe(200)
    expect((await of.beat(unnamed)).body.code).toBe('session_ended')
    expect((await of.beat(first)).body.code).toBe('session_alive')
    expect((await of.start(who, { hwid: 'PC-2' })).body.code).toBe('hwid_mismatch')
    const events = (await of.activity()).map(({ event, code, username }) => ({ event, code, username }))
    expect(events).toContainEqual({ event: 'device_released', code: 'device_released', username: who.username })
    expect(await hwidsOf(of, who)).toEqual(['PC-1'])
    expect((await of.login(who, { hwid: 'PC-3' })).status).toBe(200)
  })

  it('are not seen before they were bound, though their user was', async () => {
    const of = await world({ hwidLockEnabled: false })
    const who = await of.user({ isHwidLocked: true })
    expect((await of.login(who)).status).toBe(200)
    of.test.clock.advance(1000)
    await of.dashboard('PUT', `${of.base}/users/${who.id}`, { hwid: 'PC-1' })
    expect((await read(of, who)).devices).toMatchObject([{ hwid: 'PC-1', lastSeenAt: null, lastIp: null }])
  })

  it('move up where the first is released: the one that was bound next, with its name and times', async () => {
    const of = await world()
    const who = await bound(of, 'PC-1')
    await of.login(who, { hwid: 'PC-2', device_name: 'Laptop' })
    of.test.clock.advance(1000)
    await of.login(who, { hwid: 'PC-3' })
    const before = (await read(of, who)).devices
    await release(of, who, 'first', '?hwid=PC-1')
    const after = (await read(of, who)).devices
    expect(after).toEqual([{ ...before[1], id: 'first' }, before[2]])
    expect((await of.login(who, { hwid: 'PC-1' })).status).toBe(200)
    expect((await of.login(who, { hwid: 'PC-4' })).body.code).toBe('device_limit_reached')
  })

  it('are not released by an ID that names another machine by now, nor twice, and the audit log has each release', async () => {
    const of = await world()
    const who = await bound(of, 'PC-1', 'PC-2')
    const path = `${of.base}/users/${who.id}/devices`
    const audited = () => of.dashboard<{ subject: string }[]>('GET', '/api/audit?action=user.release_device')
    const before = await audited()
    await release(of, who, 'first', '?hwid=PC-1')
    const again = await of.maker.api('DELETE', `${path}/first?hwid=PC-1`)
    expect([again.status, again.text]).toEqual([404, expect.stringContaining('device_not_found')])
    expect(await hwidsOf(of, who)).toEqual(['PC-2'])
    await release(of, who, 'first')
    expect((await of.maker.api('DELETE', `${path}/first`)).status).toBe(404)
    const made = expect.objectContaining({ subject: expect.stringContaining(String(who.id)) })
    expect(await audited()).toEqual([made, made, ...before])
    expect((await of.maker.api('PATCH', `${path}/1`, { name: 'x' })).status).toBe(404)
    expect((await of.login(who, { hwid: 'PC-9' })).status).toBe(200)
  })

  it('are named by the login or the registration that binds them, and by the maker', async () => {
    const of = await world()
    await of.register({ username: 'Ada', hwid: 'PC-1', device_name: 'Desktop' })
    const who = { id: Number(of.sent.at(-1)?.answer.body.user_id), username: 'Ada' }
    await of.login(who, { hwid: 'PC-2', device_name: 'Laptop' })
    await of.login(who, { hwid: 'PC-2', device_name: 'Not the maker’s word' })
    const names = async () => (await read(of, who)).devices.map(({ name }) => name)
    expect(await names()).toEqual(['Desktop', 'Laptop'])
    const [, second] = (await read(of, who)).devices
    const path = `${of.base}/users/${who.id}/devices`
    await of.dashboard('PATCH', `${path}/first`, { name: 'At home' })
    await of.dashboard('PATCH', `${path}/${second?.id}`, { name: 'On the road' })
    expect(await names()).toEqual(['At home', 'On the road'])
    await of.dashboard('PATCH', `${path}/${second?.id}`, { name: null })
    expect(await names()).toEqual(['At home', null])
    for (const name of ['', ' ', 'x'.repeat(65), 7, undefined]) {
      expect((await of.maker.api('PATCH', `${path}/first`, { name })).status).toBe(400)
    }
    const tooLong = await of.login(who, { hwid: 'PC-1', device_name: 'x'.repeat(65) })
    expect([tooLong.status, tooLong.body.message]).toEqual([400, expect.stringContaining('device_name')])
  })

  it('say when they were seen last: by a login, or by a heartbeat of a session of theirs', async () => {
    const of = await world()
    const who = await bound(of, 'PC-1', 'PC-2')
    const seen = async () => (await read(of, who)).devices.map(({ lastSeenAt }) => Date.parse(lastSeenAt ?? ''))
    const firstLogin = of.test.clock.nowMs() - 1000
    expect(await seen()).toEqual([firstLogin, firstLogin + 1000])
    of.test.clock.advance(5000)
    const session_token = await of.session(who, { hwid: 'PC-1' })
    const started = of.test.clock.nowMs()
    expect(await seen()).toEqual([started, firstLogin + 1000])
    of.test.clock.advance(1000)
    await of.end(session_token)
    expect(await seen()).toEqual([started, firstLogin + 1000])
    await of.login(who, { hwid: 'PC-2' }, { ip: '203.0.113.9' })
    const devices = (await read(of, who)).devices
    expect(devices.map(({ lastIp }) => lastIp)).toEqual([of.ip, '203.0.113.9'])
    expect(await seen()).toEqual([started, of.test.clock.nowMs()])
  })

  it.each(['one user', 'a bulk action'])(
    'are all released by a reset of %s, and its undo gives the first back',
    async (by) => {
      const of = await world()
      const who = await bound(of, 'PC-1', 'PC-2', 'PC-3')
      const session = await of.session(who, { hwid: 'PC-3' })
      let undoId: string | undefined
      if (by === 'one user') {
        const { body } = await of.maker.api<{ undoId: string }>('POST', `${of.base}/users/${who.id}/reset-hwid`)
        undoId = body.undoId
      } else {
        const body = { selection: { ids: [who.id] }, action: { type: 'reset_hwid' } }
        const preview = await of.dashboard<{ token: string }>('POST', `${of.base}/users/bulk/preview`, body)
        const done = await of.maker.api('POST', `${of.base}/users/bulk`, { ...body, token: preview.token })
        undoId = /"operationId":"([^"]+)"/.exec(done.text)?.[1]
      }
      expect(await read(of, who)).toEqual({ limit: 3, devices: [] })
      expect((await of.beat(session)).body.code).toBe('session_ended')
      await of.dashboard('POST', `${of.base}/operations/${undoId}/undo`)
      expect(await hwidsOf(of, who)).toEqual(['PC-1'])
      expect((await of.verify(who, { hwid: 'PC-2' })).body.code).toBe('hwid_mismatch')
      for (const hwid of ['PC-8', 'PC-9']) expect((await of.login(who, { hwid })).status).toBe(200)
    },
  )

  it('are all released by an older server’s reset or change of the machine, which knows but one', async () => {
    const of = await world()
    for (const wanted of ['NULL', "'PC-7'"]) {
      const who = await bound(of, 'PC-1', 'PC-2')
      await runSql(of.database, `UPDATE app_users SET hwid = ${wanted}, hwid_key = ${wanted} WHERE id = ${who.id}`)
      expect(await hwidsOf(of, who)).toEqual(wanted === 'NULL' ? [] : ['PC-7'])
      expect((await of.verify(who, { hwid: 'PC-2' })).body.code).toBe('hwid_mismatch')
      expect((await of.login(who, { hwid: 'PC-8' })).status).toBe(200)
      const second = wanted === 'NULL' ? 'PC-9' : 'PC-8'
      expect((await of.login(who, { hwid: second })).status).toBe(200)
    }
  })

  it('leave no session of a machine whose release came with its start and its login', async () => {
    const of = await world()
    for (let round = 0; round < 20; round += 1) {
      const who = await bound(of, 'PC-1', 'PC-2')
      const [, device] = (await read(of, who)).devices
      const calls = [of.start(who, { hwid: 'PC-2' }), of.start(who, { hwid: 'PC-2' })]
      await Promise.all([...calls, release(of, who, device?.id ?? 0), ...calls])
      expect(await hwidsOf(of, who)).toEqual(['PC-1'])
      const live = await of.test.stores.clientSessions.list(of.applicationId, who.id, undefined, 10)
      expect(live).toEqual([])
    }
  })

  it('are gone with the user', async () => {
    const of = await world()
    const who = await bound(of, 'PC-1', 'PC-2')
    await of.dashboard('DELETE', `${of.base}/users/${who.id}`)
    const left = of.database.reads.selectFrom('devices').selectAll().where('user_id', '=', who.id)
    expect(await left.execute()).toEqual([])
    expect((await of.login(who, { hwid: 'PC-1' })).body.code).toBe('invalid_credentials')
  })

  it('are gone ninety days after their release', async () => {
    const of = await world()
    const who = await bound(of, 'PC-1', 'PC-2')
    const rows = async () => {
      const all = of.database.reads.selectFrom('devices').select('hwid')
      return (await all.where('application_id', '=', of.applicationId).execute()).map(({ hwid }) => hwid)
    }
    await release(of, who, 'first')
    expect(await rows()).toEqual(['PC-1'])
    const dayMs = 86_400_000
    const purge = () => of.test.app.jobs.purge()
    of.test.clock.advance(89 * dayMs)
    await purge()
    expect(await rows()).toEqual(['PC-1'])
    of.test.clock.advance(2 * dayMs)
    await purge()
    expect(await rows()).toEqual([])
  })
})
