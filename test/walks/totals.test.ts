import { describe, expect, it } from 'vitest'
import { hasBrowser } from '../harness/browser.ts'
import { useApplicationWalk } from './open-walk.ts'
import { clientCall, newApplication, newUser, widths } from './walk-fixtures.ts'
import { findHorizontalOverflow } from './watched-page.ts'

/** What a maker with several applications sees of them all, and the time it is about. */
describe.skipIf(!hasBrowser)('totals, times and the table of applications', () => {
  const walk = useApplicationWalk((server) => newApplication(server, 'My Game App'))
  const { ui, application: app } = walk

  const login = (password: string) =>
    clientCall(walk.server, app, 'login', { username: 'sofia', password, hwid: 'machine-1', version: '1.0' })
  /** Nothing wrong on either width; the wide one stays. */
  const fits = async () => {
    for (const size of [widths.narrow, widths.wide]) {
      await walk.page.setViewportSize(size)
      expect(await findHorizontalOverflow(walk.page)).toEqual([])
      expect(await walk.watched.violations()).toEqual([])
    }
  }
  const figure = (label: string) => {
    const totals = walk.page.getByRole('region', { name: 'Totals' })
    return totals
      .locator('dl')
      .filter({ has: walk.page.getByText(label, { exact: true }) })
      .locator('dd')
      .first()
  }

  it('draws no charts and no totals before anything happened', async () => {
    await ui.open('/')
    await ui.seen('My Game App')
    expect(await walk.page.getByRole('heading', { name: 'Totals' }).count()).toBe(0)
    await ui.open(`/app/${app.id}`)
    await ui.seen('Application Details')
    for (const name of ['Logins', 'Upcoming Expiries']) {
      expect(await walk.page.getByRole('heading', { name }).count()).toBe(0)
    }
  })

  it('shows the totals after the first sign-in, and says that there was nothing before', async () => {
    await newUser(walk.server, app, { username: 'sofia', hwid: '' })
    await login('pw123456')
    await login('wrong')
    await ui.load('/')
    await expect.poll(() => figure('Logins').innerText()).toBe('1')
    expect(await figure('Failed').innerText()).toBe('1')
    await ui.seen('None in the 30 days before')
    await ui.seen('50% of logins succeeded · 0 registrations')
    await ui.press('24 h')
    await walk.page.waitForURL(/range=24h/)
    await ui.seen('None in the 24 hours before')
    await fits()
  })

  it('shows below all other cards of the application which clients its users have', async () => {
    await ui.load(`/app/${app.id}`)
    const card = walk.page.getByRole('region', { name: 'Client versions', exact: true })
    await ui.seen('Custom client')
    expect(await card.getByRole('row').nth(1).innerText()).toMatch(/^Custom client\s+1\s+0\s/)
    expect(await card.getByText(/old client|unsafe client/i).count()).toBe(0)
    const topOf = async (title: string) =>
      (await walk.page.getByRole('region', { name: title, exact: true }).boundingBox())?.y ?? 0
    expect(await topOf('Client versions')).toBeGreaterThan(await topOf('Security Configuration'))
    await fits()
  })

  it('follows a sign-in that happens while it is looked at', async () => {
    await ui.open('/')
    await expect.poll(() => figure('Logins').innerText()).toBe('1')
    await login('pw123456')
    await expect.poll(() => figure('Logins').innerText(), { timeout: 15_000 }).toBe('2')
  })

  it('takes two dates for totals and chart, keeps them in the address, and never asks for a time that makes no sense', async () => {
    const { page } = walk
    await ui.open(`/app/${app.id}`)
    await ui.press('Dates')
    const [from, to] = [page.getByLabel('From', { exact: true }), page.getByLabel('To', { exact: true })]
    const today = await to.inputValue()
    await from.fill('2024-01-01')
    await page.waitForURL((url) => url.searchParams.get('from') !== '2024-01-01')
    await from.blur()
    expect((await from.inputValue()) >= '2025-01-01').toBe(true)
    await from.fill(today)
    await from.blur()
    await expect.poll(() => to.inputValue()).toBe(today)
    await page.getByRole('img', { name: /^Logins by outcome/ }).waitFor()
    // Outcomes that did not happen are not listed.
    await page.getByRole('listitem').filter({ hasText: 'Wrong credentials' }).waitFor()
    expect(await page.getByRole('listitem').filter({ hasText: 'HWID blacklisted' }).count()).toBe(0)
    await fits()
    const address = page.url()
    await ui.load(new URL(address).pathname + new URL(address).search)
    expect(await from.inputValue()).toBe(today)
    await ui.open(`/?from=${today}&to=${today}`)
    await expect.poll(() => figure('Logins').innerText()).toBe('2')
    await ui.open(`/app/${app.id}?from=2025-12-01&to=2025-12-02`)
    await ui.seen('No logins in this period.')
  })

  it('shows every date in the time zone that was chosen, and names it', async () => {
    const { page } = walk
    await ui.open('/account')
    await page.getByRole('combobox', { name: 'Time Zone' }).selectOption('Pacific/Auckland')
    // Before the toast lies over the page.
    await fits()
    await ui.press('Save Time Zone')
    await ui.seen('Time zone saved')
    await ui.load(`/app/${app.id}`)
    await ui.seen('By day, Pacific/Auckland time.')
    await ui.load('/')
    await ui.seen('Pacific/Auckland time')
    const field = async () => {
      await ui.open(`/app/${app.id}?section=users&dialog=add-user`)
      await ui.dialog().getByText('Pacific/Auckland time').waitFor()
      await fits()
    }
    await field()
    await ui.open('/account')
    await page.getByRole('combobox', { name: 'Time Zone' }).selectOption('')
    await ui.press('Save Time Zone')
    await ui.seen('Time zone saved')
    await ui.load(`/app/${app.id}`)
    expect(await page.getByText('Pacific/Auckland').count()).toBe(0)
  })

  it('offers a table from seven applications on, with what the cards do, and remembers it', async () => {
    const { page } = walk
    for (let n = 2; n <= 6; n += 1) await newApplication(walk.server, `Game ${n}`)
    await ui.load('/')
    await ui.seen('Game 6')
    expect(await ui.button('Table').count()).toBe(0)
    await newApplication(walk.server, 'Game 7')
    await ui.load('/')
    await ui.press('Table')
    const heads = async () => (await page.getByRole('columnheader').allInnerTexts()).map((head) => head.trim())
    await expect
      .poll(async () => (await heads()).filter(Boolean).slice(0, 9))
      .toEqual([
        ...['Application', 'Role', 'Users', 'Active', 'Online', 'Licenses', 'Logins', 'Success rate', 'Last activity'],
      ])
    await expect.poll(() => ui.row('My Game App').innerText()).toMatch(/Owner\s+1\s+1\s+0\s+0\s+2\s+66\.7%/)
    await fits()
    await page.getByRole('button', { name: 'Users', exact: true }).click()
    await page.getByRole('button', { name: 'Users', exact: true }).click()
    await expect.poll(() => page.getByRole('row').nth(1).innerText()).toContain('My Game App')
    await ui.choose('Actions for My Game App', 'Copy API key')
    await ui.seen('API key copied to clipboard')
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(app.apiKey)
    await ui.choose('Actions for Game 7', 'Delete')
    await ui.press('Delete Application', ui.confirmation())
    await ui.gone(ui.confirmation())
    await ui.gone(page.getByRole('link', { name: 'Game 7' }))
    // With six there are cards again, and with seven the table that was chosen.
    await page.getByRole('article').first().waitFor()
    await newApplication(walk.server, 'Game 8')
    await ui.load('/')
    await ui.row('Game 8').waitFor()
    await page.getByRole('link', { name: 'My Game App', exact: true }).click()
    await page.waitForURL(`**/app/${app.id}`)
  })
})
