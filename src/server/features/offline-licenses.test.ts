import { createPublicKey, verify } from 'node:crypto'
import { expect, it } from 'vitest'
import { alwaysSignedIn } from '../../../test/harness/create-test-app.ts'
import { describeOnBothDatabases } from '../../../test/harness/databases.ts'
import {
  askForFile,
  devicesOf,
  listFiles,
  makeFile,
  partsOf,
  pinsOf,
  refusalOf,
  requestOf,
} from '../../../test/harness/offline-files.ts'
import { countOf } from '../../../test/harness/portal-browser.ts'
import { useSuite } from '../../../test/harness/use-suite.ts'
import { createWorld, type Person, type World } from '../../../test/harness/world.ts'

const dayMs = 24 * 60 * 60 * 1000

type Parts = Readonly<Record<string, unknown>>

describeOnBothDatabases('an offline file', (open) => {
  const suite = useSuite(open, { RATE_LIMIT_SCALE: '1000' })
  const world = async (settings: object = {}) =>
    createWorld(suite, await suite.test.account(), { hwidLockEnabled: true, licenseLogin: true, ...settings })
  const decoded = (text = '') => JSON.parse(Buffer.from(text, 'base64url').toString()) as Parts
  const seatsOf = async (of: World, id: number) =>
    (await of.dashboard<{ currentUsers: number }>('GET', `${of.base}/licenses/${id}`)).currentUsers

  it('is a signed text in one fixed form, for this device, this request and no longer than access', async () => {
    const of = await world({ features: { pro: true } })
    const who = await of.user({ isHwidLocked: true })
    const nonce = 'AAAAAAAAAAAAAAAAAAAAAA'
    const request = await requestOf(of, { user: ` ${who.username.toUpperCase()} `, nonce })
    const { body } = await askForFile(of, { request, userId: who.id })
    const [head, claims, signature] = partsOf(body)
    const now = Math.floor(of.clock.nowMs() / 1000)
    expect(Object.entries(decoded(head))).toEqual([
      ...[['alg', 'RS256'] as const, ['typ', 'offline+jwt'] as const],
      ['kid', `app_${of.applicationId}.rs256.1`],
    ])
    expect(Object.entries(decoded(claims))).toEqual([
      ...[['aud', `app:${of.applicationId}`] as const, ['sub', String(who.id)] as const],
      ...[['jti', expect.any(String)] as const, ['iat', now] as const, ['nbf', now] as const],
      ...[['exp', now + 30 * 86_400] as const, ['hwid', expect.stringMatching(/^[\w-]{43}$/)] as const],
      ...[['nonce', nonce] as const, ['feat', Buffer.from('{"pro":true}').toString('base64url')] as const],
      ['ver', 1],
    ])
    expect(new Date(body.expiresAt).getTime()).toBe((now + 30 * 86_400) * 1000)
    const [key] = (await of.stores.signingKeys.list(of.applicationId)).filter(({ number }) => number === 1)
    const publicKey = createPublicKey({ key: Buffer.from(key?.publicKey ?? '', 'base64'), format: 'der', type: 'spki' })
    const isSigned = (text: string) =>
      verify('sha256', Buffer.from(text), publicKey, Buffer.from(signature ?? '', 'base64url'))
    expect(isSigned(`${head}.${claims}`)).toBe(true)
    expect(isSigned(`${head}.${claims}x`)).toBe(false)
    expect(Math.max(...body.file.split('\n').map((line) => line.length))).toBeLessThanOrEqual(64)
  })

  it('binds the device as a login does, and says so in the list of devices', async () => {
    const of = await world()
    const who = await of.user({ isHwidLocked: true })
    const { expiresAt, id } = await makeFile(of, who)
    expect(await devicesOf(of, who)).toMatchObject({ devices: [{ hwid: 'PC-1', offlineUntil: expiresAt }] })
    expect((await of.login(who, { hwid: 'PC-1' })).status).toBe(200)
    expect((await of.login(who, { hwid: 'PC-2' })).body.code).toBe('hwid_mismatch')
    expect(
      await refusalOf(of, { request: await requestOf(of, { user: who.username, hwid: 'PC-2' }), userId: who.id }),
    ).toEqual([...[409, 'device_limit_reached', undefined]])
    expect(await listFiles(of)).toMatchObject([{ id, userId: who.id, hwid: 'PC-1', createdBy: of.maker.email }])
    const audited = await of.dashboard<{ subject: string; details: string }[]>(
      ...(['GET', '/api/audit?action=offline_license.create'] as const),
    )
    expect(audited[0]).toMatchObject({
      details: `until ${expiresAt}`,
      subject: expect.stringContaining(`user ${who.id}`),
    })
  })

  it('binds further devices up to the limit: of 200 computers at once, five get a file', async () => {
    const of = await world({ deviceLimit: 5 })
    const who = await of.user({ isHwidLocked: true })
    const answers = await Promise.all(
      Array.from({ length: 200 }, async (_, n) =>
        askForFile(of, { request: await requestOf(of, { user: who.username, hwid: `PC-${n}` }), userId: who.id }),
      ),
    )
    expect([countOf(answers, 200), countOf(answers, 409)]).toEqual([5, 195])
    expect((await devicesOf(of, who)).devices.map(({ lastIp }) => lastIp)).toEqual([null, null, null, null, null])
    expect((await listFiles(of)).length).toBe(5)
  })

  it('is made once: 200 equal requests at once get one text, and another body with the same nonce gets none', async () => {
    const of = await world()
    const who = await of.user({ isHwidLocked: true })
    const request = await requestOf(of, { user: who.username })
    const body = { request, userId: who.id, days: 7 }
    const answers = await Promise.all(Array.from({ length: 200 }, () => askForFile(of, body)))
    expect(countOf(answers, 200)).toBe(200)
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect((await listFiles(of)).length).toBe(1)
    expect(await refusalOf(of, { ...body, days: 8 })).toEqual([409, 'offline_request_used', undefined])
    of.clock.advance(dayMs)
    const later = alwaysSignedIn(suite.test, of.maker)
    expect((await later.api('POST', `${of.base}/offline-licenses`, body)).text).toBe(answers[0]?.text)
  })

  it('of a license key makes its holder and takes one seat; 200 at once make one', async () => {
    const of = await world()
    const { id, licenseKey } = await of.license({ maxUsers: 1, validityDays: 3, validityStart: 'first_use' })
    const request = await requestOf(of, { key: licenseKey })
    const answers = await Promise.all(Array.from({ length: 200 }, () => askForFile(of, { request, licenseId: id })))
    expect([countOf(answers, 200), new Set(answers.map(({ text }) => text)).size]).toEqual([200, 1])
    expect(await seatsOf(of, id)).toBe(1)
    const [file] = await listFiles(of, `?licenseId=${id}`)
    expect(file).toMatchObject({ licenseId: id, hwid: 'PC-1' })
    // the validity of the license began with it, and the file ends with it
    const end = Math.floor((of.clock.nowMs() + 3 * dayMs) / 1000) * 1000
    expect(new Date(answers[0]?.body.expiresAt ?? 0).getTime()).toBe(end)
    const signedIn = await of.send('/api/v1/license', { license_key: licenseKey, hwid: 'PC-1' })
    expect([signedIn.status, signedIn.body.user_id]).toEqual([200, file?.userId])
    // the same by the holder's own id, and by nobody else's
    const again = { request: await requestOf(of, { key: licenseKey }), userId: file?.userId }
    expect((await askForFile(of, again)).status).toBe(200)
    expect(await seatsOf(of, id)).toBe(1)
  })

  it('is refused to whoever could not sign in, with the reason, and changes nothing then', async () => {
    const of = await world()
    const banned = await of.user({}, { isBanned: true })
    const expired = await of.user({ expiresAt: new Date(of.clock.nowMs() - 1) })
    const blocked = await of.user()
    await of.block('username', blocked.username)
    const blockedDevice = await of.user()
    await of.block('hwid', 'PC-BAD')
    const refused = async (who: Person, reason: string, hwid = 'PC-1') => {
      const body = { request: await requestOf(of, { user: who.username, hwid }), userId: who.id }
      expect(await refusalOf(of, body)).toEqual([409, 'offline_refused', reason])
    }
    await refused(banned, 'account_banned')
    await refused(expired, 'account_expired')
    await refused(blocked, 'access_blocked')
    await refused(blockedDevice, 'access_blocked', 'PC-BAD')
    const held = await of.license()
    await of.actOnLicense(held.id, 'ban')
    const ofKey = { request: await requestOf(of, { key: held.licenseKey }), licenseId: held.id }
    expect(await refusalOf(of, ofKey)).toEqual([409, 'offline_refused', 'license_banned'])
    await of.settings({ licenseLogin: false })
    expect(await refusalOf(of, ofKey)).toEqual([409, 'offline_refused', 'license_login_closed'])
    expect(await seatsOf(of, held.id)).toBe(0)
    expect((await listFiles(of)).length).toBe(0)
    for (const who of [banned, expired, blocked]) expect((await devicesOf(of, who)).devices).toEqual([])
  })

  it('is refused to those in days of grace, and outlives neither the user nor the license', async () => {
    const of = await world({ graceDays: 5 })
    const license = await of.license({ validityDays: 2 })
    const grace = await of.user({ expiresAt: new Date(of.clock.nowMs() - 1) })
    expect((await of.login(grace)).status).toBe(200)
    const body = { request: await requestOf(of, { user: grace.username }), userId: grace.id }
    expect(await refusalOf(of, body)).toEqual([409, 'offline_refused', 'account_expired'])
    const who = await of.user({ licenseId: license.id, expiresAt: new Date(of.clock.nowMs() + dayMs) })
    const { expiresAt } = await makeFile(of, who, { days: 366 })
    expect(new Date(expiresAt).getTime()).toBe(Math.floor((of.clock.nowMs() + dayMs) / 1000) * 1000)
  })

  it('answers no request that is cut, changed, for another application or user, or without a device of its own', async () => {
    const of = await world()
    const [who, other] = [await of.user(), await of.user()]
    const own = { user: who.username }
    const said = async (request: string) => refusalOf(of, { request, userId: who.id })
    expect(await said('hello')).toEqual([400, 'invalid_request', expect.stringMatching(/not whole/)])
    const text = await requestOf(of, own)
    const changed = text.replace(/(?<=REQUEST-----\n.)./, (letter) => (letter === 'x' ? 'y' : 'x'))
    expect(await said(changed)).toEqual([400, 'invalid_request', expect.stringMatching(/changed on the way/)])
    const foreign = await requestOf(of, { ...own, pins: ['AAAA'] })
    expect(await said(foreign)).toEqual([400, 'invalid_request', expect.stringMatching(/another application/)])
    for (const named of [{ user: other.username }, { key: 'KW-NONE' }]) {
      expect(await said(await requestOf(of, named))).toEqual([
        400,
        'invalid_request',
        expect.stringMatching(/another user or license key/),
      ])
    }
    const nothing = await requestOf(of, { ...own, hwid: 'To Be Filled By O.E.M.' })
    expect(await said(nothing)).toEqual([400, 'invalid_request', expect.stringMatching(/hardware ID/)])
    const [, first = ''] = await pinsOf(of)
    await of.dashboard('POST', `${of.base}/signing-keys/promote`)
    await of.dashboard('POST', `${of.base}/signing-keys/1/revoke`)
    const revoked = await requestOf(of, { ...own, pins: [first] })
    expect(await said(revoked)).toEqual([400, 'invalid_request', expect.stringMatching(/trusts none/)])
    const both = { request: text, userId: who.id, licenseId: 1 }
    for (const body of [both, { request: text }]) {
      expect(await refusalOf(of, body)).toEqual([400, 'invalid_request', expect.stringMatching(/must be given/i)])
    }
    for (const days of [0, 367, 1.5])
      expect((await askForFile(of, { ...both, licenseId: undefined, days })).status).toBe(400)
    expect((await listFiles(of)).length).toBe(0)
    expect((await devicesOf(of, who)).devices).toEqual([])
  })

  it('is signed with a key that the program trusts, also after another one became the current key', async () => {
    const of = await world()
    const who = await of.user()
    const keyOf = async (...pins: string[]) => {
      const request = await requestOf(of, { user: who.username, pins })
      const { body } = await askForFile(of, { request, userId: who.id })
      return decoded(partsOf(body)[0]).kid
    }
    // newest first
    const [second = '', first = ''] = await pinsOf(of)
    expect(await keyOf(first, second)).toBe(`app_${of.applicationId}.rs256.1`)
    await of.dashboard('POST', `${of.base}/signing-keys/promote`)
    expect(await keyOf(first)).toBe(`app_${of.applicationId}.rs256.1`)
    expect(await keyOf(first, second)).toBe(`app_${of.applicationId}.rs256.2`)
  })
})
