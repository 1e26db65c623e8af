import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { hasBrowser } from '../harness/browser.ts'
import type { RunningServer } from '../harness/start-server.ts'
import { holdResponse } from './held-response.ts'
import { openWalk, type Walk } from './open-walk.ts'
import type { PageActions } from './page-actions.ts'
import { newApplication, newUser, ownerCall, type WalkApplication } from './walk-fixtures.ts'
import { findFaultsAtBothWidths, type WatchedPage } from './watched-page.ts'

interface User {
  readonly id: number
  readonly username: string
  readonly expiresAt: string | null
  readonly isPaused: boolean
}

const expiresAt = '2031-01-01T00:00:00.000Z'
const inThirtyDays = '2031-01-31T00:00:00.000Z'
const isRun = (url: URL) => url.pathname.endsWith('/users/bulk')

/** Changes of many rows over a bad line, and what is selected: a real browser, the built pages, the real server. */
describe.skipIf(!hasBrowser)('a change of many users', () => {
  let walk: Walk
  let server: RunningServer
  let app: WalkApplication
  let watched: WatchedPage
  let page: Page
  let hands: PageActions

  beforeAll(async () => {
    walk = await openWalk()
    ;({ server, watched, page, hands } = walk)
  })
  beforeEach(async () => {
    app = await newApplication(server, 'Bulk App')
    for (const username of ['ann', 'bob', 'cem', 'dora', 'eva']) await newUser(server, app, { username, expiresAt })
    await hands.open(`/app/${app.id}?section=users&sort=username:asc`)
  })
  afterEach(() => expect(watched.problems).toEqual([]))
  afterAll(() => walk?.close())

  const users = () => ownerCall<User[]>(server, 'GET', `/api/applications/${app.id}/users?sort=username:asc`)
  const expiries = async () => new Set((await users()).map((user) => user.expiresAt))
  const box = (name: string) => page.getByRole('checkbox', { name: `Select ${name}`, exact: true })
  const choose = async (menu: string, entry: string) => {
    await hands.press(menu)
    await page.getByRole('menuitem', { name: entry, exact: true }).click()
  }
  const selectAll = async () => {
    await box('ann').click()
    await box('eva').click({ modifiers: ['Shift'] })
    await hands.seen('5 selected')
  }
  const addDays = async () => {
    await choose('Actions', 'Add or subtract days')
    await hands.press('Add 30 days to 5 users', hands.dialog())
  }
  /** The browser's own line about the line that broke. */
  const forgetBrokenLine = () => {
    const problems = watched.problems as string[]
    const others = problems.filter((one) => !one.includes('net::ERR_'))
    problems.splice(0, problems.length, ...others)
  }

  it('whose answer is lost says what came of it, and is not made again', async () => {
    await selectAll()
    await page.route(
      isRun,
      async (route) => {
        await route.fetch()
        await route.abort()
      },
      { times: 1 },
    )
    await addDays()
    await hands.seen('5 users changed.')
    expect(await findFaultsAtBothWidths(watched)).toEqual([])
    expect(await expiries()).toEqual(new Set([inThirtyDays]))
    await hands.press('Undo', hands.dialog())
    await hands.seen('Undone.')
    expect(await expiries()).toEqual(new Set([expiresAt]))
    forgetBrokenLine()
  })

  it('that never reached the server is made once when it is pressed again', async () => {
    await selectAll()
    await page.route(isRun, (route) => route.abort(), { times: 1 })
    await addDays()
    await hands.dialog().getByRole('alert').waitFor()
    expect(await findFaultsAtBothWidths(watched)).toEqual([])
    await hands.press('Add 30 days to 5 users', hands.dialog())
    await hands.seen('5 users changed.')
    expect(await expiries()).toEqual(new Set([inThirtyDays]))
    forgetBrokenLine()
  })

  it('of which neither answer nor state can be had is looked at again, not made again', async () => {
    await selectAll()
    let isDown = true
    await page.route(isRun, async (route) => {
      await route.fetch()
      await route.abort()
    })
    await page.route(/\/operations\/[^/]+$/, (route) => (isDown ? route.abort() : route.fallback()))
    await addDays()
    await hands.dialog().getByRole('alert').waitFor()
    expect(await hands.button('Add 30 days to 5 users', hands.dialog()).count()).toBe(0)
    expect(await findFaultsAtBothWidths(watched)).toEqual([])
    isDown = false
    await hands.press('Check Again', hands.dialog())
    await hands.seen('5 users changed.')
    expect(await expiries()).toEqual(new Set([inThirtyDays]))
    await page.unrouteAll()
    forgetBrokenLine()
  })

  it('that is refused keeps the selection', async () => {
    await selectAll()
    await page.route(
      isRun,
      (route) => route.fulfill({ status: 409, json: { code: 'selection_changed', message: 'The selection changed.' } }),
      { times: 1 },
    )
    await choose('Actions', 'Delete')
    await hands.press('Delete 5 users', hands.dialog())
    await hands.seen('The selection changed.')
    await hands.press('Cancel', hands.dialog())
    await hands.gone(hands.dialog())
    await hands.seen('5 selected')
    expect((await users()).length).toBe(5)
  })

  it('leaves selected what still matches the filter, and nothing that is not seen', async () => {
    await hands.open(`/app/${app.id}?section=users&sort=username:asc&status=active`)
    await selectAll()
    const [ann] = await users()
    await ownerCall(server, 'POST', `/api/applications/${app.id}/users/${ann?.id}/pause`)
    await hands.gone(hands.row('ann'))
    await hands.seen('4 selected')
    await hands.press('Pause')
    await hands.press('Pause 4 users', hands.dialog())
    await hands.seen('4 users paused.')
    await hands.press('Close', hands.dialog().locator('footer'))
    await hands.gone(hands.row('eva'))
    expect(await page.getByRole('toolbar', { name: 'Selected rows' }).count()).toBe(0)
  })

  it('tells its result though one went back meanwhile, with the way back', async () => {
    await hands.section('Overview').click()
    await page.getByRole('heading', { name: 'Bulk App' }).waitFor()
    await hands.section('Users').click()
    await box('ann').click()
    await hands.seen('1 selected')
    const running = await holdResponse(page, 'POST', /\/users\/bulk$/)
    await hands.press('Pause')
    await hands.press('Pause 1 user', hands.dialog())
    await running.isHeld
    await page.goBack()
    await hands.gone(hands.dialog())
    await running.release()
    await hands.seen('1 user paused.')
    expect((await users())[0]?.isPaused).toBe(true)
    await hands.press('Undo')
    await expect.poll(async () => (await users())[0]?.isPaused).toBe(false)
  })

  it('takes in no row above the one that is pressed first with Shift after a filter', async () => {
    await box('bob').click()
    await hands.seen('1 selected')
    await page.getByRole('searchbox', { name: 'Search users' }).fill('b')
    await page.getByRole('searchbox', { name: 'Search users' }).fill('')
    await page.getByRole('combobox', { name: 'Status' }).selectOption('active')
    await box('eva').click({ modifiers: ['Shift'] })
    await hands.seen('1 selected')
    expect([await box('eva').isChecked(), await box('cem').isChecked()]).toEqual([true, false])
  })
})
