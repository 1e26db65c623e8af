import { beforeAll, describe, expect, it } from 'vitest'
import { hasBrowser } from '../harness/browser.ts'
import { holdResponse } from './held-response.ts'
import { useApplicationWalk } from './open-walk.ts'
import { newApplication, newUser, ownerCall } from './walk-fixtures.ts'

/** The palette while the server is slow, fails, or can't be reached; and for who may only look. */
describe.skipIf(!hasBrowser)('the command palette, when not all is well', () => {
  const walk = useApplicationWalk((server) => newApplication(server, 'My Game App'), { toleratesProblems: true })
  const { ui, application: game } = walk

  beforeAll(async () => {
    await newUser(walk.server, game, { username: 'users-of-mine' })
    await newApplication(walk.server, 'Second App')
  })

  const palette = () => walk.page.getByRole('dialog', { name: 'Command Palette' })
  const option = (name: string | RegExp) => palette().getByRole('option', { name })
  const openWith = async (text: string) => {
    await ui.open(`/app/${game.id}`)
    await walk.page.keyboard.press('Control+k')
    await palette().getByRole('combobox').fill(text)
  }

  it('shows what the browser knows while the server searches', async () => {
    const held = await holdResponse(walk.page, 'POST', /^\/api\/search$/)
    await openWith('users')
    await held.isHeld
    await option(/^Users/)
      .first()
      .waitFor()
    await palette().getByText('Searching users, licenses and webhooks…').waitFor()
    expect(await walk.watched.violations()).toEqual([])
    await held.release()
    await option(/^users-of-mine/).waitFor()
    await palette().getByText('Searching users, licenses and webhooks…').waitFor({ state: 'detached' })
  })

  it('shows what the browser knows when the search fails, and searches again on request', async () => {
    const body = JSON.stringify({ code: 'internal_error', message: 'Internal error' })
    await walk.page.route('**/api/search', (route) =>
      route.fulfill({ status: 500, contentType: 'application/json', body }),
    )
    await openWith('users')
    await palette().getByText('Search failed. Internal error').waitFor()
    await option(/^Users/)
      .first()
      .waitFor()
    expect(await walk.watched.violations()).toEqual([])
    await walk.page.unroute('**/api/search')
    await ui.press('Try again', palette())
    await option(/^users-of-mine/).waitFor()
    expect(await palette().getByText('Search failed.').count()).toBe(0)
  })

  it('goes on without a network', async () => {
    await ui.open(`/app/${game.id}`)
    await walk.page.keyboard.press('Control+k')
    await option('Dashboard').waitFor()
    await walk.page.context().setOffline(true)
    await palette().getByRole('combobox').fill('users')
    await palette()
      .getByText(/^Search failed\. Can't reach the server. Check your connection and try again/)
      .waitFor()
    await option(/^Users/)
      .first()
      .waitFor()
    await walk.page.context().setOffline(false)
    await ui.press('Try again', palette())
    await option(/^users-of-mine/).waitFor()
  })

  it('says that not everything was searched', async () => {
    const body = JSON.stringify({ users: [], licenses: [], webhooks: [], isPartial: true })
    await walk.page.route('**/api/search', (route) => route.fulfill({ contentType: 'application/json', body }))
    await openWith('users')
    await palette().getByText('Not everything was searched. Type more, or open the application first.').waitFor()
    await walk.page.unroute('**/api/search')
  })

  it('greys what the viewer has no right to, with the reason', async () => {
    const applications = await ownerCall<{ id: number; can: string[] }[]>(walk.server, 'GET', '/api/applications')
    const asViewer = applications.map((each) => ({ ...each, role: 'viewer', can: ['look'] }))
    await walk.page.route('**/api/applications', (route) =>
      route.fulfill({ contentType: 'application/json', body: JSON.stringify(asViewer) }),
    )
    await ui.load(`/app/${game.id}`)
    await walk.page.keyboard.press('Control+k')
    await palette().getByRole('combobox').fill('pause users-of-mine')
    const pause = option(/^Pause users-of-mine/)
    await pause.getByText('Needs the role Support').waitFor()
    expect(await pause.getAttribute('aria-disabled')).toBe('true')
    expect(await walk.watched.violations()).toEqual([])
    await palette().getByRole('combobox').fill('add user')
    expect(await option(/^Add User/).getAttribute('aria-disabled')).toBe('true')
    await walk.page.unroute('**/api/applications')
  })
})
