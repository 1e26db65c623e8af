import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { hasBrowser, launchBrowser } from '../harness/browser.ts'
import { type RunningServer, startServer } from '../harness/start-server.ts'
import { type PageActions, pageActions } from './page-actions.ts'
import { newApplication, newUser, openSignedIn, ownerCall, type WalkApplication, widths } from './walk-fixtures.ts'
import { findHorizontalOverflow, openWatchedPage, type WatchedPage } from './watched-page.ts'

vi.setConfig({ testTimeout: 120_000 })

const password = 'plenty of letters here'

/** An application and the people who work on it: the built pages, the real server. */
describe.skipIf(!hasBrowser)('the team of an application', () => {
  let server: RunningServer
  let browser: Browser
  let context: BrowserContext
  let watched: WatchedPage
  let page: Page
  let ui: PageActions
  let application: WalkApplication

  beforeAll(async () => {
    server = await startServer()
    browser = await launchBrowser()
    application = await newApplication(server, 'My Game App')
    await newUser(server, application, { username: 'sofia' })
  })
  afterEach(async () => {
    expect(watched.problems).toEqual([])
    await context.close()
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  const visit = async (who: RunningServer) => {
    context = await openSignedIn(browser, who)
    watched = await openWatchedPage(context)
    page = watched.page
    ui = pageActions({ page, origin: server.origin })
  }
  const signIn = async (email: string) => {
    const response = await fetch(`${server.origin}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    })
    const cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    return { ...server, owner: { ...server.owner, cookie } }
  }
  const fits = async () => {
    for (const size of [widths.narrow, widths.wide]) {
      await page.setViewportSize(size)
      expect(await findHorizontalOverflow(page)).toEqual([])
      expect(await watched.violations()).toEqual([])
    }
  }
  const base = () => `/api/applications/${application.id}`

  it('grows by an invite, which its owner makes in the dialog and a colleague accepts', async () => {
    await ownerCall(server, 'POST', '/api/admin/users', { email: 'kim@example.com', password, role: 'user' })
    await visit(server)
    await ui.open(`/app/${application.id}`)
    await ui.choose('More', 'Team')
    await ui.seen('Only you')
    await fits()
    await ui.press('Invite')
    await ui.field('Email').fill('kim@example.com')
    await ui.field('Role').selectOption('support')
    await fits()
    await ui.press('Invite', ui.dialog())
    await ui.dialog().getByText('/invite#token=').first().waitFor()
    const link = /\/invite#token=[\w-]+/.exec(await ui.dialog().innerText())?.[0] ?? ''
    await fits()
    await context.close()

    await visit(await signIn('kim@example.com'))
    await ui.load(link)
    await ui.seen('Your role in')
    await fits()
    await ui.press('Accept Invite')
    await ui.seen('You are Support: you can help users of My Game App.')
    await ui.open(`/app/${application.id}?section=users`)
    const reason = 'Your role here is Support; this needs Manager.'
    const add = ui.button('Add User')
    expect(await add.getAttribute('aria-disabled')).toBe('true')
    await add.hover()
    await page.getByRole('tooltip').getByText(reason).waitFor()
    await ui.choose('Actions for sofia', 'Pause')
    await ui.seen('User paused successfully')
    await ui.open(`/app/${application.id}/settings/team`)
    await ui.seen('kim@example.com')
    expect(await ui.button('Invite').getAttribute('aria-disabled')).toBe('true')
    expect(await ui.button(`Remove ${server.owner.email}`).count()).toBe(0)
    await fits()
  })

  it('passes to a member who accepts', async () => {
    const { body } = await server.api<{ members: { accountId: number }[] }>('GET', `${base()}/members`)
    const accountId = body.members[0]?.accountId
    await ownerCall(server, 'POST', `${base()}/transfer`, { accountId, confirmName: 'My Game App' })
    await visit(server)
    await ui.open(`/app/${application.id}/settings/danger`)
    await ui.seen('Offered to')
    await fits()
    await context.close()
    await visit(await signIn('kim@example.com'))
    await ui.open(`/app/${application.id}/settings/team`)
    await ui.seen('Become the owner of My Game App?')
    await fits()
    await ui.press('Accept')
    await ui.seen('You are the owner now')
    await ui.gone(ui.button('Accept'))
    expect((await server.api<{ owner: string }>('GET', base())).body.owner).toBe('kim@example.com')
  })
})
