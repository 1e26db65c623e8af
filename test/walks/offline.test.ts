import type { Request } from 'playwright-core'
import { afterEach, describe, expect, it } from 'vitest'
import { hasBrowser } from '../harness/browser.ts'
import { useApplicationWalk } from './open-walk.ts'
import { seedApplication } from './walk-fixtures.ts'

/** A page while its server is unreachable: the real server and pages, with the network between them cut. */
describe.skipIf(!hasBrowser)('a page without its server', () => {
  const walk = useApplicationWalk((server) => seedApplication(server), { toleratesProblems: true })
  const { ui, application } = walk
  afterEach(async () => {
    for (const { find } of Object.values(ways)) await find()
  })

  /** Two ways to lose a server: the browser notices only the first one. */
  const ways = {
    'without a network': {
      lose: () => walk.context.setOffline(true),
      find: () => walk.context.setOffline(false),
    },
    'with the server down': {
      lose: () => walk.page.route('**/*', (route) => route.abort('connectionrefused')),
      find: () => walk.page.unroute('**/*'),
    },
  }

  /** Opens an address with a full load, and waits for the toaster as well. */
  const opened = async (path: string) => {
    const toaster = walk.page.waitForResponse((answer) => /\/toaster-[^/]+\.js$/.test(answer.url()))
    await ui.load(path)
    await walk.page.mouse.move(10, 10)
    await (await toaster).finished()
  }

  const notLoaded = 'Failed to load this part of the page'
  const told = async () => {
    await ui.seen(notLoaded)
    await walk.page.getByRole('button', { name: 'Close' }).click()
    await walk.page.getByText(notLoaded).waitFor({ state: 'detached' })
  }

  it.each(Object.entries(ways))(
    '%s the palette and a menu cost a toast, never the text that is typed; later they open',
    async (_, { lose, find }) => {
      await opened(`/app/${application.id}?section=messages`)
      const field = walk.page.locator('main textarea').first()
      await field.fill('A text that nobody has saved')
      const presses = {
        palette: () => walk.page.keyboard.press('Control+k'),
        menu: () => ui.press('Settings', walk.page.getByRole('banner')),
      }
      await lose()
      for (const press of Object.values(presses)) {
        await press()
        await told()
        expect(await field.inputValue()).toBe('A text that nobody has saved')
      }
      await find()
      await presses.menu()
      await walk.page.getByRole('menuitem', { name: 'Sign Out' }).waitFor()
      await walk.page.keyboard.press('Escape')
      await presses.palette()
      await ui.dialog().getByRole('combobox').waitFor()
      await walk.page.keyboard.press('Escape')
      expect(await field.inputValue()).toBe('A text that nobody has saved')
    },
    60_000,
  )

  it.each(Object.entries(ways))(
    '%s Logout on the dashboard costs a toast and ends no session; later it asks',
    async (_, { lose, find }) => {
      await opened('/')
      await lose()
      await ui.press('Logout')
      await told()
      await find()
      await ui.press('Logout')
      await ui.confirmation().getByText('Confirm Logout').waitFor()
      await ui.press('Cancel', ui.confirmation())
      await ui.open('/account')
    },
    60_000,
  )

  it.each(Object.entries(ways))(
    '%s a window, a section and a screen that cannot come cost themselves alone, and come with the next press',
    async (_, { lose, find }) => {
      await opened(`/app/${application.id}?section=users&q=licensed`)
      const actions = () => ui.press('Actions for licensed')
      await actions()
      await walk.page.getByRole('menuitem', { name: 'Ban', exact: true }).waitFor()
      await lose()
      await walk.page.getByRole('menuitem', { name: 'Ban', exact: true }).click()
      await told()
      expect(await ui.row('licensed').count()).toBe(1)
      expect(await ui.dialog().or(ui.confirmation()).count()).toBe(0)

      await ui.section('Licenses').click()
      await walk.page.getByRole('main').getByRole('button', { name: 'Try again' }).waitFor()
      expect(await ui.section('Users').count()).toBe(1)
      await find()
      await ui.press('Try again')
      await ui.row('KW-ACTIVE').waitFor()

      await walk.page.goBack()
      await ui.row('licensed').waitFor()
      await actions()
      await walk.page.getByRole('menuitem', { name: 'Ban', exact: true }).click()
      await ui.dialog().or(ui.confirmation()).waitFor()
      await walk.page.keyboard.press('Escape')

      await lose()
      await walk.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Docs' }).click()
      await ui.press('Try again')
      await ui.button('Try again').waitFor()
      await find()
      await ui.press('Try again')
      await walk.page.getByRole('heading', { name: 'Quick Start' }).first().waitFor()
    },
    60_000,
  )

  it.each(Object.entries(ways))(
    '%s the .zip of a sample costs a toast, and comes with the next press',
    async (_, { lose, find }) => {
      await opened('/integration')
      const download = ui.button('Download .zip').first()
      await download.waitFor()
      await lose()
      await download.click()
      await told()
      await find()
      const saved = walk.page.waitForEvent('download')
      await download.click()
      expect((await saved).suggestedFilename()).toMatch(/\.zip$/)
    },
    60_000,
  )

  it.each(Object.entries(ways))(
    '%s the tab of another language waits for its sample, says so, and has it when it is asked again',
    async (_, { lose, find }) => {
      const fetched: string[] = []
      const note = (request: Request) => fetched.push(/\/sample-(\w+)-[^/]+\.json$/.exec(request.url())?.[1] ?? '')
      walk.page.on('request', note)
      await opened('/integration')
      const sampleOf = (language: string) => walk.page.locator(`[data-sample="${language}"]`)
      const main = walk.page.getByRole('main')
      await sampleOf('csharp').waitFor()
      expect(fetched.filter(Boolean)).toEqual(['csharp'])
      await lose()
      await walk.page.getByRole('tab', { name: 'C++' }).click()
      await main.getByRole('status').getByText('Loading').waitFor()
      await main.getByRole('alert').getByText("Can't reach the server. Check your connection and try again.").waitFor()
      expect(await ui.button('Copy Code').count()).toBe(0)
      await find()
      await ui.press('Try again')
      await sampleOf('cpp').waitFor()
      expect(await main.getByRole('alert').count()).toBe(0)
      await walk.page.getByRole('tab', { name: 'C# WinForms' }).click()
      await sampleOf('csharp').waitFor()
      expect(fetched.filter((language) => language === 'csharp')).toHaveLength(1)
      walk.page.off('request', note)
    },
    60_000,
  )

  it('a page whose files are gone loads anew once, where a newer one is served and nothing can have been typed', async () => {
    const visitor = await walk.browser.newContext()
    const other = await visitor.newPage()
    await other.goto(`${walk.server.origin}/login`)
    // Not with page.evaluate, which counts as user activation.
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
    await ui.load('/dashboard')
    await walk.page.getByRole('button', { name: 'New Application' }).first().click()
    await ui.dialog().getByLabel('Application Name').fill('Typed before the upgrade')
    await walk.page.route('**/dashboard', (route) => route.fulfill({ contentType: 'text/html', body: 'a newer page' }))
    await walk.page.evaluate(() => dispatchEvent(new Event('vite:preloadError', { cancelable: true })))
    await walk.page.getByText('A new version is ready').waitFor()
    expect(await ui.dialog().getByLabel('Application Name').inputValue()).toBe('Typed before the upgrade')
    await walk.page.unroute('**/dashboard')
    await walk.page.keyboard.press('Escape')
    await ui.confirmation().getByRole('button', { name: 'Discard' }).click()
    await ui.dialog().waitFor({ state: 'detached' })
  })
})
