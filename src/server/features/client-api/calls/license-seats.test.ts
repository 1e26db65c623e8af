import { beforeEach, expect, it } from 'vitest'
import { alwaysSignedIn } from '../../../../../test/harness/create-test-app.ts'
import { describeOnBothDatabases } from '../../../../../test/harness/databases.ts'
import { portalBrowser } from '../../../../../test/harness/portal-browser.ts'
import { untilDecided } from '../../../../../test/harness/until-decided.ts'
import { useSuite } from '../../../../../test/harness/use-suite.ts'
import { createWorld, password, type World } from '../../../../../test/harness/world.ts'

interface Device {
  readonly id: 'first' | number
  readonly hwid: string
}

const slug = 'seats-of-one-key'
const dayMs = 86_400_000

describeOnBothDatabases('a license of five seats', (open) => {
  const suite = useSuite(open)
  let w: World
  beforeEach(async () => {
    const maker = alwaysSignedIn(suite.test, await suite.test.account())
    w = await createWorld(suite, maker, { licenseLogin: true, hwidLockEnabled: true })
  })

  let calls = 0
  const signIn = (license_key: string, hwid: string, body: object = {}) => {
    calls += 1
    const ip = `10.1.${calls >> 8}.${calls & 255}`
    return untilDecided(() => w.send('/api/v1/license', { license_key, hwid, ...body }, { ip }))
  }
  const codeOf = async (...sent: Parameters<typeof signIn>) => (await signIn(...sent)).body.code
  const machines = (count: number, prefix = 'PC') => Array.from({ length: count }, (_, n) => `${prefix}-${n + 1}`)
  /** What is counted of a license, and what its users have of it. */
  const seats = async (id: number) => {
    const license = await w.stores.licenses.find(w.applicationId, id)
    const of = w.database.reads.selectFrom('app_users').select('seats').where('license_id', '=', id)
    const sum = (await of.execute()).reduce((all, row) => all + row.seats, 0)
    expect(license?.currentUsers).toBe(sum)
    return sum
  }
  const devicesOf = (userId: number) =>
    w.dashboard<{ limit: number; devices: Device[] }>('GET', `${w.base}/users/${userId}/devices`)
  const release = async (userId: number, hwid: string) => {
    const device = (await devicesOf(userId)).devices.find((each) => each.hwid === hwid)
    await w.dashboard('DELETE', `${w.base}/users/${userId}/devices/${device?.id}`)
  }
  /** A key of five seats on as many machines. */
  const onMachines = async (count: number, license: object = {}) => {
    const { id, licenseKey } = await w.license({ maxUsers: 5, ...license })
    let userId = 0
    for (const hwid of machines(count)) {
      const { status, body } = await signIn(licenseKey, hwid)
      expect(status).toBe(200)
      userId = Number(body.user_id)
    }
    return { id, licenseKey, userId }
  }

  it.each([100, 200])(
    'is on five machines of %i that come at once; the others are told that it is full',
    async (count) => {
      const { id, licenseKey } = await w.license({ maxUsers: 5, validityStart: 'first_use' })
      const answers = await Promise.all(machines(count).map((hwid) => signIn(licenseKey, hwid)))
      const codes = answers.map(({ body }) => body.code)
      expect(codes.filter((code) => code === 'login_successful')).toHaveLength(5)
      expect(codes.filter((code) => code === 'license_full')).toHaveLength(count - 5)
      expect(await seats(id)).toBe(5)
      const entered = answers.filter(({ status }) => status === 200)
      expect(new Set(entered.map(({ body }) => body.user_id)).size).toBe(1)
      const bound = await devicesOf(Number(entered[0]?.body.user_id))
      expect(bound).toMatchObject({ limit: 5 })
      const isLet = (hwid: string) => answers[machines(count).indexOf(hwid)]?.status
      expect(bound.devices.map(({ hwid }) => isLet(hwid))).toEqual([200, 200, 200, 200, 200])
    },
  )

  it('takes no seat twice for a machine that comes again, and also at once', async () => {
    const { id, licenseKey } = await onMachines(2)
    const again = await Promise.all(Array.from({ length: 60 }, (_, n) => signIn(licenseKey, n % 2 ? 'PC-2' : 'PC-3')))
    expect(new Set(again.map(({ body }) => body.code))).toEqual(new Set(['login_successful']))
    expect(await seats(id)).toBe(3)
  })

  it('gets the seat of a machine back that the maker releases, the first one too, and it is there for the next', async () => {
    const { id, licenseKey, userId } = await onMachines(5)
    expect(await codeOf(licenseKey, 'PC-6')).toBe('license_full')
    await release(userId, 'PC-4')
    expect(await seats(id)).toBe(4)
    expect(await codeOf(licenseKey, 'PC-6')).toBe('login_successful')
    await release(userId, 'PC-1')
    expect(await seats(id)).toBe(4)
    expect([await codeOf(licenseKey, 'PC-7'), await codeOf(licenseKey, 'PC-1')]).toEqual([
      'login_successful',
      'license_full',
    ])
    for (const hwid of ['PC-2', 'PC-3', 'PC-5', 'PC-6', 'PC-7']) await release(userId, hwid)
    expect([await seats(id), await devicesOf(userId)]).toEqual([1, { limit: 1, devices: [] }])
  })

  it('gets it back from the portal too, where its holder sees how many are used', async () => {
    await w.settings({ portalEnabled: true, portalSlug: `${slug}-${w.applicationId}`, portalKeyOnly: 'manage' })
    const { id, licenseKey } = await onMachines(5)
    const refused = await signIn(licenseKey, 'PC-6')
    expect(refused.body).toMatchObject({ code: 'license_full', portal_url: expect.stringContaining(slug) })
    const { call, byKey } = portalBrowser(w, `${slug}-${w.applicationId}`)
    await byKey(licenseKey)
    expect((await call('GET', '/me')).body).toMatchObject({ seats: { used: 5, max: 5 } })
    const { body } = await call('GET', '/devices')
    expect(body).toMatchObject({ limit: 5, can_release: true })
    const [device] = body.devices as { id: string }[]
    expect((await call('DELETE', `/devices/${device?.id}`)).status).toBe(200)
    expect(await seats(id)).toBe(4)
    expect((await call('GET', '/me')).body).toMatchObject({ seats: { used: 4, max: 5 } })
    expect([await codeOf(licenseKey, 'PC-6'), await codeOf(licenseKey, 'PC-1')]).toEqual([
      'login_successful',
      'license_full',
    ])
  })

  it.each(['one user', 'a bulk action'])(
    'gets all but one back from a reset of %s; its undo takes none',
    async (by) => {
      const { id, licenseKey, userId } = await onMachines(4)
      let undoId: string | undefined
      if (by === 'one user') {
        const { body } = await w.maker.api<{ undoId: string }>('POST', `${w.base}/users/${userId}/reset-hwid`)
        undoId = body.undoId
      } else {
        const body = { selection: { ids: [userId] }, action: { type: 'reset_hwid' } }
        const preview = await w.dashboard<{ token: string }>('POST', `${w.base}/users/bulk/preview`, body)
        const done = await w.maker.api('POST', `${w.base}/users/bulk`, { ...body, token: preview.token })
        undoId = /"operationId":"([^"]+)"/.exec(done.text)?.[1]
      }
      expect(await seats(id)).toBe(1)
      await w.dashboard('POST', `${w.base}/operations/${undoId}/undo`)
      expect(await seats(id)).toBe(1)
      expect((await devicesOf(userId)).devices.map(({ hwid }) => hwid)).toEqual(['PC-1'])
      for (const hwid of machines(4, 'NEW')) expect(await codeOf(licenseKey, hwid)).toBe('login_successful')
      expect([await seats(id), await codeOf(licenseKey, 'NEW-5')]).toEqual([5, 'license_full'])
    },
  )

  it('shares its seats with accounts, whoever comes first', async () => {
    const { id, licenseKey, userId } = await onMachines(3)
    const register = async (username: string) => (await w.register({ username, license_key: licenseKey })).body.code
    expect([await register('ada'), await register('bob'), await register('cyd')]).toEqual([
      'user_registered',
      'user_registered',
      'license_full',
    ])
    expect([await seats(id), await codeOf(licenseKey, 'PC-4')]).toEqual([5, 'license_full'])
    await release(userId, 'PC-3')
    expect([await register('cyd'), await seats(id)]).toEqual(['user_registered', 5])
    // a second machine of an account is a matter of its devices, not of seats
    expect((await w.login({ username: 'ada' }, { hwid: 'PC-8' })).body.code).toBe('login_successful')
    expect((await w.login({ username: 'ada' }, { hwid: 'PC-9' })).body.code).toBe('hwid_mismatch')
    await w.dashboard('DELETE', `${w.base}/users/${userId}`)
    expect(await seats(id)).toBe(3)
  })

  it('counts devices and sessions for each of its seats', async () => {
    await w.settings({ deviceLimit: 2, sessionLimit: 1 })
    const { id, licenseKey, userId } = await onMachines(2)
    expect(await seats(id)).toBe(1)
    const session = (hwid: string) => codeOf(licenseKey, hwid, { session: true })
    expect([await session('PC-1'), await session('PC-2')]).toEqual(['login_successful', 'session_limit_reached'])
    expect(await session('PC-3')).toBe('login_successful')
    expect([await seats(id), (await devicesOf(userId)).limit]).toEqual([2, 4])
    expect([await codeOf(licenseKey, 'PC-4'), await session('PC-4')]).toEqual([
      'login_successful',
      'session_limit_reached',
    ])
    const room = await w.dashboard<{ sessions: object }>('POST', `${w.base}/login-check`, { username: `License ${id}` })
    expect(room.sessions).toMatchObject({ isFull: true, user: { live: 2, limit: 2 } })
    await release(userId, 'PC-4')
    expect(await seats(id)).toBe(2)
    await release(userId, 'PC-2')
    expect(await seats(id)).toBe(1)
  })

  it('takes one seat for all machines that come at once and that it is enough for', async () => {
    await w.settings({ deviceLimit: 3 })
    for (let round = 0; round < 5; round += 1) {
      const { id, licenseKey } = await onMachines(3)
      const codes = await Promise.all(machines(3, 'NEW').map((hwid) => codeOf(licenseKey, hwid)))
      expect([new Set(codes), await seats(id)]).toEqual([new Set(['login_successful']), 2])
    }
  })

  it('takes one seat for all machines where the lock is off', async () => {
    await w.settings({ hwidLockEnabled: false })
    const { id } = await onMachines(12, { maxUsers: 2 })
    expect(await seats(id)).toBe(1)
  })

  it('keeps its seats while a machine is on the blacklist, which is refused whatever seat it has', async () => {
    const { id, licenseKey, userId } = await onMachines(3)
    await w.block('hwid', 'PC-3')
    await w.test.app.whenIdle()
    expect([await codeOf(licenseKey, 'PC-3'), await codeOf(licenseKey, 'PC-2')]).toEqual([
      'access_blocked',
      'login_successful',
    ])
    expect(await seats(id)).toBe(3)
    await w.act({ id: userId }, 'ban')
    expect([await seats(id), await codeOf(licenseKey, 'PC-4')]).toEqual([3, 'account_banned'])
  })

  it('takes no further seat in its days of grace, and lets in those who have one', async () => {
    const { id, licenseKey } = await onMachines(2, { graceDays: 3 })
    await w.changeLicense(id, { expiresAt: new Date(w.clock.nowMs() - dayMs).toISOString() })
    expect([await codeOf(licenseKey, 'PC-2'), await codeOf(licenseKey, 'PC-3')]).toEqual([
      'login_successful',
      'license_expired',
    ])
    expect(await seats(id)).toBe(2)
  })

  it('gives all of them to an account that its holder becomes, whose devices they are, until it leaves', async () => {
    await w.settings({ portalEnabled: true, portalSlug: `${slug}-${w.applicationId}`, portalKeyOnly: 'manage' })
    const { id, licenseKey, userId } = await onMachines(3)
    const { call, byKey } = portalBrowser(w, `${slug}-${w.applicationId}`)
    await byKey(licenseKey)
    expect((await call('POST', '/claim', { username: 'Grace', password })).status).toBe(200)
    expect(await seats(id)).toBe(3)
    await release(userId, 'PC-2')
    const login = async (hwid: string) => (await w.login({ username: 'Grace' }, { hwid })).body.code
    expect([await login('PC-8'), await login('PC-9')]).toEqual(['login_successful', 'device_limit_reached'])
    expect(await seats(id)).toBe(3)
    const key = await w.license()
    const sent = { username: 'Grace', password, license_key: key.licenseKey, hwid: 'PC-8' }
    expect((await w.send('/api/v1/redeem', sent)).body.code).toBe('license_redeemed')
    expect([await seats(id), await seats(key.id)]).toEqual([0, 1])
    // of one seat again: what is bound is kept, and nothing comes to it
    expect([await login('PC-3'), await login('PC-9')]).toEqual(['login_successful', 'hwid_mismatch'])
  })

  it('is deleted with its holder and all its seats', async () => {
    const { id, licenseKey } = await onMachines(5)
    await w.dashboard('DELETE', `${w.base}/licenses/${id}`)
    expect(await codeOf(licenseKey, 'PC-1')).toBe('license_not_found')
    const left = w.database.reads.selectFrom('app_users').select('id').where('application_id', '=', w.applicationId)
    expect(await left.execute()).toEqual([])
  })

  it('is shown with the seats that its holder has, and why a machine was refused', async () => {
    const { id, licenseKey, userId } = await onMachines(5)
    await codeOf(licenseKey, 'PC-6')
    const holder = { id: userId, kind: 'license', seats: 5 }
    const license = await w.dashboard<object>('GET', `${w.base}/licenses/${id}`)
    expect(license).toMatchObject({ currentUsers: 5, maxUsers: 5, devices: 5, users: [holder] })
    expect(await w.dashboard('GET', `${w.base}/users`)).toMatchObject([{ ...holder, devices: 5 }])
    const check = (body: object) =>
      w.dashboard<{ checks: readonly { check: string; isPassed: boolean; compared: object[] }[] }>(
        ...(['POST', `${w.base}/login-check`, { username: `License ${id}`, ...body }] as const),
      )
    const asked = await check({})
    expect(asked).toMatchObject({ wouldPass: false, code: 'license_full', stoppedBy: 'license_full' })
    expect(asked.checks.filter(({ isPassed }) => !isPassed)).toMatchObject([
      {
        check: 'license_full',
        compared: [
          { what: 'Seats', stored: '5 of 5' },
          { what: 'Hardware ID', sent: 'PC-6' },
        ],
      },
    ])
    expect(await check({ hwid: 'PC-5' })).toMatchObject({ wouldPass: true, bindsHwid: false })
    const [refused] = await w.activity()
    expect(refused).toMatchObject({ event: 'login_failed', code: 'license_full', userId })
    await release(userId, 'PC-5')
    expect(await check({ hwid: 'PC-6' })).toMatchObject({ wouldPass: true, bindsHwid: true })
    expect(JSON.stringify(await w.activity())).not.toContain(licenseKey)
  })

  it('is counted right where a machine is released and others come at once', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { id, licenseKey, userId } = await onMachines(5)
      const [, ...codes] = await Promise.all([
        release(userId, 'PC-3'),
        ...machines(20, 'NEW').map((hwid) => codeOf(licenseKey, hwid)),
        w.maker.api('DELETE', `${w.base}/users/${userId}/devices/first?hwid=PC-1`),
      ])
      for (const code of codes.slice(0, -1)) expect(['login_successful', 'license_full']).toContain(code)
      const { devices } = await devicesOf(userId)
      expect(await seats(id)).toBe(Math.max(1, devices.length))
      expect(devices.length).toBeLessThanOrEqual(5)
    }
  })
})
