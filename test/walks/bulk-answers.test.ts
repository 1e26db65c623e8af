import { beforeEach, describe, expect, it } from 'vitest'
import { hasBrowser } from '../harness/browser.ts'
import { holdResponse } from './held-response.ts'
import { useFreshApplication, useWalk } from './open-walk.ts'
import { newUser, ownerCall } from './walk-fixtures.ts'
import { findFaultsAtBothWidths } from './watched-page.ts'

interface User {
  readonly id: number
  readonly username: string
  readonly expiresAt: string | null
  readonly isPaused: boolean
}

const expiresAt = '2031-01-01T00:00:00.000Z'
const inThirtyDays = '2031-01-31T00:00:00.000Z'
const isRun = (url: URL) => url.pathname.endsWith('/users/bulk')

/** Bulk changes over a bad connection, and the selection: a real browser, the built pages, the real server. */
describe.skipIf(!hasBrowser)('a change of many users', () => {
  const walk = useWalk()
  const { ui } = walk
  const app = useFreshApplication(walk, 'Bulk App')

  beforeEach(async () => {
    for (const username of ['ann', 'bob', 'cem', 'dora', 'eva'])
      await newUser(walk.server, app, { username, expiresAt })
    await ui.open(`/app/${app.id}?section=users&sort=username:asc`)
  })

  const users = () => ownerCall<User[]>(walk.server, 'GET', `/api/applications/${app.id}/users?sort=username:asc`)
  const expiries = async () => new Set((await users()).map((user) => user.expiresAt))
  const box = (name: string) => walk.page.getByRole('checkbox', { name: `Select ${name}`, exact: true })
  const selectAll = async () => {
    await box('ann').click()
    await box('eva').click({ modifiers: ['Shift'] })
    await ui.seen('5 selected')
  }
  const addDays = async () => {
    await ui.choose('Actions', 'Add or subtract days')
    await ui.press('Add 30 days to 5 users', ui.dialog())
  }
  const isMadeOnce = async () => {
    await ui.seen('5 users changed.')
    expect(await expiries()).toEqual(new Set([inThirtyDays]))
  }
  /** The browser's console line about the broken connection. */
  const forgetBrokenLine = () => {
    const problems = walk.watched.problems as string[]
    const others = problems.filter((one) => !one.includes('net::ERR_'))
    problems.splice(0, problems.length, ...others)
  }

  it('whose answer is lost says what came of it, and is not made again', async () => {
    await selectAll()
    await walk.page.route(
      isRun,
      async (route) => {
        await route.fetch()
        await route.abort()
      },
      { times: 1 },
    )
    await addDays()
    await ui.seen('5 users changed.')
    expect(await findFaultsAtBothWidths(walk.watched)).toEqual([])
    expect(await expiries()).toEqual(new Set([inThirtyDays]))
    await ui.press('Undo', ui.dialog())
    await ui.seen('Undone.')
    expect(await expiries()).toEqual(new Set([expiresAt]))
    forgetBrokenLine()
  })

  it('that never reached the server is made once when it is pressed again', async () => {
    await selectAll()
    await walk.page.route(isRun, (route) => route.abort(), { times: 1 })
    await addDays()
    await ui.dialog().getByRole('alert').waitFor()
    expect(await findFaultsAtBothWidths(walk.watched)).toEqual([])
    await ui.press('Add 30 days to 5 users', ui.dialog())
    await isMadeOnce()
    forgetBrokenLine()
  })

  it('that reaches the server late, after it was pressed again, is made once', async () => {
    await selectAll()
    let late: { readonly url: string; readonly body: unknown } | undefined
    await walk.page.route(
      isRun,
      async (route) => {
        late = { url: route.request().url(), body: route.request().postDataJSON() }
        await route.abort()
      },
      { times: 1 },
    )
    await addDays()
    await ui.dialog().getByRole('alert').waitFor()
    await ui.press('Add 30 days to 5 users', ui.dialog())
    await ui.seen('5 users changed.')
    const reply = await walk.context.request.post(late?.url ?? '', { data: late?.body })
    expect(await expiries()).toEqual(new Set([inThirtyDays]))
    expect(await reply.json()).toMatchObject({ code: 'preview_expired' })
    forgetBrokenLine()
  })

  it('of which neither answer nor state can be had is looked at again, not made again', async () => {
    await selectAll()
    let isDown = true
    await walk.page.route(isRun, async (route) => {
      await route.fetch()
      await route.abort()
    })
    await walk.page.route(/\/operations\/[^/]+$/, (route) => (isDown ? route.abort() : route.fallback()))
    await addDays()
    await ui.dialog().getByRole('alert').waitFor()
    expect(await ui.button('Add 30 days to 5 users', ui.dialog()).count()).toBe(0)
    expect(await findFaultsAtBothWidths(walk.watched)).toEqual([])
    isDown = false
    await ui.press('Check Again', ui.dialog())
    await isMadeOnce()
    await walk.page.unrouteAll()
    forgetBrokenLine()
  })

  it('that is refused keeps the selection', async () => {
    await selectAll()
    await walk.page.route(
      isRun,
      (route) => route.fulfill({ status: 409, json: { code: 'selection_changed', message: 'The selection changed.' } }),
      { times: 1 },
    )
    await ui.choose('Actions', 'Delete')
    await ui.press('Delete 5 users', ui.dialog())
    await ui.seen('The selection changed.')
    // the new preview moves the buttons
    await ui.button('Delete 5 users', ui.dialog()).click({ trial: true })
    await ui.press('Cancel', ui.dialog())
    await ui.gone(ui.dialog())
    await ui.seen('5 selected')
    expect((await users()).length).toBe(5)
  })

  it('leaves selected what still matches the filter, and nothing that is not seen', async () => {
    await ui.open(`/app/${app.id}?section=users&sort=username:asc&status=active`)
    await selectAll()
    const [ann] = await users()
    await ownerCall(walk.server, 'POST', `/api/applications/${app.id}/users/${ann?.id}/pause`)
    await ui.gone(ui.row('ann'))
    await ui.seen('4 selected')
    await ui.press('Pause')
    await ui.press('Pause 4 users', ui.dialog())
    await ui.seen('4 users paused.')
    await ui.press('Close', ui.dialog().locator('footer'))
    await ui.gone(ui.row('eva'))
    expect(await walk.page.getByRole('toolbar', { name: 'Selected rows' }).count()).toBe(0)
  })

  it('tells its result though one went back meanwhile, with the way back', async () => {
    await ui.section('Overview').click()
    await walk.page.getByRole('heading', { name: 'Bulk App' }).waitFor()
    await ui.section('Users').click()
    await box('ann').click()
    await ui.seen('1 selected')
    const running = await holdResponse(walk.page, 'POST', /\/users\/bulk$/)
    await ui.press('Pause')
    await ui.press('Pause 1 user', ui.dialog())
    await running.isHeld
    await walk.page.goBack()
    await ui.gone(ui.dialog())
    await running.release()
    await ui.seen('1 user paused.')
    expect((await users())[0]?.isPaused).toBe(true)
    await ui.press('Undo')
    await expect.poll(async () => (await users())[0]?.isPaused).toBe(false)
  })

  it('takes in no row above the one that is pressed first with Shift after a filter', async () => {
    await box('bob').click()
    await ui.seen('1 selected')
    await walk.page.getByRole('searchbox', { name: 'Search users' }).fill('b')
    await walk.page.getByRole('searchbox', { name: 'Search users' }).fill('')
    await walk.page.getByRole('combobox', { name: 'Status' }).selectOption('active')
    await box('eva').click({ modifiers: ['Shift'] })
    await ui.seen('1 selected')
    expect([await box('eva').isChecked(), await box('cem').isChecked()]).toEqual([true, false])
  })
})
