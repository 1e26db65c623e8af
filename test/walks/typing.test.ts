import type { CDPSession } from 'playwright-core'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { hasBrowser } from '../harness/browser.ts'
import { useApplicationWalk } from './open-walk.ts'
import { newApplication, newUser, ownerCall, seedApplication } from './walk-fixtures.ts'

/** Input methods, double clicks and servers that say when to come back: a real browser, the built pages. */
describe.skipIf(!hasBrowser)('typing and pressing', () => {
  const walk = useApplicationWalk((server) => seedApplication(server), { toleratesProblems: true })
  const { ui, application } = walk
  let session: CDPSession

  beforeAll(async () => {
    await newUser(walk.server, application, { username: 'にほんご' })
    session = await walk.context.newCDPSession(walk.page)
  })
  afterEach(() => walk.page.unrouteAll())

  /** Acts as an input method: the text being composed is replaced with each key, and committed at the end. */
  const compose = async (steps: readonly string[], each: () => Promise<unknown>) => {
    for (const text of steps) {
      await session.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
      await each()
    }
    await session.send('Input.insertText', { text: steps.at(-1) ?? '' })
  }
  const steps = ['n', 'に', 'にh', 'にほ', 'にほn', 'にほんg', 'にほんご']
  /** Longer than the search's debounce. */
  const pause = () => walk.page.waitForTimeout(250)

  it('a word that is being composed is searched for once, whole, and its letters stay as they are', async () => {
    await ui.load(`/app/${application.id}?section=users`)
    const search = walk.page.getByRole('searchbox', { name: 'Search users' })
    const asked: (string | null)[] = []
    walk.page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url())
      if (pathname.endsWith('/users') && searchParams.has('q')) asked.push(searchParams.get('q'))
    })
    await search.click()
    const seen: string[] = []
    await compose(steps, async () => {
      await pause()
      seen.push(await search.inputValue())
    })
    await expect.poll(() => ui.row('user_').count()).toBe(0)
    await ui.row('にほんご').waitFor()
    expect(seen).toEqual(steps)
    expect(await search.inputValue()).toBe('にほんご')
    expect([...new Set(asked)]).toEqual(['にほんご'])
    expect(new URL(walk.page.url()).searchParams.get('q')).toBe('にほんご')
  })

  it('the palette asks the server for whole words, too', async () => {
    await ui.load(`/app/${application.id}`)
    await walk.page.keyboard.press('Control+k')
    const field = ui.dialog().getByRole('combobox')
    await field.click()
    const asked: string[] = []
    walk.page.on('request', (request) => {
      if (request.url().endsWith('/api/search')) asked.push(request.postDataJSON().q)
    })
    await compose(steps, pause)
    await ui.dialog().getByRole('option', { name: 'にほんご' }).waitFor()
    expect([...new Set(asked)]).toEqual(['にほんご'])
    await walk.page.keyboard.press('Escape')
  })

  it('what is typed quickly, cleared and gone back to is what is shown and searched for', async () => {
    await ui.load(`/app/${application.id}?section=users`)
    const search = walk.page.getByRole('searchbox', { name: 'Search users' })
    await search.pressSequentially('user_00')
    await expect.poll(() => new URL(walk.page.url()).searchParams.get('q')).toBe('user_00')
    await search.pressSequentially('1')
    await ui.row('user_001').waitFor()
    expect(await search.inputValue()).toBe('user_001')
    await ui.press('Clear search')
    await expect.poll(() => ui.row('user_').count()).toBeGreaterThan(5)
    expect([await search.inputValue(), new URL(walk.page.url()).searchParams.get('q')]).toEqual(['', null])
  })

  it('two presses in the same moment create one license, also when the first answer is slow', async () => {
    const selling = await newApplication(walk.server, 'Selling App')
    const list = () => ownerCall<object[]>(walk.server, 'GET', `/api/applications/${selling.id}/licenses`)
    await ui.load(`/app/${selling.id}?section=licenses`)
    await ui.button('Create License').click()
    let sent = 0
    await walk.page.route('**/api/applications/*/licenses', async (route) => {
      if (route.request().method() === 'POST') sent += 1
      await new Promise((resolve) => setTimeout(resolve, 300))
      await route.continue()
    })
    // Two clicks before the page could draw anything: what a double click is on a slow machine.
    await ui.button('Create License', ui.dialog()).evaluate((button: HTMLElement) => {
      button.click()
      button.click()
    })
    await ui.seen('License created successfully')
    expect([sent, (await list()).length]).toEqual([1, 1])
  })

  it.each([
    ['the application', '', /\/api\/applications\/\d+$/],
    ['its figures', '', /\/stats$/],
    ['the list of users', '?section=users', /\/users\?/],
    ['the dashboard', undefined, /\/api\/applications\?/],
    ['who is signed in', '', /\/api\/auth\/user$/],
  ])('a server that says when to come back is told of instead of a page that loads: %s', async (_, path, call) => {
    for (const status of [429, 503]) {
      await walk.page.route(
        (url) => call.test(url.href),
        (route) =>
          route.fulfill({
            status,
            headers: { 'retry-after': '45' },
            json: { code: 'unavailable', message: 'Service is busy. Please try again shortly.' },
          }),
      )
      await walk.page.goto(walk.server.origin + (path === undefined ? '/dashboard' : `/app/${application.id}${path}`))
      await walk.page
        .getByText(/Try again in 45 s\.$/)
        .first()
        .waitFor()
      expect(await walk.page.getByRole('status').filter({ hasText: 'Loading' }).count()).toBe(0)
      await walk.page.unrouteAll()
    }
  })
})
