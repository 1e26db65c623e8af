import { readFile } from 'node:fs/promises'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { hasBrowser } from '../harness/browser.ts'
import type { RunningServer } from '../harness/start-server.ts'
import { replacedWindow, useApplication, useServerAndBrowser } from './open-walk.ts'
import { newApplicationOfSofia, newColleague, openSignedIn, ownerCall, signedInAs, widths } from './walk-fixtures.ts'
import { findHorizontalOverflow } from './watched-page.ts'

// each step checks several dialogs at two widths
vi.setConfig({ testTimeout: 120_000 })

const note = 'To change it you need the permission manage_applications.'
const reason = 'To change this application you need the permission manage_applications.'

/** What colleagues with few permissions see, and the export that asks who is there: the built pages, the real server. */
describe.skipIf(!hasBrowser)('a limited colleague', () => {
  const walk = useServerAndBrowser()
  const shown = replacedWindow(walk)
  const { ui } = shown
  const application = useApplication(walk, newApplicationOfSofia)

  beforeAll(async () => {
    await ownerCall(walk.server, 'POST', `/api/applications/${application.id}/licenses`, {})
    await ownerCall(walk.server, 'POST', '/api/webhooks', {
      applicationId: application.id,
      url: 'https://hooks.example.com/secret',
    })
    await newColleague(walk.server, 'grace@example.com', ['manage_applications', 'manage_users'], 'admin')
    const invited = { email: 'invited@example.com', role: 'admin' }
    await ownerCall(walk.server, 'POST', '/api/admin/users', invited)
  })
  afterEach(async () => {
    expect(shown.watched.problems).toEqual([])
    await shown.context.close()
  })

  /** Opens a page as this user. */
  const visit = async (who: RunningServer) => shown.openIn(await openSignedIn(walk.browser, who))
  /** Checks what is open at both widths with axe and for overflow. */
  const fits = async () => {
    for (const size of [widths.narrow, widths.wide]) {
      await shown.page.setViewportSize(size)
      expect(await findHorizontalOverflow(shown.page)).toEqual([])
      expect(await shown.watched.violations()).toEqual([])
    }
  }

  it('who may look at everything reads what changing needs, and is never told that the application is missing', async () => {
    await newColleague(walk.server, 'vera@example.com', ['view_all_data'], 'staff')
    await visit(await signedInAs(walk.server, 'vera@example.com'))
    await ui.open(`/app/${application.id}?section=users`)
    await ui.seen(note)
    await fits()
    const add = ui.button('Add User')
    expect(await add.getAttribute('aria-disabled')).toBe('true')
    await add.hover()
    await shown.page.getByRole('tooltip').getByText(reason).waitFor()
    await ui.press('Actions for sofia')
    const pause = shown.page.getByRole('menuitem', { name: 'Pause' })
    expect(await pause.getAttribute('aria-disabled')).toBe('true')
    expect(await pause.innerText()).toContain(reason)
    await fits()
    expect(await shown.page.getByText('Application not found').count()).toBe(0)

    await ui.open(`/app/${application.id}/licenses`)
    await ui.seen(note)
    expect(await ui.button('Generate Key').getAttribute('aria-disabled')).toBe('true')
    await fits()

    await ui.open(`/app/${application.id}?section=webhooks`)
    await ui.seen('https://hooks.example.com/••••••••')
    expect(await ui.button('Add Webhook').getAttribute('aria-disabled')).toBe('true')
    await fits()

    await ui.open(`/app/${application.id}?dialog=settings`)
    await ui.dialog().getByRole('heading', { name: 'Settings' }).waitFor()
    expect(await ui.button('Save Changes').getAttribute('aria-disabled')).toBe('true')
    await fits()
  })

  it('who manages users is offered nothing against somebody with more rights, and reads why', async () => {
    await newColleague(walk.server, 'max@example.com', ['manage_users'])
    await visit(await signedInAs(walk.server, 'max@example.com'))
    await ui.open('/user-management')
    await ui.seen('grace@example.com')
    const above = 'This user has the role admin, which is above your own.'
    for (const name of [
      'Edit grace@example.com',
      'Delete grace@example.com',
      'New invite link for invited@example.com',
    ]) {
      const button = ui.button(name)
      expect(await button.getAttribute('aria-disabled'), name).toBe('true')
      await button.focus()
      await shown.page.getByRole('tooltip').getByText(above).waitFor()
    }
    expect(await ui.button('Delete max@example.com').getAttribute('aria-disabled')).toBeNull()
    await fits()
    await ui.press('Sessions and history of grace@example.com')
    await ui.dialog().getByText(above).waitFor()
    await fits()
  })

  it('the owner proves who is there before password hashes are saved, and a refusal is shown', async () => {
    const { email, password } = walk.server.owner
    await visit(await signedInAs(walk.server, email, password))
    // The browser trusts the server's time of re-authentication; this one is five minutes older.
    let isOld = true
    await shown.page.route('**/api/account', async (route) => {
      const response = await route.fetch()
      const account = (await response.json()) as object
      await route.fulfill({ response, json: isOld ? { ...account, provedForMs: 0 } : account })
    })
    await ui.open(`/app/${application.id}?section=users`)
    await ui.press('More Actions')
    await shown.page.getByRole('menuitem', { name: 'Export With Password Hashes' }).click()
    await ui.dialog().getByText('The export is logged.').waitFor()
    await fits()
    await ui.press('Export', ui.dialog())
    const proof = shown.page.getByRole('dialog', { name: 'Confirm Your Identity' })
    await proof.waitFor()
    await fits()
    await proof.getByLabel('Password', { exact: true }).fill('not the password')
    await ui.press('Continue', proof)
    await proof.getByText('Incorrect password or code. Try again.').waitFor()
    await proof.getByLabel('Password', { exact: true }).fill(walk.server.owner.password)
    isOld = false
    const [download] = await Promise.all([shown.page.waitForEvent('download'), ui.press('Continue', proof)])
    expect(download.suggestedFilename()).toBe(`users-${application.id}.csv`)
    expect(await readFile((await download.path()) ?? '', 'utf8')).toContain('$argon2id$')
    await ui.seen('Export finished')
    await ui.gone(ui.dialog())

    await shown.page.route('**/users/export**', (route) =>
      route.fulfill({ status: 403, json: { code: 'proof_needed', message: 'Confirm your identity to continue.' } }),
    )
    await ui.press('More Actions')
    await shown.page.getByRole('menuitem', { name: 'Export as CSV' }).click()
    await ui.seen('Confirm your identity to continue.')
    await fits()
  })
})
