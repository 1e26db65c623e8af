import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { cookieFrom, createTestApp, type TestApp } from '../../../../test/harness/create-test-app.ts'
import { describeOnBothDatabases } from '../../../../test/harness/databases.ts'
import { temporaryFolder } from '../../../../test/harness/temporary-folder.ts'
import { useTestAppOfEach } from '../../../../test/harness/use-suite.ts'
import { openAdminKey } from '../../accounts/admin-key.ts'
import { readConfig } from '../../config.ts'
import { type FirstStart, makeSetupLink, prepareFirstStart, type SetupLink } from '../../first-start.ts'
import { openLog } from '../../lib/log.ts'

const email = 'marie@example.com'
const password = 'quiet otter rows home'
const minuteMs = 60_000

interface Started extends FirstStart {
  readonly link: SetupLink | undefined
}

/** What the server does before and after it starts to listen. */
async function start({ app, clock }: TestApp, dataDir: string, env: Record<string, string> = {}): Promise<Started> {
  const config = readConfig({ DATA_DIR: dataDir, ADMIN_KEY: 'k'.repeat(32), ...env })
  const { stores, passwords } = app
  const adminKey = openAdminKey('sqlite', { stores, clock, config, log: openLog('silent', 'json', () => {}) })
  const firstStart = await prepareFirstStart({ stores, passwords, clock, adminKey, config })
  const needsOwner = firstStart.owner.kind === 'needs_owner'
  return {
    ...firstStart,
    link: needsOwner ? await makeSetupLink({ stores, clock }, 'https://licenses.example.com') : undefined,
  }
}

function tokenOf({ owner, link }: Pick<Started, 'owner' | 'link'>): string {
  if (!link) throw new Error(`the start says ${owner.kind}`)
  return link.url.replace('https://licenses.example.com/setup#token=', '')
}

describe('the first owner', () => {
  const it = useTestAppOfEach()

  const setUp = (token: string, change: Record<string, unknown> = {}) =>
    it.call<{ code?: string; fields?: Record<string, string> }>('POST', '/api/setup', {
      body: { token, email, password, ...change },
    })

  test('is made with the printed token, signed in, and has every permission', async () => {
    const made = await setUp(tokenOf(await start(it, '.')))
    expect(made.status).toBe(200)
    expect(made.body).toMatchObject({ email, role: 'owner', lastLogin: it.clock.now().toISOString() })
    const cookie = cookieFrom(made, 'sid') ?? ''
    const user = await it.call<{ permissions: string[] }>('GET', '/api/auth/user', { headers: { cookie } })
    expect(user.status).toBe(200)
    expect(user.body.permissions).toContain('access_admin_panel')
    const signedIn = await it.call('POST', '/api/auth/login', { body: { email, password } })
    expect(signedIn.status).toBe(200)
  })

  test('the token stands behind the hash sign, has 256 bits and is not stored as it is', async () => {
    const { owner, link } = await start(it, '.')
    expect(owner).toEqual({ kind: 'needs_owner' })
    expect(link?.expiresAt).toEqual(new Date(it.clock.nowMs() + 30 * minuteMs))
    const token = tokenOf({ owner, link })
    expect(token).toMatch(/^[\w-]{43}$/)
    expect(await it.stores.setup.isValid(token, it.clock.now())).toBe(false)
  })

  test('a token works once', async () => {
    const token = tokenOf(await start(it, '.'))
    expect((await setUp(token)).status).toBe(200)
    const again = await setUp(token, { email: 'other@example.com' })
    expect([again.status, again.body.code]).toEqual([404, 'setup_link_invalid'])
  })

  test('a token works for thirty minutes', async () => {
    const token = tokenOf(await start(it, '.'))
    it.clock.advance(30 * minuteMs)
    expect((await setUp(token)).status).toBe(404)
    it.clock.advance(-1)
    expect((await setUp(token)).status).toBe(200)
  })

  test('a restart ends the link of the start before', async () => {
    const former = tokenOf(await start(it, '.'))
    const latest = tokenOf(await start(it, '.'))
    expect((await setUp(former)).status).toBe(404)
    expect((await setUp(latest)).status).toBe(200)
  })

  test('no token works once there is an account, however that came about', async () => {
    const token = tokenOf(await start(it, '.'))
    await it.account('owner')
    expect((await setUp(token)).status).toBe(404)
    expect((await start(it, '.')).owner).toEqual({ kind: 'has_owner' })
  })

  test.each([
    ['a weak password', { password: 'password1234' }, 'password'],
    ['a password with the e-mail address in it', { password: 'marie rows her boat' }, 'password'],
    ['a short password', { password: 'short' }, 'password'],
    ['no e-mail address', { email: 'marie' }, 'email'],
    ['an unknown field', { role: 'admin' }, 'role'],
  ])('%s is refused by its field and leaves the token usable', async (_what, change, field) => {
    const token = tokenOf(await start(it, '.'))
    const refused = await setUp(token, change)
    expect([refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([400, [field]])
    expect((await setUp(token)).status).toBe(200)
  })

  test('guessing tokens is stopped after ten in a minute from one address', async () => {
    const token = tokenOf(await start(it, '.'))
    for (let index = 0; index < 10; index += 1) expect((await setUp('guess')).status).toBe(404)
    const limited = await setUp(token)
    expect([limited.status, limited.headers['retry-after']]).toEqual([429, '60'])
    it.clock.advance(minuteMs)
    expect((await setUp(token)).status).toBe(200)
  })

  test('no answer and no log line tells the token or the password', async () => {
    const token = tokenOf(await start(it, '.'))
    const answers = [await setUp(token, { email: 'x' }), await setUp(token), await setUp(token)]
    const told = [...answers.map(({ text }) => text), ...it.log].join('\n')
    expect(told).not.toContain(token)
    expect(told).not.toContain(password)
  })
})

describeOnBothDatabases('two browsers at the setup page', (open) => {
  test('make one owner', async () => {
    const it = await createTestApp({ database: await open() })
    const token = tokenOf(await start(it, '.'))
    const answers = await Promise.all(
      ['marie@example.com', 'pierre@example.com'].map((each) =>
        it.call('POST', '/api/setup', { body: { token, email: each, password } }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404])
    const accounts = await Promise.all([
      it.stores.accounts.findByEmail(email),
      it.stores.accounts.findByEmail('pierre@example.com'),
    ])
    expect(accounts.filter((account) => account !== undefined)).toHaveLength(1)
    await it.close()
  })
})

describe('an unattended first start', () => {
  const owner = { OWNER_EMAIL: email, OWNER_PASSWORD: password }

  test('makes the configured owner once and prints no link', async () => {
    const it = await createTestApp()
    expect((await start(it, '.', owner)).owner).toEqual({ kind: 'made_owner', email })
    expect((await start(it, '.', owner)).owner).toEqual({ kind: 'has_owner' })
    const signedIn = await it.call<{ user: { role: string } }>('POST', '/api/auth/login', { body: { email, password } })
    expect(signedIn.body.user.role).toBe('owner')
    await it.close()
  })

  test('refuses a password that is easy to guess, and makes no owner', async () => {
    const it = await createTestApp()
    const weak = start(it, '.', { ...owner, OWNER_PASSWORD: 'password1234' })
    await expect(weak).rejects.toThrow('OWNER_PASSWORD is too common, choose another')
    expect(await it.stores.accounts.isEmpty()).toBe(true)
    await it.close()
  })

  test('ends a link printed before', async () => {
    const it = await createTestApp()
    const token = tokenOf(await start(it, '.'))
    await start(it, '.', owner)
    const late = await it.call('POST', '/api/setup', { body: { token, email: 'other@example.com', password } })
    expect(late.status).toBe(404)
    await it.close()
  })

  test('of several nodes at once makes one owner', async () => {
    const it = await createTestApp()
    const kinds = (await Promise.all([1, 2, 3].map(() => start(it, '.', owner)))).map(({ owner: { kind } }) => kind)
    expect(kinds.toSorted()).toEqual(['has_owner', 'has_owner', 'made_owner'])
    await it.close()
  })

  test('makes an admin key that only its user may read, and tells it once', async () => {
    const it = await createTestApp()
    const folder = await temporaryFolder()
    const dataDir = join(folder.options.dataDir, 'fresh')
    const first = await start(it, dataDir, { ADMIN_KEY: '' })
    const file = join(dataDir, 'admin.key')
    expect(first.newAdminKey).toMatch(/^[\w-]{43}$/)
    expect(readFileSync(file, 'utf8')).toBe(`${first.newAdminKey}\n`)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect((await start(it, dataDir, { ADMIN_KEY: '' })).newAdminKey).toBeUndefined()
    const other = join(folder.options.dataDir, 'given')
    expect((await start(it, other)).newAdminKey).toBeUndefined()
    expect(existsSync(join(other, 'admin.key'))).toBe(false)
    await it.close()
    await folder.remove()
  })
})
