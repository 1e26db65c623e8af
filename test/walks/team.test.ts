import type { BrowserContext, Page } from 'playwright-core'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { hasBrowser } from '../harness/browser.ts'
import type { RunningServer } from '../harness/start-server.ts'
import { replacedWindow, useApplication, useServerAndBrowser } from './open-walk.ts'
import {
  newApplicationOfSofia,
  newColleague,
  newMember,
  openSignedIn,
  ownerCall,
  signedInAs,
  widths,
} from './walk-fixtures.ts'
import { findHorizontalOverflow } from './watched-page.ts'

vi.setConfig({ testTimeout: 120_000 })

/** An application and the people who work on it: the built pages, the real server. */
describe.skipIf(!hasBrowser)('the team of an application', () => {
  const walk = useServerAndBrowser()
  const shown = replacedWindow(walk)
  const { ui } = shown
  const application = useApplication(walk, newApplicationOfSofia)
  let page: Page

  afterEach(() => expect(shown.watched.problems).toEqual([]))

  const openIn = async (context: BrowserContext) => {
    await shown.openIn(context)
    page = shown.page
  }
  const visit = async (who: RunningServer) => openIn(await openSignedIn(walk.browser, who))
  const fits = async () => {
    for (const size of [widths.narrow, widths.wide]) {
      await page.setViewportSize(size)
      expect(await findHorizontalOverflow(page)).toEqual([])
      expect(await shown.watched.violations()).toEqual([])
    }
  }
  const accountIdOf = async (wanted: string) => {
    const { members } = await ownerCall<{ members: { accountId: number; email: string }[] }>(
      walk.server,
      'GET',
      `${base()}/members`,
    )
    return members.find(({ email }) => email === wanted)?.accountId
  }
  const base = () => `/api/applications/${application.id}`

  it('grows by an invite, which its owner makes in the dialog and a colleague accepts', async () => {
    await newColleague(walk.server, 'kim@example.com')
    await visit(walk.server)
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

    await visit(await signedInAs(walk.server, 'kim@example.com'))
    await ui.load(link)
    await ui.seen('Your role in')
    await fits()
    await ui.press('Accept Invite')
    await ui.seen('You are Support: you can help users of My Game App.')
    await ui.open(`/app/${application.id}?section=users`)
    const reason = 'Your role is Support; this needs Manager.'
    const add = ui.button('Add User')
    expect(await add.getAttribute('aria-disabled')).toBe('true')
    await add.hover()
    await page.getByRole('tooltip').getByText(reason).waitFor()
    await ui.choose('Actions for sofia', 'Pause')
    await ui.seen('User paused successfully')
    await ui.open(`/app/${application.id}/settings/team`)
    await ui.seen('kim@example.com')
    expect(await ui.button('Invite').getAttribute('aria-disabled')).toBe('true')
    expect(await ui.button(`Remove ${walk.server.owner.email}`).count()).toBe(0)
    await fits()
  })

  it('is named on the card and on Overview, and a role that may not help is told so on every control', async () => {
    await visit(await newMember(walk.server, application, 'vera@example.com', 'viewer'))
    await ui.open('/')
    await page.getByRole('article').getByText('Viewer', { exact: true }).waitFor()
    expect(await ui.button('Delete My Game App').count()).toBe(0)
    expect(await ui.button('Show API key of My Game App').count()).toBe(0)
    await fits()
    await ui.open(`/app/${application.id}`)
    await ui.seen('You are Viewer: you can view My Game App.')
    expect(await page.getByText('Connect your software').count()).toBe(0)
    await fits()
    await ui.open(`/app/${application.id}?section=users`)
    const why = ui.button('Check Login')
    const reason = 'Your role is Viewer; this needs Support.'
    expect(await why.getAttribute('aria-description')).toBe(reason)
    await why.hover()
    await page.getByRole('tooltip').getByText(reason).waitFor()
    await ui.press('Actions for sofia')
    const ban = page.getByRole('menuitem', { name: `Ban ${reason}`, exact: true })
    expect(await ban.getAttribute('aria-disabled')).toBe('true')
    await fits()
    await ui.open(`/app/${application.id}?dialog=settings`)
    await ui.dialog().getByText('Your role is Viewer; this needs Manager.').waitFor()
    expect(await ui.field('Name').isDisabled()).toBe(true)
    await fits()
    await ui.open(`/app/${application.id}?section=api-config`)
    await ui.seen('Endpoints')
    expect(await ui.button('Rotate').getAttribute('aria-disabled')).toBe('true')
    expect(await ui.button('Send Login').count()).toBe(0)
    await fits()
  })

  it('says on touch in a toast why a button is off', async () => {
    const member = await newMember(walk.server, application, 'tara@example.com', 'viewer')
    const signedIn = await openSignedIn(walk.browser, member)
    const storageState = await signedIn.storageState()
    await signedIn.close()
    await openIn(
      await walk.browser.newContext({ storageState, viewport: widths.narrow, locale: 'en-US', hasTouch: true }),
    )
    await ui.open(`/app/${application.id}?section=users`)
    await ui.button('Add User').tap({ force: true })
    await page.getByRole('listitem').getByText('Your role is Viewer; this needs Manager.').waitFor()
    expect(await ui.dialog().count()).toBe(0)
  })

  it('ends for an open page as soon as the member is removed, with a way back and no word of a missing one', async () => {
    const member = await newMember(walk.server, application, 'rita@example.com', 'support')
    const id = await accountIdOf('rita@example.com')
    await visit(member)
    await ui.open(`/app/${application.id}?section=users`)
    await ui.seen('sofia')
    await ownerCall(walk.server, 'PATCH', `${base()}/members/${id}`, { role: 'viewer' })
    await page.locator('[aria-description="Your role is Viewer; this needs Support."]').first().waitFor()
    await ownerCall(walk.server, 'DELETE', `${base()}/members/${id}`)
    await ui.seen('You no longer have access to My Game App.')
    expect(await page.getByText('Application not found').count()).toBe(0)
    await fits()
    await page.getByRole('link', { name: 'Back to Dashboard' }).click()
    await ui.seen('No Applications Yet')
  })

  it('ends with the next refused call where the live stream does not reach the page', async () => {
    const member = await newMember(walk.server, application, 'olga@example.com', 'support')
    await visit(member)
    await page.route('**/api/events**', (route) => route.fulfill({ status: 204 }))
    await ui.open(`/app/${application.id}?section=users`)
    const id = await accountIdOf('olga@example.com')
    await ui.press('Actions for sofia')
    await ownerCall(walk.server, 'DELETE', `${base()}/members/${id}`)
    await page.getByRole('menuitem', { name: /^(Pause|Resume)/ }).click()
    await ui.seen('You no longer have access to My Game App.')
    await ui.seen('It was deleted, or you no longer have access.')
    expect(await page.getByText('Application not found').count()).toBe(0)
  })

  it('passes to a member who accepts', async () => {
    const accountId = await accountIdOf('kim@example.com')
    await ownerCall(walk.server, 'POST', `${base()}/transfer`, { accountId, confirmName: 'My Game App' })
    await visit(walk.server)
    await ui.open(`/app/${application.id}/settings/danger`)
    await ui.seen('Offered to')
    await fits()
    await visit(await signedInAs(walk.server, 'kim@example.com'))
    for (const address of ['/', `/app/${application.id}`, `/app/${application.id}/settings/team`]) {
      await ui.open(address)
      await ui.seen('Become the owner of My Game App?')
      await fits()
    }
    await ui.press('Decline')
    await ui.seen('Transfer canceled')
    await ui.gone(ui.button('Accept'))
    await ownerCall(walk.server, 'POST', `${base()}/transfer`, { accountId, confirmName: 'My Game App' })
    await ui.load(`/app/${application.id}/settings/team`)
    await ui.press('Accept')
    await ui.seen('You are the owner now')
    await ui.gone(ui.button('Accept'))
    expect((await walk.server.api<{ owner: string }>('GET', base())).body.owner).toBe('kim@example.com')
  })
})
