import type { Browser, BrowserContext, Page, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { hasBrowser, launchBrowser } from '../../harness/browser.ts'
import { type RunningServer, startServer } from '../../harness/start-server.ts'
import { visit } from '../page-actions.ts'
import { clientCall, newApplication, openSignedIn, ownerCall, seedApplication, widths } from '../walk-fixtures.ts'
import { openWatchedPage, type WatchedPage } from '../watched-page.ts'
import { deleteKey } from './screen-actions.ts'
import type { SpecifiedState } from './specified-screen.ts'
import { specifiedScreens, specifiedStates } from './specified-screens.ts'

// Each page waits for the server most of the time.
vi.setConfig({ maxConcurrency: 2 })

/** Every screen with the texts that the specification requires: a real browser, the built pages, the real server. */
describe.skipIf(!hasBrowser)('the texts of the specification', () => {
  let server: RunningServer
  let browser: Browser
  let owner: BrowserContext
  let visitor: BrowserContext
  let ids: Readonly<Record<string, number>>

  beforeAll(async () => {
    ;[server, browser] = await Promise.all([startServer(), launchBrowser()])
    const full = await seedApplication(server, 16)
    const empty = await newApplication(server, 'Empty App')
    await ownerCall(server, 'PATCH', `/api/applications/${empty.id}`, { isActive: false, hwidLockEnabled: false })
    const permissions = ['view_all_data', 'manage_users', 'manage_permissions', 'edit_code', 'access_admin_panel']
    const staff = await ownerCall<{ id: number }>(server, 'POST', '/api/admin/users', {
      email: 'staff@example.com',
      role: 'staff',
      permissions,
    })
    ids = { full: full.id, empty: empty.id, staff: staff.id }
    await ownerCall(server, 'POST', '/api/webhooks', { url: 'https://example.com/hook', applicationId: full.id })
    await ownerCall(server, 'POST', '/api/blacklist', { type: 'hwid', value: 'pc-of-nobody', reason: 'chargeback' })
    await ownerCall(server, 'POST', '/api/blacklist', { type: 'ip', value: '198.51.100.7', applicationId: full.id })
    await clientCall(server, full, 'login', { username: 'user_001', password: 'wrong' })
    owner = await openSignedIn(browser, server)
    visitor = await browser.newContext({ viewport: widths.wide, locale: 'en-US' })
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  const named = (text: string) => text.replaceAll(/:(full|empty|staff)/g, (_, name: string) => String(ids[name]))
  /** Pages whose test is over and that know nothing but the truth: the next one goes on there, which is cheaper. */
  const idle = new Map<BrowserContext, WatchedPage[]>()
  const openPage = async (isVisitor: boolean | undefined) => {
    const context = isVisitor ? visitor : owner
    const watched = idle.get(context)?.pop() ?? (await openWatchedPage(context))
    const { page, problems } = watched
    const earlier = problems.length
    const url = (address: string) => server.origin + named(address)
    return {
      page,
      problems: () => problems.slice(earlier),
      go: (address: string) => page.goto(url(address)),
      visitAddress: (address: string) => visit(page, url(address)),
      leave: () => idle.set(context, [...(idle.get(context) ?? []), watched]),
    }
  }
  const holds = (page: Page, texts: readonly string[], own = expect) =>
    own.poll(() => missing(page, texts), { timeout: 15_000 }).toEqual([])

  it.concurrent.for(specifiedScreens.map((screen) => [screen.name, screen] as const))(
    '%s',
    async ([, screen], { expect: own }) => {
      const { page, problems, go, visitAddress, leave } = await openPage(screen.isVisitor)
      for (const [path, json] of Object.entries(screen.answers ?? {})) {
        await page.route(
          (url) => url.pathname === path,
          (route) => route.fulfill({ json }),
        )
      }
      await (screen.answers === undefined && !screen.isLoaded ? visitAddress : go)(screen.address)
      await screen.act?.(page)
      await holds(page, screen.texts, own)
      own(problems()).toEqual([])
      await (screen.answers === undefined ? leave() : page.close())
    },
  )

  it.concurrent.for(specifiedStates.map((state) => [state.name, state] as const))(
    '%s',
    async ([, state], { expect: own }) => {
      const { page, go, visitAddress, leave } = await openPage(state.isVisitor)
      const release = await answerWith(page, state, named(state.call))
      // A running app may have the data in its cache.
      const isReading = state.call.startsWith('GET')
      await (isReading ? go : visitAddress)(state.address)
      await state.act?.(page)
      await holds(page, state.texts, own)
      await release()
      await page.unrouteAll()
      await (isReading ? page.close() : leave())
    },
  )

  it('the sign-in form asks for an email and a password, both required', async () => {
    const { page, go } = await openPage(true)
    await go('/login')
    const type = page.getByLabel('Email')
    expect([await type.getAttribute('type'), await type.getAttribute('required')]).toEqual(['email', ''])
    expect(await page.locator('input[name="password"]').getAttribute('required')).toBe('')
    await page.close()
  })

  it('the bar turns translucent once the page has scrolled by more than 10 pixels', async () => {
    const { page, go } = await openPage(false)
    await go('/app/:full')
    const bar = page.getByRole('banner')
    await page.getByRole('heading', { name: 'Security Configuration' }).waitFor()
    const isTranslucent = async () => (await bar.getAttribute('class'))?.includes('backdrop-blur') ?? false
    for (const [top, expected] of [
      [10, false],
      [11, true],
    ] as const) {
      await page.evaluate((y) => scrollTo(0, y), top)
      await expect.poll(isTranslucent).toBe(expected)
    }
    await page.close()
  })

  it('the dashboard is dark under its key', async () => {
    const { page, go } = await openPage(false)
    await page.emulateMedia({ colorScheme: 'light' })
    await go('/dashboard')
    await page.getByRole('heading', { name: 'Welcome back!' }).waitFor()
    expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('dark')
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toContain('dark')
    await page.close()
  })

  it('the cards stand in 1, 2 or 3 columns, by the width', async () => {
    const { page, go } = await openPage(false)
    await go('/dashboard')
    await page.getByRole('article').first().waitFor()
    const columns = () =>
      page.evaluate(() => {
        const grid = document.querySelector('article')?.parentElement
        return grid ? getComputedStyle(grid).gridTemplateColumns.split(' ').length : 0
      })
    for (const [width, expected] of [
      [390, 1],
      [900, 2],
      [1440, 3],
    ] as const) {
      await page.setViewportSize({ width, height: 900 })
      await expect.poll(columns).toBe(expected)
    }
    await page.close()
  })

  it('the greeting is User where no email is known', async () => {
    const { page, go } = await openPage(false)
    await page.route('**/api/auth/user', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...((await response.json()) as object), email: '' } })
    })
    await go('/dashboard')
    await page.getByRole('main').getByText('User', { exact: true }).waitFor()
    await page.close()
  })

  it('a long description is clamped to two lines', async () => {
    const { page, go } = await openPage(false)
    const { id } = await newApplication(server, 'Wordy App')
    await ownerCall(server, 'PATCH', `/api/applications/${id}`, { description: 'many words '.repeat(60) })
    await go('/dashboard')
    const text = page.getByRole('article').filter({ hasText: 'Wordy App' }).getByText('many words')
    const [heightPx, linePx] = await text.evaluate((element) => [
      element.clientHeight,
      Number.parseFloat(getComputedStyle(element).lineHeight),
    ])
    expect(Math.round((heightPx ?? 0) / (linePx ?? 1))).toBe(2)
    await page.close()
  })

  it('an application is deleted after a question', async () => {
    const { page, go } = await openPage(false)
    await newApplication(server, 'Short-lived App')
    await go('/dashboard')
    await page.getByRole('button', { name: 'Delete Short-lived App' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete Application' }).click()
    await holds(page, ['Application deleted successfully'])
    await page.getByRole('article').filter({ hasText: 'Short-lived App' }).waitFor({ state: 'detached' })
    await page.close()
  })

  it('a banned user is let in again', async () => {
    const { page, go } = await openPage(false)
    await go('/app/:full?section=users&status=banned')
    await page
      .getByRole('button', { name: /^Actions for/ })
      .first()
      .click()
    await page.getByRole('menuitem', { name: 'Unban', exact: true }).click()
    await holds(page, ['User unbanned successfully'])
    await page.close()
  })

  it('a license is deleted after a question', async () => {
    const { page, go } = await openPage(false)
    await go('/app/:full?section=licenses&q=KW-INACTIVE-0003-CC')
    await deleteKey('Delete License')(page)
    await holds(page, ['License deleted'])
    await page.close()
  })

  it('F8 leads to the toast', async () => {
    const { page, go } = await openPage(false)
    await go('/dashboard')
    await page.getByRole('button', { name: 'Copy API key of My Game App' }).click()
    await holds(page, ['Copied', 'API key copied to clipboard'])
    await page.keyboard.press('F8')
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.closest('ol')?.textContent ?? ''))
      .toContain('API key copied to clipboard')
    await page.close()
  })

  it('the mobile menu holds the links and the way out', async () => {
    const { page, go } = await openPage(false)
    await page.setViewportSize(widths.narrow)
    await go('/dashboard')
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('menuitem').first().waitFor()
    const entries = ['Dashboard', 'Code', 'Docs', 'Code Editor', 'Users', 'Sign Out']
    expect(await page.getByRole('menuitem').allInnerTexts()).toEqual(expect.arrayContaining(entries))
    await page.close()
  })

  it('code templates begin with csharp', async () => {
    const { page, go } = await openPage(false)
    await go('/code-templates')
    expect(await page.getByLabel('Language').inputValue()).toBe('csharp')
    await page.close()
  })

  it('the key of Integration Examples is copied', async () => {
    const { page, go } = await openPage(false)
    await go('/integration')
    await page.getByRole('button', { name: 'Copy API key' }).click()
    await holds(page, ['Copied to clipboard'])
    await page.close()
  })

  it('a copy that fails says so', async () => {
    const { page, go } = await openPage(false)
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'clipboard', { value: { writeText: () => Promise.reject(new Error('no')) } })
      document.execCommand = () => false
    })
    await go('/integration')
    await page.getByRole('button', { name: 'Copy API key' }).click()
    await holds(page, ['Failed to copy'])
    await page.close()
  })
})

/** Longer than what is shown of it where the specification says so. */
const longText = `Down for repairs. ${'Come back later. '.repeat(20)}`

/** Holds or rejects the requests of a state; others reach the server. Returns what ends the held ones. */
async function answerWith(page: Page, { answer, status = 503 }: SpecifiedState, call: string) {
  const held: Route[] = []
  const [method, path = ''] = call.split(' ')
  const isMeant = (pathname: string) =>
    path.endsWith('*') ? pathname.startsWith(path.slice(0, -1)) : pathname === path
  await page.route(
    (url) => isMeant(url.pathname),
    async (route) => {
      if (route.request().method() !== method) return route.continue()
      if (answer === 'held') return void held.push(route)
      if (answer === 'text') return route.fulfill({ status, body: longText })
      return route.fulfill({
        status,
        json: answer === 'message' ? { message: 'Not now', code: 'unavailable' } : {},
      })
    },
  )
  // If continued, they would reach the server.
  return () => Promise.all(held.map((route) => route.abort()))
}

/** Texts that are missing as text, label, placeholder and field value. */
function missing(page: Page, texts: readonly string[]): Promise<string[]> {
  return page.evaluate((wanted) => {
    const even = (text: string) => text.replaceAll(/\s+/g, ' ')
    const labeled = [...document.querySelectorAll('[aria-label], [placeholder], [title]')].flatMap((element) =>
      ['aria-label', 'placeholder', 'title'].map((name) => element.getAttribute(name) ?? ''),
    )
    const fields = [...document.querySelectorAll('input, textarea')] as HTMLInputElement[]
    const shown = even([document.body.textContent, ...labeled, ...fields.map(({ value }) => value)].join(' ¦ '))
    return wanted.filter((text) => !shown.includes(even(text)))
  }, texts)
}
