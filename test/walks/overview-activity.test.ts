import { readFile } from 'node:fs/promises'
import type { BrowserContext } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasBrowser } from '../harness/browser.ts'
import type { RunningServer } from '../harness/start-server.ts'
import { openWalk, type Walk } from './open-walk.ts'
import type { PageActions } from './page-actions.ts'
import { clientCall, newApplication, newUser, type WalkApplication, widths } from './walk-fixtures.ts'
import { findHorizontalOverflow, type WatchedPage } from './watched-page.ts'

/** One browser for all; each step opens what it needs. */
describe.skipIf(!hasBrowser)('overview, activity and the habits of every screen', () => {
  let walk: Walk
  let server: RunningServer
  let context: BrowserContext
  let watched: WatchedPage
  let hands: PageActions
  let app: WalkApplication
  let sofiaId: number
  let problemsSeen = 0

  const login = (username: string, password = 'pw123456', hwid = 'machine-1') =>
    clientCall(server, app, 'login', { username, password, hwid, version: '1.0' })

  beforeAll(async () => {
    walk = await openWalk()
    ;({ server, context, watched, hands } = walk)
    app = await newApplication(server, 'My Game App')
    const soon = new Date(Date.now() + 5 * 86_400_000).toISOString()
    sofiaId = (await newUser(server, app, { username: 'sofia', expiresAt: soon, hwid: 'machine-1' })).id
    await newUser(server, app, { username: 'mateo', hwid: '' })
    for (const username of ['sofia', 'mateo']) await login(username)
    await login('sofia', 'wrong')
    await login('sofia', 'pw123456', 'another machine')
    await clientCall(server, app, 'session/track', { action: 'start', user_id: sofiaId })
  })
  afterAll(() => walk?.close())

  /** What the page complained of since it was last asked. */
  const newProblems = () => {
    const found = watched.problems.slice(problemsSeen)
    problemsSeen = watched.problems.length
    return found
  }

  /** What is wrong with the page as it stands. */
  const faults = async () => [
    ...(await watched.violations()),
    ...(await findHorizontalOverflow(watched.page)),
    ...newProblems(),
  ]

  it('every figure leads to its list, sign-ins are counted by outcome, and expiries lead to their users', async () => {
    const { page } = watched
    await hands.open(`/app/${app.id}`)
    const outcome = (name: string) => page.getByRole('listitem').filter({ hasText: name })
    await outcome('Signed in').getByText('2', { exact: true }).waitFor()
    await outcome('Wrong credentials').getByText('1', { exact: true }).waitFor()
    await outcome('Other machine').getByText('1', { exact: true }).waitFor()
    expect(await faults()).toEqual([])
    await hands.press('Table')
    await page.getByRole('columnheader', { name: 'Other machine' }).waitFor()
    await hands.press('7 d')
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
    await hands.row('sofia').waitFor()
    expect(await hands.row('mateo').count()).toBe(0)
  })

  it('a live session is listed with where it runs, and ended from there', async () => {
    await hands.open(`/app/${app.id}?dialog=sessions`)
    const row = hands.dialog().getByRole('listitem').filter({ hasText: 'sofia' })
    await row.getByText('127.0.0.1').waitFor()
    expect(await faults()).toEqual([])
    await hands.press('End session of sofia', row)
    await hands.dialog().getByText('Nobody is signed in').waitFor()
    const live = await server.api<unknown[]>('GET', `/api/applications/${app.id}/sessions`)
    expect(live.body).toEqual([])
  })

  it('the log pauses, counts what it missed, and goes on', async () => {
    await hands.open(`/app/${app.id}?section=activity`)
    await hands.row('login_failed').waitFor()
    await hands.press('Pause')
    await hands.seen('Paused · 0 new events')
    await login('mateo', 'wrong')
    await hands.seen('Paused · 1 new event')
    expect(await hands.row('login_failed').count()).toBe(1)
    await hands.press('Resume')
    await hands.row('login_failed').nth(1).waitFor()
    await login('mateo', 'wrong again')
    await hands.row('login_failed').nth(2).waitFor()
    await hands.seen(/^Activity is kept for \d+ days/)
    expect(await faults()).toEqual([])
  })

  it('a row opens with what was compared, by its address also after the list has moved on', async () => {
    const { page } = watched
    await hands.open(`/app/${app.id}?section=activity`)
    await page.getByRole('link', { name: 'hwid_mismatch' }).click()
    await page.waitForURL(/log=\d+/)
    const compared = hands.dialog().getByRole('row').filter({ hasText: 'Hardware ID' })
    await compared.getByText('machine-1').waitFor()
    await compared.getByText('another machine').waitFor()
    expect(await faults()).toEqual([])
    const { searchParams } = new URL(page.url())
    await hands.open(`/app/${app.id}?section=activity&event=user_login&log=${searchParams.get('log')}`)
    await compared.getByText('another machine').waitFor()
    await page.keyboard.press('Escape')
    await page.waitForURL((url) => !url.search.includes('log='))
    await hands.open(`/app/${app.id}?section=activity&log=999999`)
    await hands.seen('This entry is not in the log any more.')
  })

  it('filters stand in the address, each can be taken away, and a file holds just what they leave', async () => {
    const { page } = watched
    await hands.open(`/app/${app.id}?section=activity&event=login_failed,hwid_mismatch&username=SOFIA`)
    await hands.row('hwid_mismatch').waitFor()
    expect(await hands.row('mateo').count()).toBe(0)
    await hands.press('Remove filter hwid_mismatch')
    await hands.gone(hands.row('hwid_mismatch'))
    await hands.press('Filters')
    await hands.dialog().getByLabel('Reason code').fill('invalid_credentials')
    expect(await faults()).toEqual([])
    await hands.press('Show', hands.dialog())
    await page.waitForURL(/code=invalid_credentials/)
    await hands.press('Export')
    expect(await faults()).toEqual([])
    const saved = page.waitForEvent('download')
    await hands.press('Export', hands.dialog())
    const lines = (await readFile(await (await saved).path(), 'utf8')).trim().split('\r\n')
    expect(lines).toHaveLength(2)
    expect(lines[1]).toContain('login_failed')
    await hands.seen('1 entry')
  })

  it('an address and a machine are blocked from the row that gave the reason, with Undo', async () => {
    const { page } = watched
    await hands.open(`/app/${app.id}?section=activity&event=hwid_mismatch`)
    const choose = async (name: string) => {
      await page.getByRole('button', { name: 'Actions for hwid_mismatch' }).click()
      await page.getByRole('menuitem', { name }).click()
    }
    await choose('Blacklist this HWID')
    await hands.asked().getByText('machine-1').waitFor()
    // Both sign in on that machine.
    await hands.seen(/2 accounts and/)
    expect(await faults()).toEqual([])
    await hands.press('Blacklist HWID')
    await hands.press('Undo')
    await hands.seen('Blacklist entry removed successfully')
    await choose('Blacklist this IP')
    await hands.seen(/Your own address is one of those it blocks/)
    await hands.press('Cancel')
    expect((await server.api<unknown[]>('GET', '/api/blacklist')).body).toEqual([])
  })

  it('the palette goes to what is typed, users included; single keys go, and can be turned off', async () => {
    const { page } = watched
    await hands.open(`/app/${app.id}`)
    await page.keyboard.press('Control+k')
    const input = page.getByPlaceholder('Application, section, user, license or action')
    await input.fill('never signed')
    await page.getByRole('option', { name: 'Users who never signed in' }).waitFor()
    expect(await faults()).toEqual([])
    await input.fill('sofi')
    await page.getByRole('option', { name: /^sofia/ }).click()
    await page.waitForURL(new RegExp(`section=users&user=${sofiaId}`))
    await hands
      .dialog()
      .getByRole('heading', { name: /^sofia/ })
      .waitFor()
    await page.keyboard.press('Escape')
    await hands.gone(hands.dialog())
    await page.keyboard.press('g')
    await page.keyboard.press('l')
    await page.waitForURL(/section=licenses/)
    await page.keyboard.press('g')
    await page.keyboard.press('u')
    await page.waitForURL(/section=users/)
    await hands.row('sofia').waitFor()
    await page.keyboard.press('/')
    await page.waitForFunction(() => document.activeElement?.getAttribute('type') === 'search')
    await page.keyboard.press('?')
    expect(await hands.dialog().count()).toBe(0)
    await page.locator('main h1').click()
    await page.keyboard.press('Shift+?')
    await hands.dialog().getByText('Keyboard shortcuts').waitFor()
    expect(await faults()).toEqual([])
    await hands.dialog().getByRole('switch').click()
    await page.keyboard.press('Escape')
    await hands.gone(hands.dialog())
    await page.keyboard.press('g')
    await page.keyboard.press('l')
    await page.keyboard.press('?')
    await page.keyboard.press('Control+k')
    await input.waitFor()
    expect(page.url()).toContain('section=users')
    expect(await hands.dialog().count()).toBe(1)
    await page.evaluate(() => localStorage.removeItem('single_key_shortcuts'))
  })

  it('cards show two weeks and who is online; a page older than its server says so; offline is said', async () => {
    const { page } = watched
    await hands.open('/')
    await page.getByRole('img', { name: 'Last 14 days: 2 sign-ins' }).waitFor()
    await hands.seen('0 online')
    await page.route('**/dashboard', (route) => route.fulfill({ contentType: 'text/html', body: '<p>newer</p>' }))
    await page.evaluate(() => window.dispatchEvent(new Event('keywright-reconnected')))
    await hands.seen('A new version is ready')
    expect(await faults()).toEqual([])
    await page.unroute('**/dashboard')
    await hands.press('Refresh', page.getByRole('status').filter({ hasText: 'A new version is ready' }))
    await page.locator('main h1').waitFor()
    await context.setOffline(true)
    await hands.seen('You are offline. Shown data may be old.')
    await context.setOffline(false)
    await hands.gone(page.getByText('You are offline. Shown data may be old.'))
    // Calls that failed meanwhile are what the step is about.
    newProblems()
  })

  it('is as good on a telephone', async () => {
    const { page } = watched
    await page.setViewportSize(widths.narrow)
    for (const address of ['', '?dialog=sessions', '?section=activity&success=false']) {
      await hands.open(`/app/${app.id}${address}`)
      if (address.includes('dialog=')) await hands.dialog().getByText('Nobody is signed in').waitFor()
      expect([address, ...(await faults())]).toEqual([address])
    }
    await page.getByRole('link', { name: 'hwid_mismatch' }).click()
    await hands.dialog().getByText('What was compared').waitFor()
    expect(await faults()).toEqual([])
  })
})
