import { readFile } from 'node:fs/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { hasBrowser } from '../harness/browser.ts'
import { useApplicationWalk } from './open-walk.ts'
import { clientCall, newApplication, newUser, widths } from './walk-fixtures.ts'
import { findHorizontalOverflow } from './watched-page.ts'

/** One browser for all tests; each opens what it needs. */
describe.skipIf(!hasBrowser)('overview, activity and the habits of every screen', () => {
  const walk = useApplicationWalk((server) => newApplication(server, 'My Game App'), { toleratesProblems: true })
  const { ui, application: app } = walk
  let sofiaId: number
  let problemsSeen = 0

  const login = (username: string, password = 'pw123456', hwid = 'machine-1') =>
    clientCall(walk.server, app, 'login', { username, password, hwid, version: '1.0' })

  beforeAll(async () => {
    const soon = new Date(Date.now() + 5 * 86_400_000).toISOString()
    sofiaId = (await newUser(walk.server, app, { username: 'sofia', expiresAt: soon, hwid: 'machine-1' })).id
    await newUser(walk.server, app, { username: 'mateo', hwid: '' })
    for (const username of ['sofia', 'mateo']) await login(username)
    await login('sofia', 'wrong')
    await login('sofia', 'pw123456', 'another machine')
    await clientCall(walk.server, app, 'session/track', { action: 'start', user_id: sofiaId })
  })

  /** Problems of the page since the last check. */
  const newProblems = () => {
    const found = walk.watched.problems.slice(problemsSeen)
    problemsSeen = walk.watched.problems.length
    return found
  }

  /** What is wrong with the page now. */
  const faults = async () => [
    ...(await walk.watched.violations()),
    ...(await findHorizontalOverflow(walk.watched.page)),
    ...newProblems(),
  ]

  it('every figure leads to its list, sign-ins are counted by outcome, and expiries lead to their users', async () => {
    const { page } = walk.watched
    await ui.open(`/app/${app.id}`)
    const outcome = (name: string) => page.getByRole('listitem').filter({ hasText: name })
    await outcome('Logged in').getByText('2', { exact: true }).waitFor()
    await outcome('Wrong credentials').getByText('1', { exact: true }).waitFor()
    await outcome('Other device').getByText('1', { exact: true }).waitFor()
    expect(await faults()).toEqual([])
    await ui.press('Table')
    await page.getByRole('columnheader', { name: 'Other device' }).waitFor()
    await ui.press('7 d')
    await page.waitForURL(/range=7d/)
    await page.getByRole('row').nth(7).waitFor()
    expect(await faults()).toEqual([])

    const links = await page.locator('dl a').evaluateAll((all) => all.map((link) => link.getAttribute('href')))
    expect(links).toEqual([
      `/app/${app.id}?section=users`,
      `/app/${app.id}?section=users&status=active`,
      `/app/${app.id}?dialog=sessions`,
      expect.stringContaining(`/app/${app.id}?section=activity&event=user_login,login_failed,hwid_mismatch`),
    ])
    await page.getByRole('link', { name: /: 1 user$/ }).click()
    await page.waitForURL(/expiresFrom=.*expiresTo=/)
    await ui.row('sofia').waitFor()
    expect(await ui.row('mateo').count()).toBe(0)
  })

  it('a live session is listed with where it runs, and ended from there', async () => {
    await ui.open(`/app/${app.id}?dialog=sessions`)
    const row = ui.dialog().getByRole('listitem').filter({ hasText: 'sofia' })
    await row.getByText('127.0.0.1').waitFor()
    expect(await faults()).toEqual([])
    await ui.press('End session of sofia', row)
    await ui.dialog().getByText('No live sessions').waitFor()
    const live = await walk.server.api<unknown[]>('GET', `/api/applications/${app.id}/sessions`)
    expect(live.body).toEqual([])
  })

  it('the log pauses, counts what it missed, and goes on', async () => {
    await ui.open(`/app/${app.id}?section=activity`)
    await ui.row('login_failed').waitFor()
    await ui.press('Pause')
    await ui.seen('Paused · 0 new events')
    await login('mateo', 'wrong')
    await ui.seen('Paused · 1 new event')
    expect(await ui.row('login_failed').count()).toBe(1)
    await ui.press('Resume')
    await ui.row('login_failed').nth(1).waitFor()
    await login('mateo', 'wrong again')
    await ui.row('login_failed').nth(2).waitFor()
    await ui.seen(/^Activity is kept for \d+ days/)
    expect(await faults()).toEqual([])
  })

  it('a row opens with what was compared, by its address also after the list has moved on', async () => {
    const { page } = walk.watched
    await ui.open(`/app/${app.id}?section=activity`)
    await page.getByRole('link', { name: 'hwid_mismatch' }).click()
    await page.waitForURL(/log=\d+/)
    const compared = ui.dialog().getByRole('row').filter({ hasText: 'Hardware ID' })
    await compared.getByText('machine-1').waitFor()
    await compared.getByText('another machine').waitFor()
    expect(await faults()).toEqual([])
    const { searchParams } = new URL(page.url())
    await ui.open(`/app/${app.id}?section=activity&event=user_login&log=${searchParams.get('log')}`)
    await compared.getByText('another machine').waitFor()
    await page.keyboard.press('Escape')
    await page.waitForURL((url) => !url.search.includes('log='))
    await ui.open(`/app/${app.id}?section=activity&log=999999`)
    await ui.seen('This entry is no longer in the log.')
  })

  it('filters stand in the address, each can be taken away, and a file holds just what they leave', async () => {
    const { page } = walk.watched
    await ui.open(`/app/${app.id}?section=activity&event=login_failed,hwid_mismatch&username=SOFIA`)
    await ui.row('hwid_mismatch').waitFor()
    expect(await ui.row('mateo').count()).toBe(0)
    await ui.press('Remove filter hwid_mismatch')
    await ui.gone(ui.row('hwid_mismatch'))
    await ui.press('Filters')
    await ui.dialog().getByLabel('Reason code').fill('invalid_credentials')
    expect(await faults()).toEqual([])
    await ui.press('Show', ui.dialog())
    await page.waitForURL(/code=invalid_credentials/)
    await ui.press('Export')
    expect(await faults()).toEqual([])
    const saved = page.waitForEvent('download')
    await ui.press('Export', ui.dialog())
    const lines = (await readFile(await (await saved).path(), 'utf8')).trim().split('\r\n')
    expect(lines).toHaveLength(2)
    expect(lines[1]).toContain('login_failed')
    await ui.seen('1 entry')
  })

  it('an address and a machine are blocked from the row that gave the reason, with Undo', async () => {
    const { page } = walk.watched
    await ui.open(`/app/${app.id}?section=activity&event=hwid_mismatch`)
    const choose = async (name: string) => {
      await page.getByRole('button', { name: 'Actions for hwid_mismatch' }).click()
      await page.getByRole('menuitem', { name }).click()
    }
    await choose('Blacklist this HWID')
    await ui.confirmation().getByText('machine-1').waitFor()
    // Both sign in on that machine.
    await ui.seen(/2 users and/)
    expect(await faults()).toEqual([])
    await ui.press('Blacklist HWID')
    await ui.press('Undo')
    await ui.seen('Blacklist entry removed successfully')
    await choose('Blacklist this IP')
    await ui.seen(/It also blocks your own IP address/)
    await ui.press('Cancel')
    expect((await walk.server.api<unknown[]>('GET', '/api/blacklist')).body).toEqual([])
  })

  it('the palette goes to what is typed, users included; single keys go, and can be turned off', async () => {
    const { page } = walk.watched
    await ui.open(`/app/${app.id}`)
    await page.keyboard.press('Control+k')
    const input = ui.dialog().getByRole('combobox')
    await input.fill('never logged')
    await page.getByRole('option', { name: 'Users who never logged in' }).waitFor()
    expect(await faults()).toEqual([])
    await input.fill('sofi')
    await page.getByRole('option', { name: /^sofia/ }).click()
    await page.waitForURL(new RegExp(`section=users&user=${sofiaId}`))
    await ui
      .dialog()
      .getByRole('heading', { name: /^sofia/ })
      .waitFor()
    await page.keyboard.press('Escape')
    await ui.gone(ui.dialog())
    await page.keyboard.press('g')
    await page.keyboard.press('l')
    await page.waitForURL(/section=licenses/)
    await page.keyboard.press('g')
    await page.keyboard.press('u')
    await page.waitForURL(/section=users/)
    await ui.row('sofia').waitFor()
    await page.keyboard.press('/')
    await page.waitForFunction(() => document.activeElement?.getAttribute('type') === 'search')
    await page.keyboard.press('?')
    expect(await ui.dialog().count()).toBe(0)
    await page.locator('main h1').click()
    await page.keyboard.press('Shift+?')
    await ui.dialog().getByText('Keyboard Shortcuts').waitFor()
    expect(await faults()).toEqual([])
    await ui.dialog().getByRole('switch').click()
    await page.keyboard.press('Escape')
    await ui.gone(ui.dialog())
    await page.keyboard.press('g')
    await page.keyboard.press('l')
    await page.keyboard.press('?')
    await page.keyboard.press('Control+k')
    await input.waitFor()
    expect(page.url()).toContain('section=users')
    expect(await ui.dialog().count()).toBe(1)
    await page.evaluate(() => localStorage.removeItem('single_key_shortcuts'))
  })

  it('cards show two weeks and who is online; a page older than its server says so; offline is said', async () => {
    const { page } = walk.watched
    await ui.open('/')
    await page.getByRole('img', { name: 'Last 14 days: 2 logins' }).waitFor()
    await ui.seen('0 online')
    await page.route('**/dashboard', (route) => route.fulfill({ contentType: 'text/html', body: '<p>newer</p>' }))
    await page.evaluate(() => window.dispatchEvent(new Event('keywright-reconnected')))
    await ui.seen('A new version is ready')
    expect(await faults()).toEqual([])
    await page.unroute('**/dashboard')
    await ui.press('Refresh', page.getByRole('status').filter({ hasText: 'A new version is ready' }))
    await page.locator('main h1').waitFor()
    await walk.context.setOffline(true)
    await ui.seen("You're offline. Data may be out of date.")
    await walk.context.setOffline(false)
    await ui.gone(page.getByText("You're offline. Data may be out of date."))
    // Calls that failed meanwhile are what the step is about.
    newProblems()
  })

  it('is as good on a telephone', async () => {
    const { page } = walk.watched
    await page.setViewportSize(widths.narrow)
    for (const address of ['', '?dialog=sessions', '?section=activity&success=false']) {
      await ui.open(`/app/${app.id}${address}`)
      if (address.includes('dialog=')) await ui.dialog().getByText('No live sessions').waitFor()
      expect([address, ...(await faults())]).toEqual([address])
    }
    await page.getByRole('link', { name: 'hwid_mismatch' }).click()
    await ui.dialog().getByText('Compared Values').waitFor()
    expect(await faults()).toEqual([])
  })
})
