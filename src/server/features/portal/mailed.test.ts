import { expect, it, onTestFinished } from 'vitest'
import { createTestApp } from '../../../../test/harness/create-test-app.ts'
import { describeOnBothDatabases } from '../../../../test/harness/databases.ts'
import { countOf, openPortal, type PortalSaid, portalBrowser } from '../../../../test/harness/portal-browser.ts'
import { untilDecided } from '../../../../test/harness/until-decided.ts'
import { useSuite } from '../../../../test/harness/use-suite.ts'
import { createWorld, password, type World } from '../../../../test/harness/world.ts'
import { orderRank } from '../../store/selling/orders.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

describeOnBothDatabases('mail of the portal', (open) => {
  // Nothing is sent: what is queued can be read.
  const suite = useSuite(open, { SMTP_URL: 'smtp://127.0.0.1:9', SMTP_FROM: 'Keywright <noreply@example.com>' })

  const portal = (settings: object = {}) => openPortal(suite, settings)

  /** Every mail that waits, in the order in which it was queued. */
  const mailsOf = async ({ test, applicationId }: World) => {
    await test.app.whenIdle()
    const found: { to: string; subject: string; text: string }[] = []
    for (;;) {
      const now = test.clock.now()
      const mail = await test.stores.transaction(async (tx) => {
        const claimed = await tx.mails.claim(applicationId, now, new Date(now.getTime() + minuteMs))
        if (claimed) await tx.mails.sent(claimed.id, now)
        return claimed
      })
      if (!mail) return found
      found.push(mail)
    }
  }
  const codeIn = (text = '') => /^(\d{8})$/m.exec(text)?.[1] ?? ''

  /** A license that was sold to this address. */
  const sold = async ({ test, applicationId, license }: World, email: string) => {
    const made = await license({ validityDays: 30 })
    const now = test.clock.now()
    await test.stores.transaction(async (tx) => {
      const settings = {
        provider: 'generic',
        name: 'Shop',
        onRefund: 'act',
        onDispute: 'act',
        hasOrderPage: false,
      } as const
      const shop = await tx.shops.insert(applicationId, { ...settings, path: `path-${made.id}`, secret: 's' }, now)
      const order = await tx.orders.insertOrFind(
        applicationId,
        { shopId: shop.id, orderRef: `A-${made.id}`, itemRef: '' },
        now,
      )
      await tx.orders.raise(applicationId, order.id, orderRank.paid)
      await tx.orders.update(applicationId, order.id, { email, status: 'paid', licenseIds: [made.id], soldAt: now })
    })
    return made
  }

  it('signs in with a license key and a code to the buyer, once and for 10 minutes', async () => {
    const { world, slug, call } = await portal({ portalKeyOnly: 'off' })
    const { licenseKey } = await sold(world, 'buyer@example.com')
    expect((await call('GET')).body.sends_mail).toBe(true)
    expect((await call('POST', '/code', { license_key: licenseKey })).status).toBe(200)
    const [mail, ...rest] = await mailsOf(world)
    expect([mail?.to, rest]).toEqual(['buyer@example.com', []])
    const code = codeIn(mail?.text)
    const enter = (sent: string, key = licenseKey) =>
      portalBrowser(world, slug).call('POST', '/sign-in', { license_key: key, code: sent })
    expect((await enter('00000000', 'KW-OTHER')).body.code).toBe('code_invalid')
    expect((await call('POST', '/sign-in', { license_key: licenseKey, code })).body).toEqual({ access: 'manage' })
    expect((await call('GET', '/me')).body).toMatchObject({ is_key: true, access: 'manage' })
    expect((await enter(code)).body.code).toBe('code_invalid')
    await call('POST', '/code', { license_key: licenseKey })
    const late = codeIn((await mailsOf(world))[0]?.text)
    world.clock.advance(10 * minuteMs)
    expect((await enter(late)).body.code).toBe('code_invalid')
  })

  it('sends the code of a key to the address that was proved, else to the buyer, never to one that was only typed; the last code counts', async () => {
    const { world, call } = await portal({ licenseLogin: true, hwidLockEnabled: false })
    const { licenseKey } = await sold(world, 'buyer@example.com')
    const { body } = await world.send('/api/v1/license', { license_key: licenseKey })
    const holderId = Number(body.user_id)
    await world.dashboard('PUT', `${world.base}/users/${holderId}`, { email: 'typed@example.com' })
    const ask = async () => {
      await call('POST', '/code', { license_key: licenseKey })
      const [mail] = await mailsOf(world)
      return { to: mail?.to, code: codeIn(mail?.text) }
    }
    const first = await ask()
    expect(first.to).toBe('buyer@example.com')
    const { stores, clock } = world.test
    await stores.transaction((tx) =>
      tx.appUsers.proveEmail(world.applicationId, holderId, 'proved@example.com', clock.now()),
    )
    const last = await ask()
    expect(last.to).toBe('proved@example.com')
    const enter = (code: string) => call('POST', '/sign-in', { license_key: licenseKey, code })
    expect([(await enter(first.code)).body.code, (await enter(last.code)).status]).toEqual(['code_invalid', 200])
  })

  it('answers known and unknown keys, names and addresses alike, and does the work after the answer', async () => {
    const { world, call } = await portal()
    const { licenseKey } = await sold(world, 'buyer@example.com')
    const { username } = await world.user({ email: 'ada@example.com' })
    const shown = async (path: string, body: object) => {
      const { status, body: said } = await call('POST', path, body)
      return { status, said }
    }
    // Nothing can be written until all are answered: a call that did the work itself would never be.
    const answered = Promise.withResolvers<void>()
    const { transaction } = suite.database
    const held = async (...sent: Parameters<typeof transaction>) => {
      await answered.promise
      return transaction(...sent)
    }
    const release = () => {
      Object.assign(suite.database, { transaction })
      answered.resolve()
    }
    Object.assign(suite.database, { transaction: held })
    // also after a call that waits for its own work, and so forever
    onTestFinished(release)
    expect(await shown('/code', { license_key: licenseKey })).toEqual(await shown('/code', { license_key: 'KW-NONE' }))
    expect(await shown('/forgot', { username })).toEqual(await shown('/forgot', { username: 'nobody' }))
    expect(await shown('/recover-key', { email: 'buyer@example.com' })).toEqual(
      await shown('/recover-key', { email: 'nobody@example.com' }),
    )
    release()
    const known = await call('POST', '/reset', { username, code: '12345678', new_password: 'a new password' })
    const unknown = await call('POST', '/reset', {
      username: 'nobody',
      code: '12345678',
      new_password: 'a new password',
    })
    const said = ({ status, body: { requestId: _, ...rest } }: typeof known) => ({ status, rest })
    expect(said(known)).toEqual(said(unknown))
    expect((await mailsOf(world)).map(({ to }) => to).sort()).toEqual([
      'ada@example.com',
      'buyer@example.com',
      'buyer@example.com',
    ])
  })

  it('guesses at a code from 1,000 addresses: of each code 5 are compared, and then the right one is of no use', async () => {
    const { world, slug, call } = await portal()
    const { licenseKey } = await sold(world, 'buyer@example.com')
    await call('POST', '/code', { license_key: licenseKey })
    const code = codeIn((await mailsOf(world))[0]?.text)
    const wrong = (n: number) => String((Number(code) + n) % 100_000_000).padStart(8, '0')
    const guesses: { readonly status: number }[] = []
    for (let from = 0; from < 1000; from += 200) {
      const some = Array.from({ length: 200 }, (_, n) => {
        const ip = `100.${(from + n) >> 8}.${(from + n) & 255}.9`
        const body = { license_key: licenseKey, code: wrong(from + n + 1) }
        return portalBrowser(world, slug).call('POST', '/sign-in', body, ip)
      })
      guesses.push(...(await Promise.all(some)))
    }
    expect(countOf(guesses, 403)).toBe(1000)
    expect((await call('POST', '/sign-in', { license_key: licenseKey, code })).body.code).toBe('code_invalid')
  })

  it('compares 10 wrong codes of one address in 10 minutes, of 200 at once no more', async () => {
    const { world, slug } = await portal()
    const guesses = await Promise.all(
      Array.from({ length: 200 }, (_, n) =>
        portalBrowser(world, slug).call('POST', '/sign-in', { license_key: `KW-${n}`, code: '12345678' }),
      ),
    )
    expect([countOf(guesses, 403), countOf(guesses, 429)]).toEqual([10, 190])
  })

  it('sends a customer 3 codes an hour and 6 a day, whatever is asked, and answers the same', async () => {
    const { world, slug, call } = await portal()
    const { licenseKey } = await sold(world, 'buyer@example.com')
    const ask = (n: number) =>
      portalBrowser(world, slug).call('POST', '/code', { license_key: licenseKey }, `100.64.${n >> 8}.${n & 255}`)
    const asked = await Promise.all(Array.from({ length: 200 }, (_, n) => ask(n)))
    expect(countOf(asked, 200)).toBe(200)
    expect(await mailsOf(world)).toHaveLength(3)
    world.clock.advance(hourMs)
    for (let n = 0; n < 5; n += 1) await ask(n)
    expect(await mailsOf(world)).toHaveLength(3)
    world.clock.advance(hourMs)
    await ask(1)
    expect(await mailsOf(world)).toHaveLength(0)
    world.clock.advance(22 * hourMs)
    await ask(1)
    expect(await mailsOf(world)).toHaveLength(1)
    expect((await call('GET')).status).toBe(200)
  })

  it('takes 10 calls for mail of one address in 10 minutes, of 200 at once no more', async () => {
    const { call } = await portal()
    const calls = await Promise.all(Array.from({ length: 200 }, () => call('POST', '/forgot', { username: 'nobody' })))
    expect([countOf(calls, 200), countOf(calls, 429)]).toEqual([10, 190])
  })

  it('sets a forgotten password with a code, and ends everything that is signed in', async () => {
    const { world, slug, call, signIn } = await portal()
    const who = await world.user({ email: 'ada@example.com' })
    await signIn(who.username)
    const token = await world.session(who)
    const other = portalBrowser(world, slug)
    await other.call('POST', '/forgot', { username: who.username })
    const [mail] = await mailsOf(world)
    expect(mail?.to).toBe('ada@example.com')
    const reset = (code: string, new_password = 'a new password') =>
      other.call('POST', '/reset', { username: who.username, code, new_password })
    expect((await reset(codeIn(mail?.text), 'short')).body.fields).toHaveProperty('new_password')
    expect((await reset('00000000')).body.code).toBe('code_invalid')
    expect((await reset(codeIn(mail?.text))).status).toBe(200)
    expect((await reset(codeIn(mail?.text))).body.code).toBe('code_invalid')
    expect([(await call('GET', '/me')).status, (await world.beat(token)).body.code]).toEqual([401, 'session_ended'])
    expect((await other.signIn(who.username, 'a new password')).status).toBe(200)
    expect((await world.login(who, { password })).status).toBe(401)
  })

  it('changes an email address once a code from there is entered, and forgets the proof when the maker changes it', async () => {
    const { world, call, signIn } = await portal()
    const who = await world.user({ email: 'old@example.com' })
    await signIn(who.username)
    const email = 'new@example.com'
    expect((await call('POST', '/email', { email })).status).toBe(200)
    const [mail] = await mailsOf(world)
    expect([mail?.to, (await call('GET', '/me')).body.email]).toEqual([email, 'old@example.com'])
    const code = codeIn(mail?.text)
    expect((await call('POST', '/email', { email, code: '00000000' })).body.code).toBe('code_invalid')
    const another = { email: 'another@example.com', code }
    expect((await call('POST', '/email', another)).body.code).toBe('code_invalid')
    expect((await call('GET', '/me')).body.email).toBe('old@example.com')
    await call('POST', '/email', { email })
    const code2 = codeIn((await mailsOf(world))[0]?.text)
    expect((await call('POST', '/email', { email, code: code2 })).status).toBe(200)
    expect((await call('GET', '/me')).body.email).toBe(email)
    const proved = () => world.test.stores.appUsers.provedEmail(world.applicationId, who.id)
    expect(await proved()).toBe(email)
    await world.dashboard('PUT', `${world.base}/users/${who.id}`, { email: 'other@example.com' })
    expect(await proved()).toBeNull()
  })

  it('sends the keys of a buyer to the address they were bought with, and to no other', async () => {
    const { world, call } = await portal()
    const one = await sold(world, 'buyer@example.com')
    const other = await sold(world, 'Buyer@Example.com')
    await sold(world, 'someone@example.com')
    await sold((await portal()).world, 'buyer@example.com')
    await call('POST', '/recover-key', { email: 'BUYER@example.com' })
    const [mail, ...rest] = await mailsOf(world)
    // as it was spelled when it was bought
    expect([mail?.to, rest]).toEqual(['Buyer@Example.com', []])
    expect(mail?.text).toContain(one.licenseKey)
    expect(mail?.text).toContain(other.licenseKey)
    expect(mail?.text.match(/^KW-/gm)).toHaveLength(2)
  })

  it('makes a license key an account with the same id, seat and devices; the key signs nobody in any more', async () => {
    const { world, slug, call } = await portal({ portalKeyOnly: 'manage', licenseLogin: true })
    const { licenseKey } = await world.license({ validityDays: 30 })
    const key = await world.send('/api/v1/license', { license_key: licenseKey, hwid: 'PC-1' })
    await call('POST', '/sign-in', { license_key: licenseKey })
    const second = portalBrowser(world, slug)
    await second.call('POST', '/sign-in', { license_key: licenseKey })
    const { username: taken } = await world.user()
    const claim = (username: string, sent = password) => call('POST', '/claim', { username, password: sent })
    expect((await claim(taken)).body.code).toBe('username_taken')
    expect((await claim('Grace', 'short')).body.fields).toHaveProperty('password')
    expect((await claim('\u200b')).body.fields).toHaveProperty('username')
    const counted = () => world.test.stores.hashCounts.of(world.applicationId)
    const before = await counted()
    expect((await claim('Grace')).status).toBe(200)
    expect((await call('GET', '/me')).body).toMatchObject({ username: 'Grace', is_key: false, can_claim: false })
    expect((await second.call('GET', '/me')).body).toMatchObject({ code: 'not_signed_in' } satisfies PortalSaid)
    const login = await world.login({ username: 'Grace' }, { hwid: 'PC-1' })
    expect(login.body).toMatchObject({ code: 'login_successful', user_id: key.body.user_id })
    const stored = await world.test.stores.appUsers.find(world.applicationId, Number(key.body.user_id))
    expect(stored?.kind).toBe('account')
    expect(await counted()).toEqual(before.map((each) => ({ ...each, users: each.users + 1 })))
    // who has an account makes no second one of it
    expect((await claim('Hopper')).body.code).toBe('key_unused')
    expect((await call('GET', '/me')).body.username).toBe('Grace')
    const again = await world.send('/api/v1/license', { license_key: licenseKey, hwid: 'PC-1' })
    expect(again.body.code).toBe('license_full')
  })

  it('makes one account of a license key that many browsers claim at once; the others are signed out', async () => {
    const { world, slug } = await portal({ portalKeyOnly: 'manage', licenseLogin: true, hwidLockEnabled: false })
    const { licenseKey } = await world.license({ validityDays: 30 })
    await world.send('/api/v1/license', { license_key: licenseKey })
    const browsers = Array.from({ length: 12 }, () => portalBrowser(world, slug))
    for (const { byKey } of browsers) expect((await byKey(licenseKey)).status).toBe(200)
    const claims = await Promise.all(
      browsers.map(({ call }, n) => untilDecided(() => call('POST', '/claim', { username: `Grace ${n}`, password }))),
    )
    expect([countOf(claims, 200), countOf(claims, 401)]).toEqual([1, 11])
    const winner = claims.findIndex(({ status }) => status === 200)
    const shown = await Promise.all(browsers.map(({ call }) => call('GET', '/me')))
    expect(shown.map(({ status }) => status)).toEqual(browsers.map((_, n) => (n === winner ? 200 : 401)))
    expect(shown[winner]?.body.username).toBe(`Grace ${winner}`)
  })

  it('is hidden where no mail can be sent', async () => {
    const database = await open()
    const test = await createTestApp({ database })
    const world = await createWorld({ test, database, maker: await test.account() }, await test.account(), {
      ...{ portalEnabled: true, portalSlug: 'without-mail' },
    })
    const { call } = portalBrowser(world, 'without-mail')
    expect((await call('GET')).body.sends_mail).toBe(false)
    for (const [path, body] of [
      ['/code', { license_key: 'KW' }],
      ['/forgot', { username: 'a' }],
      ['/recover-key', { email: 'a@example.com' }],
    ] as const) {
      expect((await call('POST', path, body)).body.code).toBe('mail_not_configured')
    }
    await test.close()
  })
})
