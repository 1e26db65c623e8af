import type { BrowserContext, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser } from '../harness/browser.ts'
import { setupUrlIn } from './newcomer-walk.ts'
import { useServerAndBrowser } from './open-walk.ts'
import { openWatchedPage, storedAccountKeys, type WatchedPage } from './watched-page.ts'

const email = 'owner@example.com'
const password = 'four unrelated words – here'

const wide = { width: 1440, height: 900 }
const narrow = { width: 390, height: 844 }

describe.skipIf(!hasBrowser)('signing in, in a real browser', () => {
  const walk = useServerAndBrowser({ hasOwner: false })
  let context: BrowserContext
  let watched: WatchedPage
  let page: Page

  beforeAll(async () => {
    context = await walk.browser.newContext({ viewport: wide, permissions: ['clipboard-read', 'clipboard-write'] })
    watched = await openWatchedPage(context)
    page = watched.page
  })

  const at = (path: string) => walk.server.origin + path
  const dialog = () => page.getByRole('dialog')
  const question = () => page.getByRole('alertdialog')
  const said = (text: string) => page.getByText(text, { exact: true }).first().waitFor()

  /** Checks the screen at both widths. */
  const expectAccessible = async () => {
    for (const viewport of [narrow, wide]) {
      await page.setViewportSize(viewport)
      expect(await watched.violations()).toEqual([])
      const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(sideways).toBeLessThanOrEqual(0)
    }
  }

  const fillIn = async (secret: string) => {
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(secret)
  }
  const signIn = async () => {
    await context.clearCookies({ name: 'sid' })
    await page.goto(at('/login'))
    await fillIn(password)
    await page.getByRole('button', { name: 'Sign In' }).click()
    await page.getByRole('heading', { name: 'Welcome back!' }).waitFor()
  }
  /** What a visitor's bar offers. */
  const wayIn = (on: Page) => on.getByRole('banner').getByRole('link', { name: 'Sign In' })
  const stored = (key: string, from: 'localStorage' | 'sessionStorage' = 'localStorage') =>
    page.evaluate(([store, name]) => window[store].getItem(name), [from, key] as const)

  test('a visitor finds the way in, and nothing that is not there', async () => {
    await page.goto(at('/'))
    await wayIn(page).waitFor()
    await expectAccessible()
    for (const word of ['Features', 'Documentation', 'Dashboard', 'Pricing']) {
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: word }).click()
      await page.locator(`section#${word.toLowerCase()}`).waitFor()
      expect(new URL(page.url()).hash).toBe(`#${word.toLowerCase()}`)
    }
    await page.locator('[data-landing="bar"][data-scrolled]').waitFor()
    await page.getByRole('tab', { name: 'Python' }).click()
    await page.getByRole('tabpanel', { name: 'Python' }).getByText('API_KEY = "YOUR_API_KEY"').waitFor()
    await expectAccessible()
    await page.goto(at('/nowhere'))
    await page.getByRole('heading', { name: '404 Page Not Found' }).waitFor()
    await expectAccessible()
    await page.goto(at('/setup'))
    await page.getByText('Open this page with the one-time link', { exact: false }).waitFor()
    await expectAccessible()
    expect(watched.refusals).toEqual(['404 /nowhere'])
  })

  test('the printed link creates the owner, stays in no address bar and leads to the first application', async () => {
    await page.goto(setupUrlIn(walk.server.output()))
    await page.getByRole('heading', { name: 'Welcome to Keywright' }).waitFor()
    expect(page.url()).toBe(at('/setup'))
    await expectAccessible()
    await fillIn('short')
    await page.getByRole('button', { name: 'Create Owner Account' }).click()
    await said('Password must be at least 12 characters.')
    await fillIn(password)
    await page.getByRole('button', { name: 'Create Owner Account' }).click()
    await dialog().waitFor()
    expect(page.url()).toBe(at('/?dialog=new-application'))
    expect(await stored('user_email')).toBe(email)
  })

  test('an application needs a name, and then is open for work', async () => {
    await dialog().getByRole('button', { name: 'Create Application' }).click()
    await said('Please enter an application name')
    await expectAccessible()
    await dialog().getByLabel('Application Name').fill('My Game App')
    await dialog().getByRole('button', { name: 'Create Application' }).click()
    await said('Application created successfully')
    await page.waitForURL(/\/app\/\d+$/)
  })

  test('the key on a card is masked, shown on demand, and copied whole', async () => {
    await page.goto(at('/dashboard'))
    const card = page.getByRole('article')
    const masked = await card.locator('code').textContent()
    expect(masked).toMatch(/^ak_\w{9}•{20}\w{8}$/)
    await card.getByRole('button', { name: 'Show API key of My Game App' }).click()
    const key = (await card.locator('code').textContent()) ?? ''
    await card.getByRole('button', { name: 'Copy API key of My Game App' }).click()
    for (const text of ['Copied', 'API key copied to clipboard']) await said(text)
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key)
    expect(masked).toBe(`${key.slice(0, 12)}${'•'.repeat(20)}${key.slice(-8)}`)
    await expectAccessible()
  })

  test('the settings menu and both questions on the dashboard are accessible', async () => {
    await page.getByRole('button', { name: 'Settings' }).click()
    await page.getByRole('menu').waitFor()
    expect(await watched.violations()).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Delete My Game App' }).click()
    await question().getByText('This action cannot be undone.', { exact: false }).waitFor()
    await expectAccessible()
    await question().getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Logout' }).click()
    await question().getByText('Confirm Logout').waitFor()
    await expectAccessible()
  })

  test('logging out sets the flag in both storages, and the flag alone keeps the browser out', async () => {
    await question().getByRole('button', { name: 'Logout' }).click()
    await wayIn(page).waitFor()
    expect(page.url()).toBe(at('/'))
    expect([await stored('user_logged_out'), await stored('user_logged_out', 'sessionStorage')]).toEqual([
      'true',
      'true',
    ])
    expect(await storedAccountKeys(page)).toEqual([])
    let checks = 0
    page.on('request', (request) => {
      if (request.url().endsWith('/api/auth/user')) checks += 1
    })
    await page.goto(at('/dashboard'))
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(checks).toBe(0)
  })

  test('a used setup link says what to do instead', async () => {
    await page.goto(setupUrlIn(walk.server.output()))
    await fillIn(password)
    await page.getByRole('button', { name: 'Create Owner Account' }).click()
    await page.getByText('This link has expired or was used', { exact: false }).waitFor()
    await expectAccessible()
    await page.getByRole('link', { name: 'Sign In' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  })

  test('nothing is sent without both fields, and a refusal is told beside the form too', async () => {
    let calls = 0
    page.on('request', (request) => {
      if (request.url().endsWith('/api/auth/login')) calls += 1
    })
    await page.getByRole('button', { name: 'Sign In' }).click()
    await said('Please enter both email and password')
    expect(calls).toBe(0)
    await fillIn('not the password')
    await page.getByRole('button', { name: 'Sign In' }).click()
    await said('Login failed')
    await page.getByRole('alert').getByText('Invalid email or password').waitFor()
    await expectAccessible()
    await page.getByRole('link', { name: 'Forgot password?' }).click()
    await dialog().getByText('npm run cli user reset-password you@example.com').waitFor()
    await expectAccessible()
    await page.goBack()
    await dialog().waitFor({ state: 'detached' })
  })

  test('signing in leads to where one wanted to go, and clears the flag', async () => {
    await page.goto(at('/blacklist?type=ip'))
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await fillIn(password)
    await page.getByRole('button', { name: 'Sign In' }).click()
    await page.getByRole('heading', { name: 'Blacklist' }).waitFor()
    expect(page.url()).toBe(at('/blacklist?type=ip'))
    expect(await stored('user_logged_in')).toBe('true')
    expect([await stored('user_logged_out'), await stored('user_logged_out', 'sessionStorage')]).toEqual([null, null])
  })

  test('a value is blocked, listed with its scope and unblocked again', async () => {
    await page.goto(at('/blacklist'))
    await page.getByRole('button', { name: 'Add', exact: true }).first().click()
    const add = dialog().getByRole('button', { name: 'Add', exact: true })
    expect(await add.getAttribute('aria-disabled')).toBe('true')
    await dialog().getByLabel('Data').fill('203.0.113.0/24')
    await expectAccessible()
    await add.click()
    await said('Blacklist entry added')
    await page.getByRole('cell', { name: 'App 1' }).waitFor()
    await expectAccessible()
    await page.getByRole('button', { name: 'Delete 203.0.113.0/24' }).click()
    await question().getByRole('button', { name: 'Delete', exact: true }).click()
    await said('Blacklist entry deleted')
    await said('No blacklist entries yet')
  })

  test('a sign-out that the server did not hear of is told it again', async () => {
    await page.route('**/api/logout', (route) => route.fulfill({ status: 503 }))
    await page.getByRole('button', { name: 'Settings' }).click()
    await page.getByRole('menuitem', { name: 'Sign Out' }).click()
    await wayIn(page).waitFor()
    expect((await context.cookies()).some(({ name }) => name === 'sid')).toBe(true)
    await page.unroute('**/api/logout')
    const repeated = page.waitForResponse(/\/api\/logout$/)
    await page.reload()
    expect((await repeated).status()).toBe(200)
    expect((await context.cookies()).some(({ name }) => name === 'sid')).toBe(false)
  })

  test('signing out in one tab signs out the other', async () => {
    await signIn()
    const other = await openWatchedPage(context)
    await other.page.goto(at('/'))
    // what the dashboard asks for has come: a call that is under way would be refused, and be a refusal of this page
    await other.page
      .getByRole('button', { name: /^Delete / })
      .first()
      .waitFor()
    await other.page.getByRole('button', { name: 'Settings' }).click()
    await other.page.getByRole('menuitem', { name: 'Sign Out' }).click()
    await wayIn(page).waitFor()
    expect([other.problems, other.refusals]).toEqual([[], []])
    await other.page.close()
  })

  test('a session that ends meanwhile is renewed over the page, which keeps what was typed', async () => {
    await signIn()
    await page.getByRole('button', { name: 'New Application' }).click()
    await dialog().getByLabel('Application Name').fill('Typed before the end')
    await context.clearCookies()
    await dialog().getByRole('button', { name: 'Create Application' }).click()
    const again = page.getByRole('dialog', { name: 'Sign In Again' })
    await again.waitFor()
    await expectAccessible()
    await again.getByLabel('Password', { exact: true }).fill(password)
    await again.getByRole('button', { name: 'Sign In' }).click()
    await again.waitFor({ state: 'detached' })
    expect(await dialog().getByLabel('Application Name').inputValue()).toBe('Typed before the end')
    await dialog().getByRole('button', { name: 'Create Application' }).click()
    await page.waitForURL(/\/app\/\d+$/)
  })

  test('where the browser refuses to store anything, one signs in and out all the same', async () => {
    const closed = await walk.browser.newContext()
    await closed.addInitScript(() => {
      const refuse = () => {
        throw new DOMException('Storage is blocked', 'SecurityError')
      }
      for (const name of ['localStorage', 'sessionStorage', 'indexedDB']) {
        Object.defineProperty(window, name, { get: refuse })
      }
    })
    const visitor = await openWatchedPage(closed)
    await visitor.page.goto(at('/login'))
    await visitor.page.getByLabel('Email').fill(email)
    await visitor.page.getByLabel('Password', { exact: true }).fill(password)
    await visitor.page.getByRole('button', { name: 'Sign In' }).click()
    await visitor.page.getByRole('button', { name: 'Settings' }).click()
    await visitor.page.getByRole('menuitem', { name: 'Sign Out' }).click()
    await wayIn(visitor.page).waitFor()
    expect([visitor.problems, visitor.refusals]).toEqual([[], []])
    await closed.close()
  })

  test('nothing of all this crashed, complained or broke the content policy', () => {
    expect(watched.problems).toEqual([])
    // The error responses that the walk provoked, some more than once; there are no others.
    expect([...new Set(watched.refusals)]).toEqual([
      '404 /nowhere',
      '404 /api/setup',
      '401 /api/auth/login',
      '503 /api/logout',
      '401 /api/applications',
    ])
  })
})
