import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { hasBrowser } from '../harness/browser.ts'
import { openWalk, type Walk } from './open-walk.ts'
import type { PageActions } from './page-actions.ts'
import { seedApplication, type WalkApplication } from './walk-fixtures.ts'

/** What a page does while its server is away: the real server and pages, the network between them cut. */
describe.skipIf(!hasBrowser)('a page without its server', () => {
  let walk: Walk
  let page: Page
  let hands: PageActions
  let application: WalkApplication

  beforeAll(async () => {
    walk = await openWalk()
    ;({ page, hands } = walk)
    application = await seedApplication(walk.server)
  })
  afterEach(async () => {
    for (const { find } of Object.values(ways)) await find()
  })
  afterAll(() => walk?.close())

  /** Two ways to lose a server: the browser knows of the first one. */
  const ways = {
    'without a network': {
      lose: () => walk.context.setOffline(true),
      find: () => walk.context.setOffline(false),
    },
    'with the server down': {
      lose: () => page.route('**/*', (route) => route.abort('connectionrefused')),
      find: () => page.unroute('**/*'),
    },
  }

  /** Opens an address cold, until the place of toasts has come, too. */
  const opened = async (path: string) => {
    const toaster = page.waitForResponse((answer) => /\/toaster-[^/]+\.js$/.test(answer.url()))
    await hands.load(path)
    await page.mouse.move(10, 10)
    await (await toaster).finished()
  }

  const notLoaded = 'Failed to load this part of the page'
  const told = async () => {
    await hands.seen(notLoaded)
    await page.getByRole('button', { name: 'Close' }).click()
    await page.getByText(notLoaded).waitFor({ state: 'detached' })
  }

  it.each(Object.entries(ways))(
    '%s the palette, Logout and a menu cost a toast, never the text that is typed; later they open',
    async (_, { lose, find }) => {
      await opened(`/app/${application.id}?section=messages`)
      const field = page.locator('main textarea').first()
      await field.fill('A text that nobody has saved')
      const presses = {
        palette: () => page.keyboard.press('Control+k'),
        logout: () => hands.press('Logout'),
        menu: () => hands.press('Settings', page.getByRole('banner')),
      }
      await lose()
      for (const press of Object.values(presses)) {
        await press()
        await told()
        expect(await field.inputValue()).toBe('A text that nobody has saved')
      }
      await find()
      await presses.menu()
      await page.getByRole('menuitem', { name: 'Sign Out' }).waitFor()
      await page.keyboard.press('Escape')
      await presses.logout()
      await hands.asked().getByText('Confirm Logout').waitFor()
      await page.keyboard.press('Escape')
      await presses.palette()
      await hands.dialog().getByRole('combobox').waitFor()
      await page.keyboard.press('Escape')
      expect(await field.inputValue()).toBe('A text that nobody has saved')
    },
    60_000,
  )

  it.each(Object.entries(ways))(
    '%s a window, a section and a screen that cannot come cost themselves alone, and come with the next press',
    async (_, { lose, find }) => {
      await opened(`/app/${application.id}?section=users&q=licensed`)
      const actions = () => hands.press('Actions for licensed')
      await actions()
      await page.getByRole('menuitem', { name: 'Ban' }).waitFor()
      await lose()
      await page.getByRole('menuitem', { name: 'Ban' }).click()
      await told()
      expect(await hands.row('licensed').count()).toBe(1)
      expect(await hands.dialog().or(hands.asked()).count()).toBe(0)

      await hands.section('Licenses').click()
      await page.getByRole('main').getByRole('button', { name: 'Try again' }).waitFor()
      expect(await hands.section('Users').count()).toBe(1)
      await find()
      await hands.press('Try again')
      await hands.row('KW-ACTIVE').waitFor()

      await page.goBack()
      await hands.row('licensed').waitFor()
      await actions()
      await page.getByRole('menuitem', { name: 'Ban' }).click()
      await hands.dialog().or(hands.asked()).waitFor()
      await page.keyboard.press('Escape')

      await lose()
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Docs' }).click()
      await hands.press('Try again')
      await hands.button('Try again').waitFor()
      await find()
      await hands.press('Try again')
      await page.getByRole('heading', { name: 'Quick Start' }).first().waitFor()
    },
    60_000,
  )

  it('a page whose files are gone loads anew once, where a newer one is served and nothing can have been typed', async () => {
    const visitor = await walk.browser.newContext()
    const other = await visitor.newPage()
    await other.goto(`${walk.server.origin}/login`)
    // Not with the page's own evaluate, which counts as a press.
    const session = await visitor.newCDPSession(other)
    const run = async (expression: string) => (await session.send('Runtime.evaluate', { expression })).result.value
    const failPreload = () => run("dispatchEvent(new Event('vite:preloadError'))")
    const isSame = () => run('window.isSame === true')
    await run('window.isSame = true')
    const look = async () => {
      const asked = other.waitForResponse((answer) => answer.url().endsWith('/dashboard'))
      await failPreload()
      await (await asked).finished()
    }
    await look()
    expect(await isSame()).toBe(true)
    await other.route('**/dashboard', (route) => route.fulfill({ contentType: 'text/html', body: 'a newer page' }))
    const loaded = other.waitForEvent('load')
    await failPreload()
    await loaded
    expect(await isSame()).toBe(false)
    await run('window.isSame = true')
    await look()
    expect(await isSame()).toBe(true)
    await visitor.close()
  })

  it('a page that somebody works in is never loaded anew: it says that a newer one is there', async () => {
    await hands.load('/dashboard')
    await page.getByRole('button', { name: 'New Application' }).first().click()
    await hands.dialog().getByLabel('Application Name').fill('Typed before the upgrade')
    await page.route('**/dashboard', (route) => route.fulfill({ contentType: 'text/html', body: 'a newer page' }))
    await page.evaluate(() => dispatchEvent(new Event('vite:preloadError', { cancelable: true })))
    await page.getByText('A new version is ready').waitFor()
    expect(await hands.dialog().getByLabel('Application Name').inputValue()).toBe('Typed before the upgrade')
    await page.unroute('**/dashboard')
    await page.keyboard.press('Escape')
    await hands.asked().getByRole('button', { name: 'Discard' }).click()
    await hands.dialog().waitFor({ state: 'detached' })
  })
})
