import { describe, expect, it } from 'vitest'
import { alwaysSignedIn } from '../../../test/harness/create-test-app.ts'
import { describeOnBothDatabases } from '../../../test/harness/databases.ts'
import {
  askForFile,
  listFiles,
  type MadeFile,
  makeFile,
  partsOf,
  refusalOf,
  requestOf,
} from '../../../test/harness/offline-files.ts'
import { countOf, openPortal } from '../../../test/harness/portal-browser.ts'
import { useSuite } from '../../../test/harness/use-suite.ts'
import { createWorld } from '../../../test/harness/world.ts'

const dayMs = 24 * 60 * 60 * 1000

type Parts = Readonly<Record<string, unknown>>

describeOnBothDatabases('an offline file that was made', (open) => {
  const suite = useSuite(open, { RATE_LIMIT_SCALE: '1000' })
  const world = async (settings: object = {}) =>
    createWorld(suite, await suite.test.account(), { hwidLockEnabled: true, licenseLogin: true, ...settings })

  it('that was withdrawn is given out no more, and holds its device until it expires', async () => {
    const { world: of, call, signIn } = await openPortal(suite, { hwidLockEnabled: true, deviceReleaseDays: 1 })
    const who = await of.user({ isHwidLocked: true })
    const body = { request: await requestOf(of, { user: who.username }), userId: who.id, days: 3 }
    const { body: made } = await askForFile(of, body)
    const withdraw = (id: number) => of.maker.api<{ code: string }>('DELETE', `${of.base}/offline-licenses/${id}`)
    const twice = await Promise.all([withdraw(made.id), withdraw(made.id)])
    expect(twice.map(({ status }) => status)).toEqual([200, 200])
    expect((await withdraw(987_654)).body.code).toBe('offline_license_not_found')
    const audited = await of.dashboard<unknown[]>('GET', '/api/audit?action=offline_license.withdraw')
    expect(audited.length).toBe(1)
    expect(await refusalOf(of, body)).toEqual([409, 'offline_request_used', undefined])
    expect(await listFiles(of)).toMatchObject([{ id: made.id, withdrawnAt: expect.any(String) }])

    await signIn(who.username)
    const shown = async () => (await call('GET', '/devices')).body.devices as { id: string; offline_until: string }[]
    const [device] = await shown()
    expect(device).toMatchObject({ offline_until: made.expiresAt })
    const refused = await call('DELETE', `/devices/${device?.id}`)
    expect([refused.status, refused.body.code, refused.body.next_at]).toEqual([409, 'device_offline', made.expiresAt])
    // it took no turn: once the file has expired the device is free at once
    of.clock.advance(3 * dayMs)
    await signIn(who.username)
    expect(await shown()).toMatchObject([{ offline_until: null }])
    expect((await call('DELETE', `/devices/${device?.id}`)).status).toBe(200)
  })

  it('is told to whoever resets or releases its device in the dashboard, which is not kept from it', async () => {
    const of = await world({ deviceLimit: 2 })
    const who = await of.user({ isHwidLocked: true })
    const short = await makeFile(of, who, { hwid: 'PC-1', days: 1 })
    const { expiresAt } = await makeFile(of, who, { hwid: 'PC-2', days: 2 })
    const reset = await of.dashboard<Parts>('POST', `${of.base}/users/${who.id}/reset-hwid`)
    expect(reset).toMatchObject({ hwid: null, offlineUntil: expiresAt })
    expect(short.expiresAt < expiresAt).toBe(true)
    of.clock.advance(2 * dayMs)
    const later = alwaysSignedIn(suite.test, of.maker)
    const { body } = await later.api('POST', `${of.base}/users/${who.id}/reset-hwid`)
    expect(body).not.toHaveProperty('offlineUntil')
  })

  it('goes with its user and with its license, and is in no export', async () => {
    const of = await world()
    const license = await of.license({ maxUsers: 2 })
    const [gone, stays] = [await of.user(), await of.user({ licenseId: license.id })]
    const { file } = await makeFile(of, gone)
    await makeFile(of, stays)
    for (const path of ['users', 'licenses']) {
      const exported = await of.maker.api('GET', `${of.base}/${path}/export?format=json`)
      expect(exported.text).not.toContain(partsOf({ file })[1])
      expect(exported.text).not.toMatch(/offline/i)
    }
    expect(JSON.stringify(await listFiles(of))).not.toContain('eyJ')
    await of.dashboard('DELETE', `${of.base}/users/${gone.id}`)
    expect(await listFiles(of)).toMatchObject([{ userId: stays.id }])
    await of.dashboard('DELETE', `${of.base}/licenses/${license.id}`)
    expect(await listFiles(of)).toEqual([])
  })

  it('needs the right token: licenses:write, and for a user users:write too', async () => {
    const of = await world()
    const who = await of.user()
    const license = await of.license()
    const token = async (...actions: string[]) => {
      const made = await of.maker.api<{ token: string }>('POST', '/api/account/tokens', {
        ...{ name: 'Shop', days: 30, actions },
      })
      return made.body.token
    }
    const as = (bearer: string, body: object) =>
      of.call<MadeFile>('POST', `${of.base}/offline-licenses`, { body, headers: { authorization: `Bearer ${bearer}` } })
    const forUser = async () => ({ request: await requestOf(of, { user: who.username }), userId: who.id })
    const forKey = { request: await requestOf(of, { key: license.licenseKey }), licenseId: license.id }
    const [read, write, both] = [
      await token('licenses:read', 'users:write'),
      await token('licenses:write'),
      await token('licenses:write', 'users:write'),
    ]
    expect((await as(read, forKey)).body.code).toBe('token_not_allowed')
    expect((await as(write, await forUser())).body.code).toBe('token_not_allowed')
    expect((await listFiles(of)).length).toBe(0)
    expect((await as(write, forKey)).status).toBe(200)
    expect((await as(both, await forUser())).status).toBe(200)
    expect((await listFiles(of)).map(({ createdBy }) => createdBy)).toEqual([of.maker.email, of.maker.email])
  })

  it('of another account is not there, nor is another application’s user or license', async () => {
    const of = await world()
    const sibling = await createWorld(suite, of.maker, { licenseLogin: true })
    const stranger = await suite.test.account()
    const who = await of.user()
    const license = await sibling.license()
    const { id } = await makeFile(of, who)
    const body = { request: await requestOf(of, { user: who.username }), userId: who.id }
    const path = `${of.base}/offline-licenses`
    for (const [method, at, sent] of [
      ['GET', path, undefined],
      ['POST', path, body],
      ['DELETE', `${path}/${id}`, undefined],
    ] as const) {
      expect((await stranger.api<{ code: string }>(method, at, sent)).body.code).toBe('application_not_found')
    }
    const inSibling = await sibling.maker.api<{ code: string }>('DELETE', `${sibling.base}/offline-licenses/${id}`)
    expect(inSibling.body.code).toBe('offline_license_not_found')
    expect(await refusalOf(sibling, body)).toEqual([404, 'user_not_found', undefined])
    const ofSibling = { request: await requestOf(of, { key: license.licenseKey }), licenseId: license.id }
    expect(await refusalOf(of, ofSibling)).toEqual([404, 'license_not_found', undefined])
    expect(await listFiles(of)).toMatchObject([{ id, withdrawnAt: null }])
  })

  it('pages through the list, newest first', async () => {
    const of = await world()
    for (let n = 0; n < 5; n += 1) await makeFile(of, await of.user())
    const all = (await listFiles(of)).map(({ id }) => id)
    expect(all).toEqual(all.toSorted((a, b) => b - a))
    const page = await of.maker.api<MadeFile[]>('GET', `${of.base}/offline-licenses?limit=2`)
    expect(page.body.map(({ id }) => id)).toEqual(all.slice(0, 2))
    const next = /<([^>]+)>; rel="next"/.exec(String(page.headers.link))?.[1] ?? ''
    const second = await of.maker.api<MadeFile[]>('GET', next.replace(/^https?:\/\/[^/]+/, ''))
    expect(second.body.map(({ id }) => id)).toEqual(all.slice(2, 4))
  })
})

describe('how many offline files an account may make', () => {
  describeOnBothDatabases('an account', (open) => {
    const suite = useSuite(open)
    it('is 60 an hour: of 200 at once 60 are answered', async () => {
      const of = await createWorld(suite, suite.maker, { hwidLockEnabled: true })
      const who = await of.user()
      const request = await requestOf(of, { user: who.username })
      const ask = () => of.maker.api('POST', `${of.base}/offline-licenses`, { request, userId: who.id })
      const answers = await Promise.all(Array.from({ length: 200 }, ask))
      expect([countOf(answers, 200), countOf(answers, 429)]).toEqual([60, 140])
      suite.test.clock.advance(60 * 60 * 1000)
      expect((await ask()).status).toBe(200)
    })
  })
})
