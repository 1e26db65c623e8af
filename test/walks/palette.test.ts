import type { Locator } from 'playwright-core'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { hasBrowser } from '../harness/browser.ts'
import { useApplicationWalk } from './open-walk.ts'
import { clientCall, newApplication, newUser, ownerCall, type WalkApplication, widths } from './walk-fixtures.ts'
import { findHorizontalOverflow } from './watched-page.ts'

vi.setConfig({ testTimeout: 60_000 })

interface BlacklistEntry {
  readonly type: string
  readonly applicationId: number
}

/** Search and actions: the built pages, the real server. */
describe.skipIf(!hasBrowser)('the command palette', () => {
  const walk = useApplicationWalk((server) => newApplication(server, 'My Game App'))
  const { ui, application: game } = walk
  let other: WalkApplication
  let sofia: { id: number }
  let licenseId: number

  beforeAll(async () => {
    other = await newApplication(walk.server, 'Second App')
    sofia = await newUser(walk.server, game, { username: 'sofia', expiresAt: '2031-01-01T00:00:00.000Z' })
    await newUser(walk.server, other, { username: 'sofia-elsewhere' })
    await clientCall(walk.server, game, 'login', { username: 'sofia', password: 'pw123456', hwid: 'BOARD-77' })
    const license = { licenseKey: 'KW-PALETTE-0001-AAAA', description: 'Reseller in Oslo' }
    const made = await ownerCall<{ id: number }>(walk.server, 'POST', `/api/applications/${game.id}/licenses`, license)
    licenseId = made.id
    const url = 'https://hooks.example.com/keywright'
    await ownerCall(walk.server, 'POST', '/api/webhooks', { applicationId: game.id, url })
  })

  const palette = () => walk.page.getByRole('dialog', { name: 'Command Palette' })
  const field = () => palette().getByRole('combobox')
  const option = (name: string | RegExp) => palette().getByRole('option', { name })
  const group = (heading: string) => palette().getByRole('group', { name: heading, exact: true })
  const openPalette = async () => {
    await walk.page.keyboard.press('Control+k')
    await field().waitFor()
  }
  /** Types and waits until the server has searched everything: a busy machine may not do so in the time of one search. */
  const type = async (text: string) => {
    // the same letters in the other case are another search for the same; spaces around them would be none
    const other = text === text.toLowerCase() ? text.toUpperCase() : text.toLowerCase()
    for (let typed = text, isPartial = true; isPartial; typed = typed === text ? other : text) {
      const answered = walk.page.waitForResponse((response) => response.url().endsWith('/api/search'))
      await field().fill(typed)
      ;({ isPartial } = (await (await answered).json()) as { isPartial: boolean })
    }
  }
  const bestMatch = () =>
    group('Best match')
      .getByRole('option', { name: /^sofia/ })
      .first()
  const openActionsOfSofia = async () => {
    await openPalette()
    await type('sofia')
    await bestMatch().waitFor()
    await walk.page.keyboard.press('ArrowRight')
    await option(/^Pause sofia/).waitFor()
  }
  const user = () =>
    ownerCall<{ isBanned: boolean; isPaused: boolean; hwid: string | null; expiresAt: string | null }>(
      walk.server,
      'GET',
      `/api/applications/${game.id}/users/${sofia.id}`,
    )
  const entries = () => ownerCall<BlacklistEntry[]>(walk.server, 'GET', '/api/blacklist')

  it('finds users, license keys, webhooks, applications, pages, settings and documentation, and opens them', async () => {
    await ui.open(`/app/${game.id}`)
    await openPalette()
    const found: readonly (readonly [string, string, RegExp])[] = [
      ['sofia', 'Best match', /^sofia/],
      ['oslo', 'Best match', /^KW-PALETTE-0001/],
      ['KW-PALETTE-0001-AAAA', 'Best match', /^KW-PALETTE-0001/],
      ['hooks.exam', 'Best match', /^hooks\.example\.com/],
      ['second', 'Best match', /^Second App/],
      ['audit', 'Best match', /^Audit log/],
      ['minimum password', 'Best match', /^Minimum password length/],
      ['heartbeat', 'Docs', /./],
    ]
    for (const [text, heading, name] of found) {
      await type(text)
      await group(heading).getByRole('option', { name }).first().waitFor()
    }
    await type('sofia')
    await group('Users')
      .getByRole('option', { name: /^Show all users in My Game App/ })
      .waitFor()
    await option(/^sofia My Game App|^sofia/)
      .first()
      .click()
    await walk.page.waitForURL(new RegExp(`section=users&user=${sofia.id}$`))
    await ui.dialog().getByRole('heading', { name: 'sofia' }).waitFor()
    await walk.page.keyboard.press('Escape')
    await openPalette()
    await group('Recent')
      .getByRole('option', { name: /^sofia/ })
      .waitFor()
    await walk.page.keyboard.press('Escape')
  })

  it('keeps its place whatever it lists, fits a phone, and has no violation in any of its states', async () => {
    await ui.open(`/app/${game.id}`)
    const top = async () => (await palette().boundingBox())?.y
    for (const size of [widths.narrow, { width: 320, height: 640 }, widths.wide, { width: 1920, height: 1080 }]) {
      await walk.page.setViewportSize(size)
      await openPalette()
      await palette().getByRole('option').first().waitFor()
      const atFirst = await top()
      for (const text of ['sofia', 'nothing like this at all']) {
        await type(text)
        expect(await top()).toBe(atFirst)
        expect(await findHorizontalOverflow(walk.page)).toEqual([])
        expect(await walk.watched.violations()).toEqual([])
      }
      await type('sofia')
      await option(/^sofia/)
        .first()
        .locator('[data-actions]')
        .click()
      await option(/^Reset HWID of sofia/).waitFor()
      expect(await walk.watched.violations()).toEqual([])
      await walk.page.keyboard.press('Escape')
      await ui.gone(palette())
    }
    await walk.page.setViewportSize(widths.wide)
  })

  it('is used by the keyboard alone: actions by the right arrow, back by Backspace, a new tab by Ctrl Enter', async () => {
    await ui.open(`/app/${game.id}`)
    await openActionsOfSofia()
    await walk.page.keyboard.type('copy')
    await option(/^Copy ID of sofia/).waitFor()
    expect(await palette().getByRole('option').count()).toBe(1)
    await walk.page.keyboard.press('Enter')
    await ui.seen('User ID copied to clipboard')
    expect(await walk.page.evaluate(() => navigator.clipboard.readText())).toBe(String(sofia.id))

    await openActionsOfSofia()
    await walk.page.keyboard.press('Backspace')
    await bestMatch().waitFor()
    expect(await field().inputValue()).toBe('sofia')
    const opened = walk.page.context().waitForEvent('page')
    await walk.page.keyboard.press('Control+Enter')
    const tab = await opened
    await tab.waitForURL(new RegExp(`user=${sofia.id}$`))
    await tab.close()
    expect(await palette().isVisible()).toBe(true)
    await walk.page.keyboard.press('Escape')
  })

  it('takes typed words for actions: pause, reset, extend, disable, each with its way back', async () => {
    await ui.open('/')
    const act = async (text: string, name: RegExp) => {
      await openPalette()
      await type(text)
      await group('Best match').getByRole('option', { name }).first().click()
    }
    await act('pause sofia', /^Pause sofia/)
    await ui.seen('User paused successfully')
    expect((await user()).isPaused).toBe(true)
    await ui.press('Undo')
    await ui.seen('User unpaused successfully')

    await act('reset hwid sofia', /^Reset HWID of sofia/)
    await ui.seen('HWID reset successfully')
    expect((await user()).hwid).toBeNull()
    await ui.press('Undo')
    await expect.poll(async () => (await user()).hwid).toBe('BOARD-77')

    await act('extend sofia', /^Extend sofia…/)
    const extend = walk.page.getByRole('dialog', { name: 'Extend User' })
    await extend.getByText('Expires Jan 31, 2031.').waitFor()
    expect(await walk.watched.violations()).toEqual([])
    await ui.press('Extend', extend)
    await ui.seen('User updated successfully')
    expect((await user()).expiresAt).toBe('2031-01-31T00:00:00.000Z')

    const licensePath = `/api/applications/${game.id}/licenses?q=oslo`
    await act('disable oslo', /^Disable KW-PALETTE-0001/)
    await ui.seen('License disabled')
    expect((await ownerCall<{ id: number; isActive: boolean }[]>(walk.server, 'GET', licensePath))[0]).toMatchObject({
      id: licenseId,
      isActive: false,
    })
    await ui.press('Undo')
    await ui.seen('License enabled')
  })

  it('bans with the device, and in all applications, in at most three clicks from the dashboard', async () => {
    /** Opening the palette by its field in the bar is a click too. */
    const ban = async (action: RegExp) => {
      let clicks = 1
      const click = async (target: Locator) => {
        await target.click()
        clicks += 1
      }
      await ui.open('/')
      await openPalette()
      await type('ban sofia')
      await click(group('Best match').getByRole('option', { name: action }))
      await click(ui.button('Ban User', walk.page.getByRole('dialog', { name: 'Ban User' })))
      await ui.seen('User banned successfully')
      return clicks
    }
    expect(await ban(/^Ban sofia with HWID…/)).toBeLessThanOrEqual(3)
    expect((await user()).isBanned).toBe(true)
    expect((await entries()).map(({ type, applicationId }) => [type, applicationId])).toEqual([['hwid', game.id]])
    await ui.press('Undo')
    await expect.poll(async () => (await entries()).length).toBe(0)

    expect(await ban(/^Ban sofia in all my applications…/)).toBeLessThanOrEqual(3)
    const places = (await entries()).map(({ applicationId }) => applicationId)
    expect(new Set(places)).toEqual(new Set([game.id, other.id]))
    expect(places).toHaveLength(6)
    await ui.press('Undo')
    await expect.poll(async () => (await entries()).length).toBe(0)
    expect((await user()).isBanned).toBe(false)
  })

  it('says what a ban in all applications covers, and the drawer takes it back later', async () => {
    await ui.open(`/app/${game.id}?section=users&user=${sofia.id}`)
    const drawer = walk.page.getByRole('dialog', { name: 'sofia' })
    await ui.press('Ban', drawer)
    const dialog = walk.page.getByRole('dialog', { name: 'Ban User' })
    await dialog.getByLabel('In all my applications').check()
    for (const value of ['sofia', 'BOARD-77', '127.0.0.1'])
      await dialog.getByText(value, { exact: true }).last().waitFor()
    await dialog.getByText('It also blocks your own IP address.').waitFor()
    await dialog.getByLabel('Last IP address').uncheck()
    for (const size of [widths.narrow, widths.wide]) {
      await walk.page.setViewportSize(size)
      expect(await findHorizontalOverflow(walk.page)).toEqual([])
      expect(await walk.watched.violations()).toEqual([])
    }
    await ui.press('Ban User', dialog)
    await ui.seen('4 blacklist entries in 2 applications.')
    await drawer.getByText('Blocked in 2 applications by a ban.').waitFor()
    expect(await walk.watched.violations()).toEqual([])
    await ui.press('Unban Everywhere', drawer)
    await ui.seen('4 blacklist entries removed.')
    await ui.gone(ui.button('Unban Everywhere', drawer))
    expect(await entries()).toEqual([])
    expect((await user()).isBanned).toBe(false)
  })

  it('never sends what begins like a key or a token, and finds its place in the browser', async () => {
    await ui.open(`/app/${game.id}`)
    const sent: string[] = []
    walk.page.on('request', (request) => {
      if (request.url().endsWith('/api/search')) sent.push(request.postData() ?? '')
    })
    await openPalette()
    await field().fill(game.apiKey)
    await option('API key of My Game App').waitFor()
    await field().fill('kwt_something')
    await option('Management tokens').waitFor()
    await field().fill('copy sess_0123456789')
    await option('Live Sessions of My Game App').waitFor()
    expect(await walk.watched.violations()).toEqual([])
    // What is asked afterwards was typed afterwards.
    await type('sofia')
    expect(sent.filter((body) => /ak_|kwt_|sess_/.test(body))).toEqual([])
    await walk.page.keyboard.press('Escape')
  })
})
