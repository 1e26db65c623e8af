import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { hasBrowser } from '../harness/browser.ts'
import { useApplicationWalk } from './open-walk.ts'
import {
  newApplication,
  openSignedIn,
  ownerCall,
  seedApplication,
  type WalkApplication,
  widths,
} from './walk-fixtures.ts'
import { findHorizontalOverflow, openWatchedPage } from './watched-page.ts'

const full = { width: 1920, height: 1080 }
/** Where the first row of a list begins at the latest on a phone. */
const firstRowByPx = 360

/** Bar, avatar menu, sidebar, header and their versions for a phone: a real browser, the built pages, the real server. */
describe.skipIf(!hasBrowser)('the frame of every screen', () => {
  const walk = useApplicationWalk((server) => seedApplication(server, 40))
  const { ui, application: app } = walk
  let other: WalkApplication

  beforeAll(async () => {
    other = await newApplication(walk.server, 'Other App')
    await ownerCall(walk.server, 'PATCH', `/api/applications/${app.id}`, { description: 'Runs on every machine.' })
    const url = 'https://example.com/hook'
    await ownerCall(walk.server, 'POST', '/api/webhooks', { url, applicationId: app.id })
    await ownerCall(walk.server, 'POST', '/api/blacklist', { type: 'ip', value: '192.0.2.9', applicationId: app.id })
  })

  const bar = () => walk.page.getByRole('banner')
  const hrefs = (links: Locator) => links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))
  const heading = (name: string) => walk.page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
  const current = (name: string) =>
    walk.page.getByRole('navigation', { name }).locator('[aria-current="page"]').innerText()
  const menuEntries = async () => {
    const entries = walk.page.getByRole('menuitem')
    await entries.first().waitFor()
    return entries.allInnerTexts()
  }
  const resize = (size: { readonly width: number; readonly height: number }) => walk.page.setViewportSize(size)

  it('holds each of the bar’s links once, and Logout on the dashboard alone', async () => {
    await resize(widths.wide)
    await ui.open('/')
    const links = bar().getByRole('navigation', { name: 'Main' }).getByRole('link')
    expect(await links.allInnerTexts()).toEqual(['Dashboard', 'Code', 'Docs', 'Code Editor', 'Users'])
    expect(await hrefs(links)).toEqual(['/', '/integration', '/docs', '/code-editor', '/user-management'])
    expect(await walk.page.getByRole('link', { name: 'Docs', exact: true }).count()).toBe(1)
    expect(await ui.button('Logout').count()).toBe(1)
    for (const path of [`/app/${app.id}`, '/webhooks', '/account', '/integration']) {
      await ui.open(path)
      expect([path, await ui.button('Logout').count()]).toEqual([path, 0])
    }
  })

  it('shows a search field that opens the palette, and names the key of the system', async () => {
    await ui.open('/')
    const search = ui.button('Search… Ctrl K')
    expect((await search.boundingBox())?.width).toBe(280)
    await search.click()
    await ui.dialog().getByRole('combobox').waitFor()
    await walk.page.keyboard.press('Escape')
    await ui.gone(ui.dialog())
    expect(await search.evaluate((button) => button === document.activeElement)).toBe(true)

    const context = await openSignedIn(walk.browser, walk.server)
    const mac = await openWatchedPage(context)
    await mac.page.addInitScript(() => {
      Object.defineProperty(navigator, 'userAgent', { value: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)' })
    })
    await mac.page.goto(walk.server.origin)
    await mac.page.getByRole('button', { name: 'Search… ⌘K', exact: true }).waitFor()
    expect(mac.problems).toEqual([])
    await context.close()
  })

  it('keeps the settings menu behind the avatar, with the email on top', async () => {
    await ui.open('/')
    await ui.press('Settings', bar())
    expect(await menuEntries()).toEqual([
      'Dashboard',
      'Integration Examples',
      'Account',
      'Code Templates',
      'System',
      'Command palette',
      'Keyboard shortcuts',
      'Turn off single-key shortcuts',
      'Sign Out',
    ])
    expect(await walk.page.getByRole('menu').innerText()).toMatch(
      new RegExp(`^Signed in as\\s+${walk.server.owner.email}`),
    )
    await walk.page.getByRole('menuitem', { name: 'Code Templates' }).click()
    await heading('Code Templates')
  })

  it('leads from the sidebar to what is about all applications, and says where one is', async () => {
    await ui.open('/')
    const links = walk.page.getByRole('navigation', { name: 'All applications' }).getByRole('link')
    expect(await links.allInnerTexts()).toEqual(['Overview', 'Activity Logs', 'Webhooks', 'Blacklist', 'Messages'])
    for (const [name, title] of [
      ['Activity Logs', 'Activity Logs'],
      ['Webhooks', 'Webhooks'],
      ['Blacklist', 'Blacklist'],
      ['Messages', 'Custom Messages'],
      ['Overview', 'Welcome back!'],
    ] as const) {
      await links.getByText(name, { exact: true }).click()
      await heading(title)
      expect(await current('All applications')).toBe(name)
    }
  })

  it('switches between all applications, one of them and a new one at the top of the sidebar', async () => {
    await ui.open('/webhooks')
    const switcher = walk.page.getByRole('button', { name: /^Switch application: / })
    expect(await switcher.innerText()).toContain('All applications')
    await switcher.click()
    await walk.page.getByRole('menuitem', { name: 'Other App', exact: true }).click()
    await heading('Other App')
    expect(new URL(walk.page.url()).pathname).toBe(`/app/${other.id}`)
    expect(await switcher.innerText()).toContain(`App ${other.id} · v1.0`)
    await switcher.click()
    await walk.page.getByRole('menuitem', { name: 'My Game App', exact: true }).waitFor()
    expect((await menuEntries()).toSorted()).toEqual(
      ['All applications', 'My Game App', 'New Application', 'Other App'].toSorted(),
    )
    expect(await walk.page.locator('[role="menuitem"][aria-current="page"]').allInnerTexts()).toEqual(['Other App'])
    await walk.page.getByRole('menuitem', { name: 'New Application' }).click()
    await ui.dialog().getByRole('heading', { name: 'New Application' }).waitFor()
  })

  it('has one line of 48 px above a section, whose name is the title', async () => {
    for (const [section, name] of [
      ['users', 'Users'],
      ['licenses', 'Licenses'],
      ['activity', 'Activity'],
      ['webhooks', 'Webhooks'],
      ['blacklist', 'Blacklist'],
      ['api-config', 'API Config'],
      ['messages', 'Messages'],
    ] as const) {
      await ui.open(`/app/${app.id}?section=${section}`)
      await heading(name)
      expect(await walk.page.title()).toBe(`${name} · My Game App · Keywright`)
      const line = walk.page.locator('main h1').locator('xpath=..')
      expect([name, (await line.boundingBox())?.height]).toEqual([name, 48])
      for (const text of ['Active', 'My Game App', 'Runs on every machine.', 'Back to Dashboard', 'Settings']) {
        await line.getByText(text, { exact: false }).first().waitFor()
      }
    }
    await ui.open(`/app/${app.id}`)
    await heading('My Game App')
    expect(await walk.page.title()).toBe('Overview · My Game App · Keywright')
    await ui.seen('Runs on every machine.')
  })

  it('leads from the header to the settings, the team, the license keys and the samples', async () => {
    for (const [entry, path] of [
      ['All settings', `/app/${app.id}/settings/general`],
      ['Team', `/app/${app.id}/settings/team`],
      ['License Keys', `/app/${app.id}/licenses`],
      ['Integration', `/integration?app=${app.id}`],
    ] as const) {
      await ui.open(`/app/${app.id}?section=users`)
      await ui.choose('More', entry)
      await walk.page.waitForURL(walk.server.origin + path)
    }
    await ui.open(`/app/${app.id}?section=users`)
    await walk.page.getByRole('main').getByRole('link', { name: 'Back to Dashboard' }).click()
    await heading('Welcome back!')
  })

  it('says above a page below a section where it stands; a phone shows its parent', async () => {
    const crumbs = walk.page.getByRole('navigation', { name: 'Breadcrumb' })
    await ui.open(`/app/${app.id}/licenses`)
    expect(await crumbs.getByRole('listitem').allInnerTexts()).toEqual(['My Game App', 'Licenses', 'License Keys'])
    expect(await crumbs.locator('[aria-current="page"]').innerText()).toBe('License Keys')
    await resize(widths.narrow)
    const parent = crumbs.getByRole('link').filter({ visible: true })
    expect(await parent.allInnerTexts()).toEqual(['Licenses'])
    await parent.click()
    await heading('Licenses')
    await resize(widths.wide)
  })

  const top = async (page: Page) => {
    const row = page.locator('[role="row"][aria-rowindex="2"]').first()
    await row.waitFor()
    return (await row.boundingBox())?.y ?? Number.POSITIVE_INFINITY
  }

  it('begins a list on a phone above y = 360', async () => {
    await resize(widths.narrow)
    const late: string[] = []
    const at = `/app/${app.id}`
    const sections = ['users', 'licenses', 'activity', 'webhooks', 'blacklist'].map((name) => `${at}?section=${name}`)
    for (const path of [
      ...sections,
      `${at}/licenses`,
      '/activity-logs',
      '/webhooks',
      '/blacklist',
      '/user-management',
    ]) {
      await ui.open(path)
      const y = await top(walk.page)
      if (y >= firstRowByPx) late.push(`${path}: ${y}`)
      expect(await findHorizontalOverflow(walk.page)).toEqual([])
    }
    expect(late).toEqual([])
    await resize(widths.wide)
  })

  it('unfolds the filters of a list on a phone, and says how many are set', async () => {
    await resize(widths.narrow)
    await ui.open(`/app/${app.id}?section=users`)
    const status = walk.page.getByLabel('Status', { exact: true })
    expect([await status.isVisible(), await walk.page.getByLabel('Sort by').isVisible()]).toEqual([false, false])
    await ui.press('Filter')
    await status.selectOption('paused')
    expect(await walk.page.getByLabel('Sort by').isVisible()).toBe(true)
    await ui.button('Filter (1)').waitFor()
    expect(await walk.watched.violations()).toEqual([])
    await resize(widths.wide)
    expect([await status.isVisible(), await ui.button('Filter (1)').isVisible()]).toEqual([true, false])
  })

  it('is one grid at 1920 px: bar, sidebar and content of every screen end at the same edges', async () => {
    await resize(full)
    const edges = async (locator: Locator) => {
      const box = await locator.boundingBox()
      return { left: box?.x ?? -1, right: (box?.x ?? 0) + (box?.width ?? 0) }
    }
    const right = new Set<number>()
    const left = new Set<number>()
    for (const path of ['/', '/webhooks', '/activity-logs', `/app/${app.id}`, `/app/${app.id}?section=users`]) {
      await ui.open(path)
      left.add((await edges(walk.page.locator('main h1'))).left)
      right.add((await edges(ui.button('Settings', bar()))).right)
      right.add((await edges(walk.page.getByRole('main').locator('section').last())).right)
      expect(await findHorizontalOverflow(walk.page)).toEqual([])
    }
    for (const path of ['/integration', '/user-management']) {
      await ui.open(path)
      expect([path, (await edges(walk.page.locator('main h1'))).left]).toEqual([
        path,
        (await edges(bar().getByRole('link').first())).left,
      ])
    }
    expect([[...left].length, [...right].length]).toEqual([1, 1])
    await resize(widths.wide)
  })

  it('gives cards that stand side by side one height', async () => {
    for (const size of [widths.wide, full]) {
      await resize(size)
      await ui.open(`/app/${app.id}`)
      const heightOf = async (title: string) =>
        (await walk.page.getByRole('region', { name: title, exact: true }).boundingBox())?.height
      await ui.seen('Upcoming Expiries')
      expect(await heightOf('Logins')).toBe(await heightOf('Upcoming Expiries'))
      expect(await heightOf('Application Details')).toBe(await heightOf('Security Configuration'))
    }
    await resize(widths.wide)
  })

  it('is without a fault of accessibility on a phone, at 1440 and at 1920 px, its menus open', async () => {
    for (const size of [widths.narrow, widths.wide, full]) {
      await resize(size)
      const at = `/app/${app.id}`
      for (const path of [
        '/',
        '/activity-logs',
        at,
        `${at}?section=users`,
        `${at}?section=webhooks`,
        `${at}/licenses`,
      ]) {
        await ui.open(path)
        expect([path, await walk.watched.violations(), await findHorizontalOverflow(walk.page)]).toEqual([path, [], []])
      }
      await ui.open(`/app/${app.id}?section=users`)
      await walk.page.getByRole('button', { name: /^Switch application: / }).click()
      await walk.page.getByRole('menuitem').first().waitFor()
      expect(await walk.watched.violations()).toEqual([])
    }
    await resize(widths.wide)
  })
})
