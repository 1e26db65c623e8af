import { beforeEach, expect, it } from 'vitest'
import { alwaysSignedIn } from '../../../../test/harness/create-test-app.ts'
import { runSql } from '../../../../test/harness/database-faults.ts'
import { describeOnBothDatabases } from '../../../../test/harness/databases.ts'
import { askForFile, makeFile, pinsOf } from '../../../../test/harness/offline-files.ts'
import { offlineRequest } from '../../../../test/harness/offline-request.ts'
import { useSuite } from '../../../../test/harness/use-suite.ts'
import { createWorld, newToken, type Person, password, type World } from '../../../../test/harness/world.ts'
import { componentHash } from '../../lib/hardware-components.ts'

interface Devices {
  readonly devices: readonly {
    readonly id: 'first' | number
    readonly hwid: string
    readonly components: Readonly<Record<string, string>> | null
  }[]
}
type Parts = Readonly<Record<string, number>>

/** `disk: 2` is another disk than `disk: 1`. */
const made = (parts: Parts) =>
  Object.fromEntries(
    Object.entries(parts).map(([name, number]) => [name, (number + 0xabc).toString(16).repeat(11).slice(0, 32)]),
  )
const four = { machine: 1, board: 1, cpu: 1, disk: 1 }
const dayMs = 24 * 60 * 60 * 1000

describeOnBothDatabases('a login with hardware components', (open) => {
  const suite = useSuite(open, { RATE_LIMIT_SCALE: '1000' })
  const world = (settings: object = { hwidTolerance: 1 }) =>
    createWorld(suite, alwaysSignedIn(suite.test, suite.maker), settings)
  const login = (of: World, who: Person, hwid: string, parts: Parts, more: object = {}) =>
    of.login(who, { hwid, hwid_components: made(parts), ...more })
  const codeOf = async (of: World, who: Person, hwid: string, parts: Parts) =>
    (await login(of, who, hwid, parts)).body.code
  const devicesOf = async ({ dashboard, base }: World, { id }: Person) =>
    (await dashboard<Devices>('GET', `${base}/users/${id}/devices`)).devices
  const bound = async (of: World, hwid = 'PC-1', parts: Parts = four, more: object = {}) => {
    const who = await of.user({ isHwidLocked: true, ...more })
    expect(await codeOf(of, who, hwid, parts)).toBe('login_successful')
    return who
  }
  beforeEach(() => suite.test.clock.advance(1000))

  it('is let in after a part has changed, where that is allowed; the device has the new hardware ID then', async () => {
    const of = await world()
    const who = await bound(of)
    const session = await of.session(who, { hwid: 'PC-1' })
    expect(await devicesOf(of, who)).toMatchObject([{ id: 'first', hwid: 'PC-1', components: made(four) }])
    const changed = { ...four, machine: 2 }
    expect(await codeOf(of, who, 'PC-1b', changed)).toBe('login_successful')
    expect(await devicesOf(of, who)).toMatchObject([{ id: 'first', hwid: 'PC-1b', components: made(changed) }])
    const [logged] = await of.activity()
    expect(logged).toMatchObject({ event: 'user_login', success: true })
    expect(logged?.detail?.compared).toEqual([
      { what: 'Hardware ID', stored: 'PC-1', sent: 'PC-1b' },
      { what: 'Equal components', stored: 'machine, board, cpu, disk', sent: 'board, cpu, disk' },
    ])
    // the computer goes on under the new hardware ID alone
    expect((await of.beat(session)).body.code).toBe('hwid_mismatch')
    expect((await of.start(who, { hwid: 'PC-1b', session_token: newToken() })).status).toBe(200)
    expect((await of.verify(who, { hwid: 'PC-1' })).body.code).toBe('hwid_mismatch')
    expect((await of.login(who, { hwid: 'PC-1' })).body.code).toBe('hwid_mismatch')
  })

  it('is refused as before where nothing may differ, and where more differs than may', async () => {
    for (const [hwidTolerance, changed] of [
      [0, four],
      [0, { ...four, disk: 2 }],
      [1, { ...four, disk: 2, cpu: 2 }],
      [2, { ...four, disk: 2, machine: 2 }],
    ] as const) {
      const of = await world({ hwidTolerance })
      const who = await bound(of)
      expect(await codeOf(of, who, 'PC-2', changed)).toBe('hwid_mismatch')
      expect((await of.login(who, { hwid: 'PC-2' })).body.code).toBe('hwid_mismatch')
      expect(await devicesOf(of, who)).toMatchObject([{ hwid: 'PC-1', components: made(four) }])
    }
  })

  it('says in the log what was equal, and when components may change again', async () => {
    const of = await world()
    const who = await bound(of)
    await login(of, who, 'PC-2', { ...four, disk: 2, cpu: 2 })
    const compared = async () => (await of.activity())[0]?.detail?.compared
    expect(await compared()).toEqual([
      { what: 'Hardware ID', stored: 'PC-1', sent: 'PC-2' },
      { what: 'Equal components', stored: 'machine, board, cpu, disk', sent: 'machine, board' },
    ])
    expect(await codeOf(of, who, 'PC-2', { ...four, disk: 2 })).toBe('login_successful')
    expect(await codeOf(of, who, 'PC-3', { ...four, disk: 3 })).toBe('hwid_mismatch')
    expect(await compared()).toContainEqual(expect.objectContaining({ what: 'Components may change' }))
  })

  it('changes a device once in seven days, so that it can not be walked from one computer to another', async () => {
    const of = await world()
    const who = await bound(of)
    const steps = [
      { ...four, disk: 2 },
      { ...four, disk: 2, cpu: 2 },
      { ...four, disk: 2, cpu: 2, board: 2 },
    ]
    expect(await codeOf(of, who, 'PC-2', steps[0] ?? {})).toBe('login_successful')
    expect(await codeOf(of, who, 'PC-3', steps[1] ?? {})).toBe('hwid_mismatch')
    // nor with the hardware ID that is bound
    expect(await codeOf(of, who, 'PC-2', steps[1] ?? {})).toBe('login_successful')
    expect(await devicesOf(of, who)).toMatchObject([{ hwid: 'PC-2', components: made(steps[0] ?? {}) }])
    suite.test.clock.advance(7 * dayMs - 10_000)
    expect(await codeOf(of, who, 'PC-3', steps[1] ?? {})).toBe('hwid_mismatch')
    suite.test.clock.advance(10_000)
    expect(await codeOf(of, who, 'PC-3', steps[1] ?? {})).toBe('login_successful')
    expect(await codeOf(of, who, 'PC-4', steps[2] ?? {})).toBe('hwid_mismatch')
  })

  it('with the bound hardware ID is let in with any, and remembered as far as a match goes', async () => {
    const of = await world()
    const who = await of.user({ isHwidLocked: true })
    expect((await of.login(who, { hwid: 'PC-1' })).status).toBe(200)
    expect(await devicesOf(of, who)).toMatchObject([{ components: null }])
    expect(await codeOf(of, who, 'PC-1', four)).toBe('login_successful')
    expect(await devicesOf(of, who)).toMatchObject([{ components: made(four) }])
    suite.test.clock.advance(7 * dayMs)
    const other = { machine: 9, board: 9, cpu: 9, disk: 9 }
    expect(await codeOf(of, who, 'PC-1', other)).toBe('login_successful')
    expect(await codeOf(of, who, 'PC-9', other)).toBe('hwid_mismatch')
    expect(await codeOf(of, who, 'PC-1', { ...four, disk: 2 })).toBe('login_successful')
    expect(await devicesOf(of, who)).toMatchObject([{ components: made({ ...four, disk: 2 }) }])
    const [logged] = await of.activity()
    expect(logged?.detail?.compared).toMatchObject([{ what: 'Equal components', sent: 'machine, board, cpu' }])
  })

  it('changes one device to one computer: of 200 at once that are alike one is let in', async () => {
    const of = await world()
    for (const settings of [{ deviceLimit: 1 }, { deviceLimit: 2 }]) {
      await of.settings(settings)
      const who = await bound(of)
      if (settings.deviceLimit === 2)
        expect(await codeOf(of, who, 'Other', { machine: 8, board: 8, cpu: 8, disk: 8 })).toBe('login_successful')
      const answers = await Promise.all(
        Array.from({ length: 200 }, (_, n) => login(of, who, `New-${n}`, { ...four, disk: 100 + n })),
      )
      const letIn = answers.flatMap(({ status }, n) => (status === 200 ? [n] : []))
      expect(letIn).toHaveLength(1)
      const [n = 0] = letIn
      expect((await devicesOf(of, who))[0]).toMatchObject({
        hwid: `New-${n}`,
        components: made({ ...four, disk: 100 + n }),
      })
      expect(await devicesOf(of, who)).toHaveLength(settings.deviceLimit)
    }
  })

  it('is of the device that is most alike, and leaves the others bound', async () => {
    const of = await world({ hwidTolerance: 2, deviceLimit: 3 })
    const who = await bound(of, 'A', four)
    const second = { machine: 5, board: 1, cpu: 1, disk: 5 }
    for (const [hwid, parts] of [
      ['B', second],
      ['C', { ...second, machine: 6, disk: 6 }],
    ] as const) {
      suite.test.clock.advance(1000)
      expect(await codeOf(of, who, hwid, parts)).toBe('login_successful')
    }
    const [one, two, three] = [
      await of.session(who, { hwid: 'A' }),
      await of.session(who, { hwid: 'B' }),
      await of.session(who, { hwid: 'C' }),
    ]
    // further devices, then the first
    expect(await codeOf(of, who, 'B2', { ...second, machine: 7 })).toBe('login_successful')
    expect(await codeOf(of, who, 'A2', { ...four, cpu: 2, machine: 2 })).toBe('login_successful')
    expect((await devicesOf(of, who)).map(({ hwid }) => hwid)).toEqual(['A2', 'B2', 'C'])
    const codes = [await of.beat(one), await of.beat(two), await of.beat(three)].map(({ body }) => body.code)
    expect(codes).toEqual(['session_ended', 'session_ended', 'session_alive'])
    expect(await codeOf(of, who, 'D', { machine: 4, board: 4, cpu: 4, disk: 4 })).toBe('device_limit_reached')
  })

  it('is forgotten with its device, whichever statement takes it', async () => {
    const of = await world({ hwidTolerance: 1, deviceLimit: 2 })
    const stored = async ({ id }: Person) => {
      const rows = suite.database.reads.selectFrom('app_users').select(['device_components', 'device_components_at'])
      return Object.values((await rows.where('id', '=', id).executeTakeFirst()) ?? {})
    }
    const reset = await bound(of)
    await of.dashboard('POST', `${of.base}/users/${reset.id}/reset-hwid`)
    expect(await stored(reset)).toEqual([null, null])
    expect(await codeOf(of, reset, 'PC-9', { machine: 9, board: 9, cpu: 9, disk: 9 })).toBe('login_successful')
    expect(await codeOf(of, reset, 'PC-1', four)).toBe('login_successful')
    // an older server changes the hardware ID alone
    const older = await bound(of)
    await runSql(suite.database, `UPDATE app_users SET hwid = 'PC-0', hwid_key = 'pc-0' WHERE id = ${older.id}`)
    expect(await stored(older)).toEqual([null, null])
    // a released device, and the one that moves up
    const moved = await bound(of, 'A')
    await login(of, moved, 'B', { machine: 5, board: 5, cpu: 5, disk: 5 })
    await of.dashboard('DELETE', `${of.base}/users/${moved.id}/devices/first`)
    expect(await devicesOf(of, moved)).toMatchObject([{ hwid: 'B', components: { disk: made({ disk: 5 }).disk } }])
    const further = suite.database.reads.selectFrom('devices').select('components').where('user_id', '=', moved.id)
    expect(await further.execute()).toEqual([{ components: null }])
  })

  it('leaves out what many computers have', async () => {
    const of = await world()
    const salt = `keywright-app-${of.applicationId}`
    const worthless = {
      board: componentHash(salt, 'board', 'to be filled by o.e.m.|to be filled by o.e.m.|to be filled by o.e.m.'),
      disk: componentHash(salt, 'disk', ''),
      machine: '0'.repeat(32),
    }
    const who = await of.user({ isHwidLocked: true })
    expect((await of.login(who, { hwid: 'PC-1', hwid_components: { ...worthless, ...made({ cpu: 1 }) } })).status).toBe(
      200,
    )
    expect((await devicesOf(of, who))[0]?.components).toEqual(made({ cpu: 1 }))
    expect((await of.login(who, { hwid: 'PC-2', hwid_components: { ...worthless, ...made({ cpu: 1 }) } })).status).toBe(
      403,
    )
  })

  it('is refused with the name of the field where one is no hash, and takes names that it does not know', async () => {
    const of = await world()
    const who = await of.user({ isHwidLocked: true })
    for (const sent of ['ABCD'.repeat(8), 'x', 7, ['a'], { a: 1 }]) {
      const refused = await of.login(who, { hwid: 'PC-1', hwid_components: { disk: sent } })
      expect([refused.status, refused.body.message]).toEqual([400, expect.stringContaining('hwid_components.disk')])
    }
    for (const sent of ['a', 7, ['a'], [made({ disk: 1 })]]) {
      const refused = await of.login(who, { hwid: 'PC-1', hwid_components: sent })
      expect([refused.status, refused.body.message]).toEqual([400, expect.stringContaining('hwid_components')])
    }
    for (const sent of [null, '', {}, { disk: null, cpu: '' }, { newer: 'part' }]) {
      expect((await of.login(who, { hwid: 'PC-1', hwid_components: sent })).status).toBe(200)
    }
    expect(await devicesOf(of, who)).toMatchObject([{ hwid: 'PC-1', components: null }])
  })

  it('is blocked by its machine and its disk too, at every call that takes them', async () => {
    const of = await world({ hwidTolerance: 1, licenseLogin: true })
    const { licenseKey } = await of.license({ maxUsers: 9 })
    const who = await bound(of)
    const block = (value: string | undefined) =>
      of.dashboard('POST', '/api/blacklist', { applicationId: of.applicationId, type: 'hwid', value })
    await block(made({ disk: 7 }).disk)
    await block(made({ machine: 8 }).machine)
    await block(made({ cpu: 77 }).cpu)
    for (const blocked of [{ disk: 7 }, { machine: 8 }]) {
      const sent = { hwid: 'PC-1', hwid_components: made({ ...four, ...blocked }) }
      expect((await of.login(who, sent)).body.code).toBe('access_blocked')
      expect((await of.register({ username: 'Blocked', ...sent })).body.code).toBe('access_blocked')
      expect((await of.send('/api/v1/license', { license_key: licenseKey, ...sent })).body.code).toBe('access_blocked')
    }
    expect(await codeOf(of, who, 'PC-1', { ...four, cpu: 77 })).toBe('login_successful')
  })

  it('is bound by registrations and license keys, and recognized by them', async () => {
    const of = await world({ hwidTolerance: 1, licenseLogin: true })
    const registered = await of.register({ username: 'Reg', hwid: 'R', hwid_components: made(four) })
    const who = { id: Number(registered.body.user_id), username: 'Reg' } as Person
    expect(await codeOf(of, who, 'R2', { ...four, disk: 2 })).toBe('login_successful')
    const { licenseKey } = await of.license()
    const signIn = (hwid: string, parts: Parts, more: object = {}) =>
      of.send('/api/v1/license', { license_key: licenseKey, hwid, hwid_components: made(parts), ...more })
    const first = await signIn('L', four, { session: true })
    expect(first.status).toBe(200)
    expect((await signIn('L', four)).status).toBe(200)
    expect((await signIn('L2', { ...four, disk: 2, cpu: 2 })).body.code).toBe('hwid_mismatch')
    const second = await signIn('L2', { ...four, disk: 2 }, { session: true })
    expect(second.status).toBe(200)
    expect((await of.beat(String(second.body.session_token))).status).toBe(200)
    expect((await of.beat(String(first.body.session_token))).body.code).toBe('hwid_mismatch')
    expect((await signIn('L', four)).body.code).toBe('hwid_mismatch')
  })

  it('redeems a key after a part has changed', async () => {
    const of = await world()
    const who = await bound(of, 'PC-1', four, { expiresAt: new Date(suite.test.clock.nowMs() + dayMs) })
    const { licenseKey } = await of.license()
    const redeem = (hwid: string, parts: Parts) =>
      of.send('/api/v1/redeem', {
        ...{ license_key: licenseKey, username: who.username, password },
        ...{ hwid, hwid_components: made(parts) },
      })
    expect((await redeem('PC-2', { ...four, disk: 2, cpu: 2 })).body.code).toBe('hwid_mismatch')
    expect((await redeem('PC-2', { ...four, disk: 2 })).body.code).toBe('license_redeemed')
    expect(await devicesOf(of, who)).toMatchObject([{ hwid: 'PC-2' }])
  })

  it('takes no new hardware ID while an offline file works under the old one; a request for one is recognized too', async () => {
    const of = await world({ hwidTolerance: 1, hwidLockEnabled: true })
    const who = await bound(of)
    const requestOf = async (hwid: string, parts: Parts) =>
      offlineRequest({ pins: await pinsOf(of), hwid, user: who.username, components: made(parts) })
    const ask = async (hwid: string, parts: Parts) =>
      askForFile(of, { request: await requestOf(hwid, parts), userId: who.id, days: 1 })
    expect((await ask('PC-2', { ...four, disk: 2, cpu: 2 })).status).toBe(409)
    expect((await ask('PC-2', { ...four, disk: 2 })).status).toBe(200)
    expect(await devicesOf(of, who)).toMatchObject([{ hwid: 'PC-2', components: made({ ...four, disk: 2 }) }])
    const other = await bound(of)
    await makeFile(of, other, { days: 1 })
    expect(await codeOf(of, other, 'PC-2', { ...four, disk: 2 })).toBe('hwid_mismatch')
    suite.test.clock.advance(dayMs)
    expect(await codeOf(of, other, 'PC-2', { ...four, disk: 2 })).toBe('login_successful')
  })
})
