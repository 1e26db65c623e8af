import type { Locator } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { hasBrowser } from '../harness/browser.ts'
import { useApplicationWalk } from './open-walk.ts'
import { newApplication, newUser } from './walk-fixtures.ts'

/** What lies over the page: a real browser, the built pages, the real server. */
describe.skipIf(!hasBrowser)('Escape closes the topmost thing only', () => {
  const walk = useApplicationWalk((server) => newApplication(server, 'Stacked App'))
  const { ui, application } = walk

  beforeAll(async () => {
    await newUser(walk.server, application, { username: 'ann', expiresAt: '2031-01-01T00:00:00.000Z' })
  })

  const drawer = () => walk.page.getByRole('dialog', { name: 'ann' })
  const openDrawer = async () => {
    await ui.open(`/app/${application.id}?section=users`)
    await ui.press('ann')
    await drawer().getByText('Last login').waitFor()
  }
  /** One press closes the one, and the other is still there once it is gone. */
  const closes = async (top: Locator, below: Locator) => {
    await walk.page.keyboard.press('Escape')
    await ui.gone(top)
    // What closes by the same press does so before the next frame.
    await walk.page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    )
    expect(await below.getAttribute('data-state')).toBe('open')
  }

  it('a dialog, not the drawer that opened it', async () => {
    await openDrawer()
    await ui.press('Check Login', drawer())
    const check = walk.page.getByRole('dialog', { name: 'Check a Login' })
    await check.getByText('A login would pass now.').waitFor()
    await closes(check, drawer())
    await walk.page.keyboard.press('Escape')
    await ui.gone(drawer())
  })

  it('a tooltip, not the drawer or the dialog that it is in', async () => {
    await openDrawer()
    await ui.button('Copy user ID', drawer()).hover()
    await walk.page.getByRole('tooltip').waitFor()
    await closes(walk.page.getByRole('tooltip'), drawer())
    await ui.open(`/app/${application.id}?section=users&dialog=add-user`)
    await ui.field('Username').fill('typed')
    await ui.button('Close', ui.dialog()).hover()
    await walk.page.getByRole('tooltip').waitFor()
    await closes(walk.page.getByRole('tooltip'), ui.dialog())
    expect(await ui.confirmation().count()).toBe(0)
  })

  it('a question, not the form whose text it is about', async () => {
    await ui.open(`/app/${application.id}?section=users&dialog=add-user`)
    await ui.field('Username').fill('typed')
    await walk.page.keyboard.press('Escape')
    // it hears keys once it has the focus
    await ui.confirmation().locator(':focus').waitFor()
    await closes(ui.confirmation(), ui.dialog())
    expect(await ui.field('Username').inputValue()).toBe('typed')
  })

  it('the command palette, not the drawer or the form that it is over', async () => {
    const palette = walk.page.getByRole('dialog', { name: 'Command Palette' })
    await openDrawer()
    await walk.page.keyboard.press('Control+k')
    await palette.getByRole('option').first().waitFor()
    await palette.locator(':focus').waitFor()
    await closes(palette, drawer())
    await ui.open(`/app/${application.id}?section=users&dialog=add-user`)
    const form = walk.page.getByRole('dialog', { name: 'Add User' })
    await ui.field('Username').fill('typed')
    await walk.page.keyboard.press('Control+k')
    await palette.getByRole('option').first().waitFor()
    await palette.locator(':focus').waitFor()
    await closes(palette, form)
    expect(await ui.confirmation().count()).toBe(0)
    expect(await form.getByLabel('Username').inputValue()).toBe('typed')
  })

  it('a focused toast, not the drawer it is beside', async () => {
    await openDrawer()
    await ui.press('Pause', drawer())
    const toast = walk.page.locator('[aria-live="off"] li')
    await toast.waitFor()
    await walk.page.keyboard.press('F8')
    await closes(toast, drawer())
  })

  it('a menu, not the list of selected rows below it', async () => {
    await ui.open(`/app/${application.id}?section=users`)
    await walk.page.getByRole('checkbox', { name: 'Select ann', exact: true }).click()
    await ui.press('Actions')
    await walk.page.getByRole('menu').waitFor()
    await walk.page.keyboard.press('Escape')
    await ui.gone(walk.page.getByRole('menu'))
    await ui.seen('1 selected')
  })
})
