import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { describeOnBothDatabases } from '../../../../test/harness/databases.ts'
import { importFile } from '../../../../test/harness/import-file.ts'
import { useMailSuite } from '../../../../test/harness/mail-suite.ts'
import { countOf, openPortal, portalBrowser } from '../../../../test/harness/portal-browser.ts'
import { password } from '../../../../test/harness/world.ts'

const dayMs = 86_400_000
const newPassword = 'chosen by the user'

interface Link {
  readonly url: string
  readonly endsAt: string
}

describeOnBothDatabases('a user who never chose a password', (open) => {
  const suite = useMailSuite(open)

  async function openLinks() {
    const portal = await openPortal(suite)
    const { world, slug } = portal
    const make = (userId: number) => world.maker.api<Link>('POST', `${world.base}/users/${userId}/password-link`)
    const tokenFor = async (userId: number) => new URL((await make(userId)).body.url).hash.slice(1)
    const use = (token: string, at = slug, ip?: string) =>
      portalBrowser(world, at).call('POST', '/set-password', { token, new_password: newPassword }, ip)
    const enters = async (username: string, sent: string) =>
      (await portalBrowser(world, slug).signIn(username, sent)).status === 200
    return { ...portal, make, tokenFor, use, enters }
  }

  it('sets one with the link of the developer, once, and is signed out everywhere else', async () => {
    const { world, slug, make, use, enters, signIn, call } = await openLinks()
    const { id, username } = await world.user()
    await signIn(username)
    const session_token = 'sess_0123456789abcdef0123456789abcdef_1767225600'
    await world.track('start', { user_id: id, session_token })
    const { status, body } = await make(id)
    expect(status).toBe(200)
    const url = new URL(body.url)
    expect(url.pathname).toBe(`/portal/${slug}/password`)
    expect(body.endsAt).toBe(new Date(world.clock.nowMs() + 7 * dayMs).toISOString())
    const token = url.hash.slice(1)
    expect(await enters(username, password)).toBe(true)
    expect((await use(token)).status).toBe(200)
    expect([await enters(username, newPassword), await enters(username, password)]).toEqual([true, false])
    expect((await call('GET', '/me')).status).toBe(401)
    expect((await world.track('heartbeat', { session_token })).body.success).toBe(false)
    expect((await use(token)).body.code).toBe('reset_link_invalid')
    const audited = await world.dashboard<{ subject: string }[]>('GET', '/api/audit?action=user.password_link')
    expect(JSON.stringify(audited)).toContain(`user ${id}`)
    expect(JSON.stringify(audited)).not.toContain(token)
  })

  it('uses a link once, of 50 uses at once', async () => {
    const { world, tokenFor, use } = await openLinks()
    const token = await tokenFor((await world.user()).id)
    const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => use(token, undefined, `10.77.0.${n}`)))
    expect([countOf(answers, 200), countOf(answers, 404)]).toEqual([1, 49])
  })

  it('finds a link void after 7 days, in another portal, and when a newer one was made', async () => {
    const { world, tokenFor, use } = await openLinks()
    const other = await openLinks()
    const { id } = await world.user()
    const former = await tokenFor(id)
    const token = await tokenFor(id)
    expect((await use(former)).status).toBe(404)
    expect((await use(token, other.slug)).status).toBe(404)
    world.clock.advance(7 * dayMs)
    expect((await use(token)).status).toBe(404)
  })

  it.each([
    { what: 'the password', method: 'PUT', path: '', change: { password: 'set in the dashboard' } },
    { what: 'the email address', method: 'PUT', path: '', change: { email: 'other@example.com' } },
    { what: 'a ban', method: 'POST', path: '/ban', change: {} },
  ])('finds a link void after a change of $what, also when it is taken back', async ({ method, path, change }) => {
    const { world, tokenFor, use, enters } = await openLinks()
    const { id, username } = await world.user({ email: 'ada@example.com' })
    const token = await tokenFor(id)
    const at = `${world.base}/users/${id}`
    await world.dashboard(method, `${at}${path}`, change)
    expect((await use(token)).status).toBe(404)
    await world.dashboard('PUT', at, { email: 'ada@example.com' })
    await world.dashboard('POST', `${at}/unban`)
    expect((await use(token)).body.code).toBe('reset_link_invalid')
    expect(await enters(username, newPassword)).toBe(false)
  })

  it('finds a link void after a ban of many users at once, also when it is lifted again', async () => {
    const { world, tokenFor, use } = await openLinks()
    const { id } = await world.user()
    const link = await tokenFor(id)
    const bulk = async (type: string) => {
      const asked = { selection: { ids: [id] }, action: { type } }
      const { token } = await world.dashboard<{ token: string }>('POST', `${world.base}/users/bulk/preview`, asked)
      await world.dashboard('POST', `${world.base}/users/bulk`, { ...asked, token })
    }
    await bulk('ban')
    expect((await world.stores.appUsers.find(world.applicationId, id))?.isBanned).toBe(true)
    await bulk('unban')
    expect((await world.stores.appUsers.find(world.applicationId, id))?.isBanned).toBe(false)
    expect((await use(link)).status).toBe(404)
  })

  it('keeps the link through what changes nothing of the three: a login, a pause, another expiry', async () => {
    const { world, tokenFor, use } = await openLinks()
    const who = await world.user()
    const token = await tokenFor(who.id)
    await world.login(who)
    const at = `${world.base}/users/${who.id}`
    await world.dashboard('POST', `${at}/pause`)
    await world.dashboard('POST', `${at}/unpause`)
    await world.dashboard('PUT', at, { expiresAt: new Date(world.clock.nowMs() + dayMs).toISOString() })
    expect((await use(token)).status).toBe(200)
  })

  it('gets no link while the portal is closed, and none for a license key', async () => {
    const { world, make } = await openLinks()
    const license = await world.license()
    await world.dashboard('PATCH', world.base, { licenseLogin: true })
    await world.send('/api/v1/license', { license_key: license.licenseKey, hwid: 'PC-1' })
    const [holder] = await world.dashboard<{ id: number }[]>('GET', `${world.base}/users?kind=license`)
    expect((await make(holder?.id ?? 0)).body).toMatchObject({ code: 'key_alone' })
    const { id } = await world.user()
    await world.dashboard('PATCH', world.base, { portalEnabled: false })
    expect((await make(id)).body).toMatchObject({ code: 'portal_closed' })
  })

  it('is guessed at 10 times from one address: of 200 links at once no more are looked up', async () => {
    const { world, slug, tokenFor, use } = await openLinks()
    const token = await tokenFor((await world.user()).id)
    const answers = await Promise.all(Array.from({ length: 200 }, (_, n) => use(`guess-${n}`, slug, '203.0.113.30')))
    expect([countOf(answers, 404), countOf(answers, 429)]).toEqual([10, 190])
    expect((await use(token, slug, '203.0.113.30')).status).toBe(429)
    expect((await use(token, slug, '203.0.113.31')).status).toBe(200)
  })

  it('who was imported with the hash of an address gets a code to that address, sets a password and keeps the address', async () => {
    const { world, slug, call, enters } = await openLinks()
    const address = 'Lena@Example.com'
    const email = createHash('sha1').update(address.toLowerCase()).digest('hex')
    const users = [
      { username: 'lena', email, password: null },
      { username: 'nina', email: null, password: null },
    ]
    const expiry = String(Math.floor(world.clock.nowMs() / 1000) + 86_400)
    const subscription = users.map(({ username }) => ({ user: username, subscription: 'default', expiry }))
    const query = { kind: 'users', format: 'keyauth' }
    const file = JSON.stringify({ users, subscription })
    const { rows } = await importFile(world.test, world.maker, world.applicationId, query, file)
    expect(rows.map(({ message }) => message)).toEqual([
      'No password: set in the portal with the email address, or send a password link',
      'No password: send a password link',
    ])
    expect(await enters('lena', '')).toBe(false)
    expect((await world.login({ username: 'lena' })).body.code).toBe('invalid_credentials')

    const ask = async (username: string, sent?: string) => {
      const { status, body } = await call('POST', '/forgot', { username, ...(sent !== undefined && { email: sent }) })
      return { status, body }
    }
    const known = await ask('lena', address)
    for (const [username, sent] of [
      ...[['lena', undefined] as const, ['lena', 'thief@example.com'] as const],
      ...[['nina', address] as const, ['nobody', address] as const],
    ]) {
      expect(await ask(username, sent)).toEqual(known)
    }
    await world.test.app.whenIdle()
    await world.test.app.mails.sendDue()
    const [mail] = suite.sink.mails
    expect(mail?.to.map((to) => to.toLowerCase())).toEqual([address.toLowerCase()])
    const code = /^(\d{8})$/m.exec(mail?.text ?? '')?.[1] ?? ''
    const reset = { username: 'lena', code, new_password: newPassword }
    expect((await portalBrowser(world, slug).call('POST', '/reset', reset)).status).toBe(200)
    expect(await enters('lena', newPassword)).toBe(true)
    expect((await world.stores.appUsers.findByName(world.applicationId, 'lena'))?.email).toBe(address)
    expect(suite.sink.mails).toHaveLength(1)
  })
})
