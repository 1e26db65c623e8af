import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { hasBrowser, launchBrowser } from '../harness/browser.ts'
import { codeAt } from '../harness/second-factor.ts'
import { openSmtpSink, type SmtpSink } from '../harness/smtp-sink.ts'
import { type RunningServer, startServer } from '../harness/start-server.ts'
import { openFingerprintReader } from './fingerprint-reader.ts'
import { type PageActions, pageActions } from './page-actions.ts'
import { newApplication, openSignedIn, widths } from './walk-fixtures.ts'
import { findHorizontalOverflow, openWatchedPage } from './watched-page.ts'

// each step checks several dialogs at two widths
vi.setConfig({ testTimeout: 120_000 })

const password = 'a quite different passphrase'

/**
 * The account settings and both steps of a sign-in: a real browser with a passkey of its own, the built pages, the real
 * server, a mail server that keeps what it gets. The steps build on each other, as they do for a user.
 */
describe.skipIf(!hasBrowser)('the own account', () => {
  let sink: SmtpSink
  let server: RunningServer
  let browser: Browser
  let context: BrowserContext
  let page: Page
  let problems: readonly string[]
  let violations: () => Promise<readonly string[]>
  let ui: PageActions
  let totpSecret = ''
  let recoveryCodes: string[] = []

  beforeAll(async () => {
    sink = await openSmtpSink()
    const started = await startServer({ env: { SMTP_URL: sink.url, SMTP_FROM: 'Keywright <noreply@example.com>' } })
    // Browsers bind passkeys to host names: the same server, by its name.
    server = { ...started, origin: started.origin.replace('127.0.0.1', 'localhost') }
    browser = await launchBrowser()
    context = await openSignedIn(browser, server)
    ;({ page, problems, violations } = await openWatchedPage(context))
    ui = pageActions({ page, origin: server.origin })
    await newApplication(server, 'My Game App')
  })
  afterEach(() => expect(problems).toEqual([]))
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
    await sink?.close()
  })

  /** Checks what is open at both widths with axe and for overflow. */
  const fits = async () => {
    for (const size of [widths.narrow, widths.wide]) {
      await page.setViewportSize(size)
      expect(await findHorizontalOverflow(page)).toEqual([])
      expect(await violations()).toEqual([])
    }
  }
  const card = (name: string) => page.locator('section').filter({ has: page.getByRole('heading', { name }) })
  const fill = (label: string, text: string) => page.getByLabel(label, { exact: true }).fill(text)
  const signInPage = async (email = server.owner.email, secret = password) => {
    await context.clearCookies()
    await ui.load('/login')
    await fill('Email', email)
    await fill('Password', secret)
    await ui.press('Sign In')
  }
  const reader = openFingerprintReader()
  const withPasskey = (act: () => Promise<void>) => reader.during(page, act)

  it('is in the settings menu, and a new password signs out every other session', async () => {
    await ui.open('/')
    await ui.press('Settings')
    await page.getByRole('menuitem', { name: 'Account' }).click()
    await page.getByRole('heading', { name: 'Account', level: 1 }).waitFor()
    await ui.press('Change Password')
    await ui.seen('Enter your current password.')
    await fits()
    await fill('Current Password', 'not the password at all')
    await fill('New Password', password)
    await ui.press('Change Password')
    await ui.seen('Current Password is incorrect.')
    await fill('Current Password', server.owner.password)
    await ui.press('Change Password')
    await ui.seen('Password changed')
    expect((await server.api('GET', '/api/auth/user')).status).toBe(401)
    const [cookie] = (await context.cookies()).filter(({ name }) => name === 'sid')
    server = { ...server, owner: { ...server.owner, cookie: `sid=${cookie?.value}` } }
  })

  it('gets an authenticator app by its QR code or key, and recovery codes once', async () => {
    await ui.open('/account')
    await card('Two-Factor Authentication').getByRole('button', { name: 'Set Up' }).click()
    await page.getByRole('img', { name: /QR code/ }).waitFor()
    await fits()
    totpSecret = ((await ui.dialog().locator('code').textContent()) ?? '').replaceAll(' ', '')
    await fill('Code', '000000')
    await ui.press('Turn On')
    await ui.seen('Incorrect code. Check the clock of your phone.')
    await fill('Code', codeAt(totpSecret, Date.now()))
    await ui.press('Turn On')
    await ui.dialog().getByRole('heading', { name: 'Recovery Codes' }).waitFor()
    await fits()
    recoveryCodes = await ui.dialog().getByRole('listitem').allInnerTexts()
    expect(recoveryCodes).toHaveLength(10)
    await ui.press("I've Saved Them")
    await ui.seen('10 codes left, in case you lose your phone.')
    await fits()
  })

  it('asks for the code at sign-in, on both widths, and takes a recovery code in its place', async () => {
    await signInPage()
    await page.getByLabel('Code', { exact: true }).waitFor()
    await fits()
    await ui.press('Sign In')
    await ui.seen('Enter a code.')
    await fill('Code', '000000')
    await ui.press('Sign In')
    await ui.seen('Incorrect code. Enter a new one.')
    await ui.press('Use a recovery code')
    await page.getByLabel('Recovery code', { exact: true }).waitFor()
    await fits()
    await fill('Recovery code', recoveryCodes[0] ?? '')
    await ui.press('Sign In')
    await ui.seen('Welcome back!')
    await ui.open('/account')
    await ui.seen('9 codes left, in case you lose your phone.')
  })

  it('gets a passkey with a name, and signs in with it alone', async () => {
    await ui.open('/account')
    await ui.press('Add Passkey')
    await ui.dialog().getByRole('heading', { name: 'Add Passkey' }).waitFor()
    await fits()
    await fill('Name', 'Laptop')
    await withPasskey(async () => {
      await ui.press('Continue')
      await ui.seen('Passkey added')
    })
    await card('Passkeys').getByText('Laptop').waitFor()
    await page.getByRole('button', { name: 'Actions for Laptop' }).click()
    await fits()
    await page.getByRole('menuitem', { name: 'Rename' }).click()
    await fits()
    await fill('Name', 'Desk')
    await ui.press('Save', ui.dialog())
    await card('Passkeys').getByText('Desk').waitFor()
    await context.clearCookies()
    await ui.load('/login')
    await fits()
    await withPasskey(async () => {
      await ui.press('Sign in with a passkey')
      await ui.seen('Welcome back!')
    })
  })

  it('takes the passkey as second step, too', async () => {
    await signInPage()
    await page.getByLabel('Code', { exact: true }).waitFor()
    await fits()
    await withPasskey(async () => {
      await ui.press('Use a Passkey')
      await ui.seen('Welcome back!')
    })
  })

  it('lists sessions, ends one, and asks before it signs out everywhere', async () => {
    const other = await openSignedIn(browser, server, widths.narrow)
    const second = await openWatchedPage(other)
    await second.page.goto(`${server.origin}/login`)
    await ui.open('/account')
    await card('Sessions').getByText('This browser').waitFor()
    const others = card('Sessions').getByRole('button', { name: /^End the session/ })
    const before = await others.count()
    expect(before).toBeGreaterThan(0)
    await others.first().click()
    await ui.seen('Session ended')
    await expect.poll(() => others.count()).toBe(before - 1)
    await ui.press('Sign Out Everywhere')
    await ui.confirmation().waitFor()
    await fits()
    await ui.press('Cancel', ui.confirmation())
    await other.close()
  })

  it('makes a management token for chosen things, shows it once with an example that works, and revokes it', async () => {
    await ui.open('/account')
    await ui.press('New Token')
    await ui.dialog().waitFor()
    await ui.press('Create Token')
    await ui.seen('Choose at least one permission.')
    await fill('Name', 'My shop')
    await page.getByLabel('Licenses: Write').check()
    await ui.press('Selected applications', ui.dialog())
    await page.getByLabel('My Game App').check()
    await fits()
    await ui.press('Create Token')
    await ui.dialog().getByRole('heading', { name: 'Copy Your Token' }).waitFor()
    await fits()
    await ui.press('Copy token', ui.dialog())
    const token = await page.evaluate(() => navigator.clipboard.readText())
    expect(token).toMatch(/^kwt_[0-9A-Za-z]{49}$/)
    const example = await ui.dialog().locator('pre').textContent()
    const path = /'(http[^']+)'/.exec(example ?? '')?.[1] ?? ''
    const call = () =>
      fetch(path, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'idempotency-key': 'order-1001',
        },
        body: '{"maxUsers":1,"validityDays":30}',
      })
    const [first, again] = [await (await call()).text(), await (await call()).text()]
    expect(JSON.parse(first)).toMatchObject({ maxUsers: 1, validityDays: 30 })
    expect(again).toBe(first)
    await ui.press('Done', ui.dialog())
    await card('Management Tokens').getByText('Licenses: change').waitFor()
    await page.getByRole('button', { name: 'Revoke My shop' }).click()
    await ui.confirmation().waitFor()
    await fits()
    await ui.press('Revoke', ui.confirmation())
    await ui.seen('Token revoked')
    expect((await call()).status).toBe(401)
  })

  it('asks who is there when the sign-in is some time ago', async () => {
    await page.clock.install()
    await ui.open('/account')
    await card('Management Tokens').getByText('No tokens yet').waitFor()
    await page.clock.fastForward('06:00')
    await ui.press('New Codes')
    await ui.dialog().getByRole('heading', { name: 'Confirm Your Identity' }).waitFor()
    await fits()
    await ui.press('Continue')
    await ui.seen('Enter your password.')
    await page.getByLabel('Password', { exact: true }).last().fill(password)
    await ui.press('Continue')
    await ui.confirmation().waitFor()
    await fits()
    await ui.press('Create New Codes', ui.confirmation())
    await ui.dialog().getByRole('heading', { name: 'Recovery Codes' }).waitFor()
    recoveryCodes = await ui.dialog().getByRole('listitem').allInnerTexts()
    await ui.press("I've Saved Them")
  })

  it('sets a forgotten password anew by the link of an email', async () => {
    await context.clearCookies()
    await ui.load('/login')
    await page.getByRole('link', { name: 'Forgot password?' }).click()
    await ui.dialog().getByLabel('Email').waitFor()
    await fits()
    await ui.dialog().getByLabel('Email').fill(server.owner.email)
    await ui.press('Send Link')
    await ui.seen('Check Your Inbox')
    await fits()
    const { text } = await sink.next()
    const link = /(http\S+#token=\S+)/.exec(text)?.[1] ?? ''
    await page.goto(link)
    await page.getByRole('heading', { name: 'Set a new password' }).waitFor()
    expect(page.url()).not.toContain('token')
    await fits()
    await fill('New password', 'short')
    await ui.press('Set Password')
    await ui.seen('Password must be at least 12 characters.')
    await fill('New password', 'the third good passphrase')
    await ui.press('Set Password')
    await page.getByRole('heading', { name: 'Password changed' }).waitFor()
    await fits()
    await page.goto('about:blank')
    await page.goto(link)
    await page.getByLabel('New password').fill('the fourth good passphrase')
    await ui.press('Set Password')
    await ui.seen('This link has expired or was used')
    await fits()
    await signInPage(server.owner.email, 'the third good passphrase')
    await page.getByLabel('Code', { exact: true }).fill(codeAt(totpSecret, Date.now() + 30_000))
    await ui.press('Sign In')
    await ui.seen('Welcome back!')
  })

  it('removes both factors, and signs out everywhere', async () => {
    await ui.open('/account')
    await card('Two-Factor Authentication').getByRole('button', { name: 'Remove' }).click()
    await ui.confirmation().waitFor()
    await fits()
    await ui.press('Remove', ui.confirmation())
    await ui.seen('Authenticator App removed')
    await page.getByRole('button', { name: 'Actions for Desk' }).click()
    await page.getByRole('menuitem', { name: 'Remove' }).click()
    await ui.press('Remove', ui.confirmation())
    await ui.seen('No passkeys yet')
    await card('Two-Factor Authentication').getByText('Off').waitFor()
    await ui.press('Sign Out Everywhere')
    await ui.press('Sign Out Everywhere', ui.confirmation())
    await page.waitForURL(`${server.origin}/`)
    await ui.open('/account')
    expect(new URL(page.url()).pathname).toBe('/login')
  })
})
