import type { Locator } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { hasBrowser } from '../harness/browser.ts'
import { useApplicationWalk } from './open-walk.ts'
import { newApplication, newUser, ownerCall, seedApplication, widths } from './walk-fixtures.ts'
import { findFaultsAtBothWidths } from './watched-page.ts'

interface License {
  readonly id: number
  readonly licenseKey: string
  readonly maxUsers: number
  readonly isActive: boolean
  readonly expiresAt: string | null
}

/** Lists that work on while a row is open, by pointer and by keyboard. */
describe.skipIf(!hasBrowser)('lists', () => {
  const walk = useApplicationWalk((server) => seedApplication(server, 40))
  const { ui, application } = walk

  beforeAll(async () => {
    await ownerCall(walk.server, 'POST', '/api/webhooks', {
      applicationId: application.id,
      url: 'https://hooks.example.com/lists',
    })
    await ownerCall(walk.server, 'POST', '/api/blacklist', {
      applicationId: application.id,
      type: 'ip',
      value: '203.0.113.9',
      reason: 'Abuse',
    })
  })

  const base = () => `/app/${application.id}`
  const faults = () => findFaultsAtBothWidths(walk.watched)
  const drawer = () => walk.page.locator('[role=dialog][data-beside]')
  const title = () => drawer().getByRole('heading').first().innerText()
  const licenses = () => ownerCall<License[]>(walk.server, 'GET', `/api/applications/${application.id}/licenses`)
  const license = async (key: string) => {
    const found = (await licenses()).find(({ licenseKey }) => licenseKey === key)
    if (!found) throw new Error(`there is no ${key}`)
    return found
  }
  /** The free area of a row, beside every control: its right edge, before the actions. */
  const pressRow = async (row: Locator) => {
    await row.waitFor()
    const box = await row.boundingBox()
    if (box === null) throw new Error('the row is not shown')
    await walk.page.mouse.click(box.x + 4, box.y + box.height / 2)
  }
  const focused = () =>
    walk.page.evaluate(() => document.activeElement?.closest('[data-index]')?.getAttribute('data-index') ?? 'nowhere')
  const key = (name: string) => walk.page.keyboard.press(name)

  it('open every row by a press beside its controls, and work on beside the drawer', async () => {
    const opened: readonly (readonly [string, string, RegExp])[] = [
      [`${base()}?section=users&q=user_000`, 'user_000', /user=\d+/],
      [`${base()}?section=licenses`, 'KW-ACTIVE', /license=\d+/],
      [`${base()}?section=activity&event=login_failed`, 'login_failed', /log=\d+/],
      [`${base()}?section=blacklist`, '203.0.113.9', /entry=\d+/],
      ['/activity-logs?tab=audit&entity=license', 'license.create', /audit=\d+/],
    ]
    for (const [address, text, opens] of opened) {
      await ui.open(address)
      await pressRow(ui.row(text).first())
      await walk.page.waitForURL(opens)
      await drawer().getByRole('heading').first().waitFor()
      expect([address, ...(await faults())]).toEqual([address])
      await key('Escape')
      await ui.gone(drawer())
      expect(walk.page.url()).not.toMatch(opens)
    }
    await ui.open(`${base()}?section=webhooks`)
    await pressRow(ui.row('hooks.example.com').first())
    await walk.page.waitForURL(/webhook=\d+/)

    await ui.open(`${base()}?section=users&q=user_00`)
    await pressRow(ui.row('user_001'))
    await drawer().getByText('Live Sessions').waitFor()
    await walk.page.getByRole('checkbox', { name: 'Select user_002', exact: true }).click()
    await ui.seen('1 selected')
    expect(await title()).toBe('user_001')
    await pressRow(ui.row('user_003'))
    await drawer().getByRole('heading', { name: 'user_003' }).waitFor()
    await walk.page.goBack()
    await ui.gone(drawer())
  })

  it.each([1280, 1440, 1600, 1920])('are cut off nowhere beside an open drawer in a window of %i px', async (width) => {
    const [user] = await ownerCall<{ id: number }[]>(walk.server, 'GET', `/api/applications/${application.id}/users`)
    await walk.page.setViewportSize({ width, height: 900 })
    for (const address of [
      `${base()}?section=users&user=${user?.id}`,
      `${base()}/licenses?license=${(await license('KW-ACTIVE-0001-AAAA')).id}`,
    ]) {
      await ui.open(address)
      await drawer().waitFor()
      const cells = walk.page.locator('main tbody tr > *')
      await cells.first().waitFor()
      const cutOff = await cells.evaluateAll((all) =>
        all.flatMap((cell) => {
          const [own, row] = [cell.getBoundingClientRect(), cell.parentElement?.getBoundingClientRect()]
          const isWithin = row !== undefined && own.right <= row.right + 1 && own.bottom <= row.bottom + 1
          return isWithin ? [] : [cell.textContent]
        }),
      )
      expect(cutOff, address).toEqual([])
    }
    await walk.page.setViewportSize(widths.wide)
  })

  it('leave the controls of a row to themselves', async () => {
    await ui.open(`${base()}?section=users&q=user_000`)
    await ui.press('Copy HWID of user_000')
    await ui.seen('Copied to clipboard')
    await ui.press('Actions for user_000')
    await walk.page.getByRole('menuitem', { name: 'Edit', exact: true }).waitFor()
    await key('Escape')
    expect(walk.page.url()).not.toContain('user=')
    expect(await drawer().count()).toBe(0)
  })

  it('say that a user has expired', async () => {
    await ui.open(`${base()}?section=users&status=expired`)
    await ui.row('user_').first().waitFor()
    expect(await ui.row('user_').first().getByText('Expired', { exact: true }).count()).toBe(1)
    await ui.open(`${base()}?section=users&q=user_000`)
    expect(await ui.row('user_000').getByText('Expired', { exact: true }).count()).toBe(0)
  })

  it('show activity to the second', async () => {
    await ui.open(`${base()}?section=activity`)
    await ui.row('user_login').first().waitFor()
    const time = await ui.row('user_login').first().locator('time').first().innerText()
    expect(time).toMatch(/^[A-Z][a-z]{2} \d{1,2}, \d{1,2}:\d\d:\d\d [AP]M$/)
  })

  it('move by keys with the drawer following, select, edit, add and return', async () => {
    await ui.open(`${base()}?section=users&q=user_0&sort=username:asc`)
    await ui.row('user_000').waitFor()
    for (const [pressed, at] of [
      ['j', '0'],
      ['j', '1'],
      ['ArrowDown', '2'],
      ['k', '1'],
      ['ArrowUp', '0'],
      ['k', '0'],
    ]) {
      await key(pressed ?? '')
      expect([pressed, await focused()]).toEqual([pressed, at])
    }
    await key('x')
    await ui.seen('1 selected')
    await key('j')
    await key('j')
    await key('Shift+X')
    await ui.seen('3 selected')
    await key('x')
    await ui.seen('2 selected')

    await key('Enter')
    await drawer().getByRole('heading', { name: 'user_002' }).waitFor()
    await key('j')
    await drawer().getByRole('heading', { name: 'user_003' }).waitFor()
    expect(await focused()).toBe('3')
    await key('j')
    await drawer().getByRole('heading', { name: 'user_004' }).waitFor()
    expect(await walk.watched.violations()).toEqual([])
    await key('Escape')
    await ui.gone(drawer())
    expect(await focused()).toBe('4')
    expect(walk.page.url()).not.toContain('user=')

    await key('e')
    expect(await ui.dialog().getByLabel('Username').inputValue()).toBe('user_004')
    await key('Escape')
    await ui.gone(ui.dialog())
    await key('n')
    await ui.dialog().getByText('Add User').first().waitFor()
    await walk.page.waitForURL(/dialog=add-user/)
  })

  it('go to other pages by g and a letter, and leave typing and turned-off keys alone', async () => {
    const pages = [
      ['b', /section=blacklist/],
      ['w', /section=webhooks/],
      ['m', /section=messages/],
      ['c', /section=api-config/],
      ['t', /settings\/team$/],
      ['s', /dialog=settings/],
    ] as const
    for (const [letter, address] of pages) {
      await ui.open(`${base()}?section=users`)
      await key('g')
      await key(letter)
      await expect.poll(() => walk.page.url(), { message: `g ${letter}`, timeout: 10_000 }).toMatch(address)
    }
    await ui.open(`${base()}?section=users`)
    await key('g')
    await key('d')
    await walk.page.waitForURL((url) => url.pathname === '/')

    await ui.open(`${base()}?section=users&sort=username:asc`)
    await walk.page.getByRole('searchbox', { name: 'Search users' }).fill('')
    await walk.page.getByRole('searchbox', { name: 'Search users' }).pressSequentially('jx')
    expect(await walk.page.getByRole('searchbox', { name: 'Search users' }).inputValue()).toBe('jx')
    expect(await focused()).toBe('nowhere')
    await ui.open(`${base()}?section=users&sort=username:asc`)
    await key('?')
    await ui.dialog().getByText('Next row').waitFor()
    expect(await faults()).toEqual([])
    await ui.dialog().getByRole('switch').click()
    await key('Escape')
    await ui.gone(ui.dialog())
    await walk.page.locator('main h1').click()
    for (const pressed of ['j', 'x', 'n', 'ArrowDown']) await key(pressed)
    expect(await focused()).toBe('nowhere')
    expect(await ui.dialog().count()).toBe(0)
    await walk.page.evaluate(() => localStorage.removeItem('single_key_shortcuts'))
    await walk.page.reload()
  })

  it('tell of a license who uses it and how many more can, and change it', async () => {
    await newUser(walk.server, application, { username: 'unlicensed' })
    await ui.open(`${base()}?section=licenses`)
    await walk.page.getByRole('button', { name: 'KW-ACTIVE-0001-A…', exact: true }).click()
    await drawer()
      .getByText(/^5 people can use this key until [A-Z][a-z]{2} \d+, \d{4}\.$/)
      .waitFor()
    await drawer().getByText('No users yet.').waitFor()
    expect(await faults()).toEqual([])
    await ui.press('Copy key', drawer())
    await ui.seen('License key copied to clipboard')
    expect(await walk.page.evaluate(() => navigator.clipboard.readText())).toBe('KW-ACTIVE-0001-AAAA')

    await ui.press('Add seats…', drawer())
    await walk.page.getByLabel('Seats', { exact: true }).fill('2')
    await ui.seen('7 seats in all')
    expect(await faults()).toEqual([])
    await ui.press('Add 2 Seats')
    await drawer()
      .getByText(/^7 people can use this key/)
      .waitFor()
    expect((await license('KW-ACTIVE-0001-AAAA')).maxUsers).toBe(7)

    const before = await license('KW-ACTIVE-0001-AAAA')
    await ui.press('Extend…', drawer())
    await walk.page.getByLabel('Days', { exact: true }).fill('10')
    expect(await faults()).toEqual([])
    await ui.press('Extend by 10 days')
    await ui.seen('License extended')
    const days = (to: License) =>
      (new Date(to.expiresAt ?? '').getTime() - new Date(before.expiresAt ?? '').getTime()) / 86_400_000
    expect(days(await license('KW-ACTIVE-0001-AAAA'))).toBe(10)

    await ui.press('Disable', drawer())
    await drawer().getByText('This key is disabled: no one can log in with it.').waitFor()
    expect((await license('KW-ACTIVE-0001-AAAA')).isActive).toBe(false)
    await ui.press('Enable', drawer())
    await drawer()
      .getByText(/^7 people can use this key/)
      .waitFor()
    await drawer().getByText('maxUsers: 5 → 7').waitFor()

    await ui.press('Edit', drawer())
    await walk.page.getByLabel('Description (Optional)').fill('For the VIPs')
    expect(await faults()).toEqual([])
    await ui.press('Save Changes')
    await drawer().getByText('For the VIPs', { exact: true }).waitFor()

    await ui.open(`${base()}/licenses?license=${(await license('KW-FULL-0002-BBBB')).id}`)
    await drawer()
      .getByText(/^The only seat is taken/)
      .waitFor()
    await drawer().getByRole('link', { name: 'licensed', exact: true }).click()
    await walk.page.waitForURL(/section=users&user=\d+/)
    await drawer().getByRole('heading', { name: 'licensed' }).waitFor()
  })

  it('have a menu for each license that does what its drawer does', async () => {
    const other = await newApplication(walk.server, 'Menu App')
    const made = { licenseKey: 'KW-MENU-0001-AAAA', maxUsers: 3 }
    await ownerCall(walk.server, 'POST', `/api/applications/${other.id}/licenses`, made)
    await ui.open(`/app/${other.id}?section=licenses`)
    await ui.press('Actions for KW-MENU-0001-AAA…')
    const usual = ['Edit', 'Copy key', 'Extend…', 'Add seats…', 'Disable', 'Pause…', 'Ban…', 'Show users', 'Delete']
    // what a menu needs may be loaded by its first opening
    await expect.poll(() => walk.page.getByRole('menuitem').allInnerTexts()).toEqual(usual)
    expect(await walk.watched.violations()).toEqual([])
    await walk.page.getByRole('menuitem', { name: 'Disable' }).click()
    await ui.seen('License disabled')
    await ui.row('KW-MENU').getByText('Inactive').waitFor()
    await ui.choose('Actions for KW-MENU-0001-AAA…', 'Delete')
    await ui.press('Delete License', ui.confirmation())
    await ui.seen('License deleted')
    await ui.seen('No license keys')
  })
})
