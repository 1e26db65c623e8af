import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { describeOnBothDatabases } from '../../../../test/harness/databases.ts'
import { countOf, openPortal, type PortalSaid, portalBrowser } from '../../../../test/harness/portal-browser.ts'
import { useSuite } from '../../../../test/harness/use-suite.ts'
import { createWorld } from '../../../../test/harness/world.ts'
import { portalLogoMaxBytes } from '../../../shared/constants.ts'

describeOnBothDatabases('the address and the look of a portal', (open) => {
  const suite = useSuite(open)

  it('answers a portal that is off as one that never was, with every call', async () => {
    const { world, slug } = await openPortal(suite)
    await world.settings({ portalEnabled: false })
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['POST', '/sign-in', { username: 'a', password: 'b' }],
      ['POST', '/sign-out', {}],
      ['GET', '/me', undefined],
      ['GET', '/devices', undefined],
      ['GET', '/logo', undefined],
      ['DELETE', '/devices/x', undefined],
      ['POST', '/redeem', { license_key: 'KW' }],
    ] as const) {
      const [off, never] = [
        await portalBrowser(world, slug).call(method, path, body),
        await portalBrowser(world, 'never-was').call(method, path, body),
      ]
      expect([off.status, off.body.code, off.body.message]).toEqual([404, never.body.code, never.body.message])
      expect(never.status).toBe(404)
    }
  })

  it('is at one address alone: a second application with it, and one without any, are refused', async () => {
    const { world, slug } = await openPortal(suite)
    const other = await createWorld(suite, await suite.test.account())
    const patch = (body: object) => other.maker.api<{ fields?: object }>('PATCH', other.base, body)
    expect((await patch({ portalEnabled: true })).body.fields).toHaveProperty('portalEnabled')
    const taken = await patch({ portalEnabled: true, portalSlug: slug })
    expect([taken.status, taken.body.fields]).toEqual([400, { portalSlug: 'Another portal has this address.' }])
    for (const portalSlug of ['ab', '-abc', 'abc-', 'ABC', 'a b c', 'ä-b-c', 'x'.repeat(41), '../x']) {
      expect((await patch({ portalSlug })).status).toBe(400)
    }
    await world.maker.api('DELETE', world.base)
    expect((await patch({ portalEnabled: true, portalSlug: slug })).status).toBe(200)
  })

  it('takes a color only where white text on it can be read', async () => {
    const { world } = await openPortal(suite)
    const patch = async (portalColor: string | null) =>
      (await world.maker.api('PATCH', world.base, { portalColor })).status
    expect([await patch('#3f63d8'), await patch('#767676'), await patch(null)]).toEqual([200, 200, 200])
    expect([await patch('#777777'), await patch('#ffd700'), await patch('red')]).toEqual([400, 400, 400])
  })

  it('shows a logo that is an image by its bytes, and takes nothing else', async () => {
    const { world, call } = await openPortal(suite)
    const put = (bytes: Buffer) =>
      world.maker.api('PUT', `${world.base}/portal-logo`, { logo: bytes.toString('base64') })
    const png = Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), Buffer.alloc(100)])
    expect((await call('GET')).body.logo).toBeNull()
    expect((await put(Buffer.from('<svg onload="x"/>'))).status).toBe(400)
    const sized = (bytes: number) => Buffer.concat([png, Buffer.alloc(bytes - png.length)])
    expect((await put(sized(portalLogoMaxBytes + 1))).status).toBe(400)
    expect((await put(sized(portalLogoMaxBytes))).status).toBe(200)
    expect((await put(png)).status).toBe(200)
    const tag = createHash('sha256').update(png).digest('base64url').slice(0, 12)
    const { logo } = (await call('GET')).body
    expect(logo).toMatch(new RegExp(`/logo\\?v=${tag}$`))
    const shown = await world.test.call('GET', String(logo))
    expect(shown.headers).toMatchObject({
      ...{ 'content-type': 'image/png', 'x-content-type-options': 'nosniff' },
      'content-security-policy': "default-src 'none'; sandbox",
    })
    expect((await put(Buffer.from('RIFF\x10\0\0\0WEBPVP8 ', 'latin1'))).status).toBe(200)
    expect((await call('GET', '/logo')).headers).toMatchObject({ 'content-type': 'image/webp' })
    expect((await put(Buffer.from('RIFF\x10\0\0\0WAVEfmt ', 'latin1'))).status).toBe(400)
    await world.maker.api('PUT', `${world.base}/portal-logo`, { logo: null })
    expect([(await call('GET')).body.logo, (await call('GET', '/logo')).status]).toEqual([null, 404])
  })

  it('refuses changes that another site makes a browser send', async () => {
    const { world, slug, signIn, cookies } = await openPortal(suite)
    await signIn((await world.user()).username)
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    for (const path of ['sign-in', 'sign-out', 'password', 'redeem']) {
      const answer = await world.test.call<PortalSaid>('POST', `/api/portal/${slug}/${path}`, {
        body: {},
        headers: { cookie, 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
      })
      expect([answer.status, answer.body.code]).toEqual([403, 'cross_site_request'])
    }
  })

  it('is named by a login that is refused for its device, and by no other refusal', async () => {
    const { world, slug } = await openPortal(suite)
    const who = await world.user({ hwid: 'PC-1', isHwidLocked: true })
    const refused = await world.login(who, { hwid: 'PC-2' })
    expect(refused.body).toMatchObject({ code: 'hwid_mismatch', portal_url: expect.stringMatching(`/portal/${slug}$`) })
    const wrong = await world.login(who, { hwid: 'PC-2', password: 'wrong' })
    expect([wrong.body.code, 'portal_url' in wrong.body]).toEqual(['invalid_credentials', false])
    await world.settings({ deviceLimit: 2 })
    expect((await world.login(who, { hwid: 'PC-2' })).body).not.toHaveProperty('portal_url')
    expect((await world.login(who, { hwid: 'PC-3' })).body).toMatchObject({
      ...{ code: 'device_limit_reached', portal_url: expect.stringMatching(`/portal/${slug}$`) },
    })
    await world.settings({ portalEnabled: false })
    expect((await world.login(who, { hwid: 'PC-3' })).body).not.toHaveProperty('portal_url')
  })

  it('looks up 60 unknown addresses a minute from one place, of 200 at once no more', async () => {
    const { world, slug } = await openPortal(suite)
    const tries = await Promise.all(
      Array.from({ length: 200 }, (_, n) => portalBrowser(world, `none-${n}`).call('GET')),
    )
    expect([countOf(tries, 404), countOf(tries, 429)]).toEqual([60, 140])
    expect((await portalBrowser(world, slug).call('GET')).status).toBe(429)
    expect((await portalBrowser(world, slug).call('GET', '', undefined, '203.0.113.5')).status).toBe(200)
  })
})
