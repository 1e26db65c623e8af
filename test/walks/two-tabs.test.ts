import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { hasBrowser } from '../harness/browser.ts'
import { useWalk } from './open-walk.ts'
import { type PageActions, pageActions } from './page-actions.ts'
import { newApplication, newUser, openSignedIn, ownerCall, type WalkApplication } from './walk-fixtures.ts'

const password = 'plenty of letters here'
const email = 'grace@example.com'

/** Two users of one browser, and sessions that end: the built pages, the real server. */
describe.skipIf(!hasBrowser)('two tabs of one browser', () => {
  const walk = useWalk({ toleratesProblems: true })
  let page: Page
  let ui: PageActions
  let application: WalkApplication
  let cookie: string

  beforeAll(async () => {
    await ownerCall(walk.server, 'POST', '/api/admin/users', { email, password, role: 'owner' })
    application = await newApplication(walk.server, 'My Game App')
    await newUser(walk.server, application, { username: 'sofia' })
    await ownerCall(walk.server, 'POST', `/api/applications/${application.id}/licenses`, {})
  })
  beforeEach(async () => {
    const context = await openSignedIn(walk.browser, walk.server)
    page = await context.newPage()
    page.setDefaultTimeout(10_000)
    ui = pageActions({ page, origin: walk.server.origin })
    cookie = await signIn({ email: walk.server.owner.email, password: walk.server.owner.password })
    await useCookie(cookie)
    return () => context.close()
  })

  const signIn = async (body: object) => {
    const response = await fetch(`${walk.server.origin}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  }
  const useCookie = async (text: string) => {
    const [name = '', value = ''] = text.split('=')
    await page.context().addCookies([{ name, value, url: walk.server.origin }])
  }
  const endSession = () => fetch(`${walk.server.origin}/api/logout`, { method: 'POST', headers: { cookie } })
  const users = () =>
    ownerCall<{ username: string; isPaused: boolean }[]>(
      walk.server,
      'GET',
      `/api/applications/${application.id}/users`,
    )
  const again = (of: Page) => of.getByRole('dialog', { name: 'Sign In Again' })

  it('a page is loaded anew when another tab signs in as somebody else', async () => {
    const other = await page.context().newPage()
    await page.context().clearCookies()
    await other.goto(`${walk.server.origin}/login`)
    await other.getByLabel('Email').fill(email)
    await other.getByLabel('Password', { exact: true }).fill(password)
    await useCookie(cookie)
    await ui.load('/account')
    await page.getByText(walk.server.owner.email).first().waitFor()
    const loaded = page.waitForEvent('load')
    await other.getByRole('button', { name: 'Sign In' }).click()
    await loaded
    await page.getByText(email).first().waitFor()
    expect(await page.getByText(walk.server.owner.email).count()).toBe(0)
  })

  it('nothing is done or shown in the name of who signed in behind an open page: it is loaded anew', async () => {
    await ui.load(`/app/${application.id}?section=users`)
    await ui.row('sofia').waitFor()
    await ui.press('Actions for sofia')
    await page.getByRole('menuitem', { name: 'Pause' }).waitFor()
    // As after a sign-in in a window whose storage events do not reach this one.
    await useCookie(await signIn({ email, password }))
    const refused = page.waitForResponse((answer) => answer.request().method() === 'POST')
    const loaded = page.waitForEvent('load')
    await page.getByRole('menuitem', { name: 'Pause' }).click()
    expect((await refused).status()).toBe(409)
    await loaded
    expect((await users()).map(({ isPaused }) => isPaused)).toEqual([false])
  })

  it('an ended session is noticed at once by every tab that is live, and so is the next one', async () => {
    const other = await page.context().newPage()
    for (const tab of [page, other]) {
      await tab.goto(`${walk.server.origin}/app/${application.id}?section=users`)
      await tab.getByRole('row').filter({ hasText: 'sofia' }).waitFor()
    }
    await endSession()
    await again(page).waitFor()
    await again(other).waitFor()
    await again(other).getByLabel('Password', { exact: true }).fill(walk.server.owner.password)
    await again(other).getByRole('button', { name: 'Sign In' }).click()
    for (const tab of [page, other]) await again(tab).waitFor({ state: 'detached' })
  })

  it('a sign-in is noticed at once by the tab that holds the live stream, when its own attempt was rejected before', async () => {
    // the attempt after that one never comes: only the other tab can tell
    await page.addInitScript((retryMs) => {
      const { setTimeout } = window
      Object.assign(window, {
        setTimeout: (work: () => void, ms?: number) => (ms === retryMs ? 0 : setTimeout(work, ms)),
      })
    }, 10_000)
    const other = await page.context().newPage()
    for (const tab of [page, other]) {
      await tab.goto(`${walk.server.origin}/app/${application.id}?section=users`)
      await tab.getByRole('row').filter({ hasText: 'sofia' }).waitFor()
    }
    const rejected = page.waitForResponse((answer) => answer.url().includes('/api/events') && answer.status() === 401)
    await endSession()
    await rejected
    await again(page).waitFor()
    await again(other).getByLabel('Password', { exact: true }).fill(walk.server.owner.password)
    await again(other).getByRole('button', { name: 'Sign In' }).click()
    for (const tab of [page, other]) await again(tab).waitFor({ state: 'detached' })
  })

  it.each(['?section=users', '/licenses'])(
    'an export after the session has ended asks to sign in and keeps the page (%s)',
    async (path) => {
      await ui.load(`/app/${application.id}${path}`)
      await endSession()
      await again(page).getByRole('button', { name: 'Not Now' }).click()
      const address = page.url()
      await ui.press('More Actions')
      await page.getByRole('menuitem', { name: 'Export as CSV' }).click()
      await again(page).waitFor()
      expect([page.url(), await page.locator('main h1').count()]).toEqual([address, 1])
    },
  )
})
