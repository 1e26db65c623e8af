import { describe, expect, it } from 'vitest'
import { hasBrowser } from '../harness/browser.ts'
import { useApplicationWalk } from './open-walk.ts'
import { ownerCall, seedApplication } from './walk-fixtures.ts'
import { findFaultsAtBothWidths } from './watched-page.ts'

describe.skipIf(!hasBrowser)('the saved views of a list', () => {
  const walk = useApplicationWalk((server) => seedApplication(server))
  const { ui, application } = walk

  const base = () => `/app/${application.id}`
  const faults = () => findFaultsAtBothWidths(walk.watched)

  it('keep views on the server: saved, shown, renamed, deleted and taken back', async () => {
    const chip = (name: string) => ui.button(name, walk.page.getByRole('group', { name: 'Views' }))
    const views = () => ownerCall<{ name: string; query: string }[]>(walk.server, 'GET', '/api/account/views')
    await ui.open(`${base()}?section=users`)
    expect(await chip('All').getAttribute('aria-pressed')).toBe('true')
    expect(await ui.button('Save view').count()).toBe(0)
    await chip('Banned').click()
    await walk.page.waitForURL(/status=banned/)
    expect(await chip('Banned').getAttribute('aria-pressed')).toBe('true')
    expect(await ui.button('Save view').count()).toBe(0)

    await walk.page.getByRole('combobox', { name: 'Status' }).selectOption('Paused')
    await ui.press('Save view')
    await ui.press('Save View', ui.dialog())
    await ui.seen('Name is required')
    await ui.field('Name').fill('On hold')
    expect(await faults()).toEqual([])
    await ui.press('Save View', ui.dialog())
    await ui.seen('View saved')
    await chip('On hold').waitFor()
    expect(await views()).toEqual([expect.objectContaining({ name: 'On hold', query: 'status=paused' })])

    await chip('All').click()
    await walk.page.waitForURL((url) => !url.search.includes('status='))
    await walk.page.reload()
    await chip('On hold').click()
    await walk.page.waitForURL(/status=paused/)
    expect(await faults()).toEqual([])
    await ui.choose('Actions for the view On hold', 'Rename…')
    await ui.field('Name').fill('Waiting')
    await ui.press('Rename', ui.dialog())
    await chip('Waiting').waitFor()
    await ui.choose('Actions for the view Waiting', 'Delete')
    await ui.gone(chip('Waiting'))
    expect(await views()).toEqual([])
    await ui.press('Undo')
    await chip('Waiting').waitFor()
    await ui.open(`${base()}?section=licenses`)
    await chip('All').waitFor()
    expect(await chip('Waiting').count()).toBe(0)
  })

  it('work without their views when those cannot be read', async () => {
    await walk.page.route('**/api/account/views', (route) =>
      route.fulfill({ status: 500, contentType: 'application/json', body: '{"code":"internal_error","message":"No"}' }),
    )
    await ui.open(`${base()}?section=users&status=paused`)
    await walk.page.reload()
    await ui.row('user_').first().waitFor()
    expect(await ui.button('All', walk.page.getByRole('group', { name: 'Views' })).count()).toBe(1)
    expect(await ui.button('Save view').count()).toBe(0)
    await walk.page.unroute('**/api/account/views')
  })
})
