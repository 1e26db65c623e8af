import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import { hasBrowser } from '../harness/browser.ts'
import { printFigure } from '../harness/print-figure.ts'
import { standardHeaders } from '../harness/shop-calls.ts'
import { firstLoad, firstLoadLimits, kilobytes, overLimit } from './first-load.ts'
import { useApplicationWalk } from './open-walk.ts'
import { clientCall, newApplication, newUser, ownerCall, widths } from './walk-fixtures.ts'
import { findFaultsAtBothWidths, openWatchedPage, type WatchedPage, waitUntilLoaded } from './watched-page.ts'

/** The portal in a real browser: its settings in the dashboard, and then as a customer sees it. */
describe.skipIf(!hasBrowser)('the portal', { timeout: 120_000 }, () => {
  // It is away: what is asked for is queued.
  const env = { SMTP_URL: 'smtp://127.0.0.1:9', SMTP_FROM: 'Keywright <noreply@example.com>' }
  const walk = useApplicationWalk((server) => newApplication(server, 'My Game App'), { env })
  const { ui, application } = walk
  let customer: WatchedPage
  let context: BrowserContext
  /** The user of the password link: another one where the test runs again. */
  let imported = ''
  let tries = 0
  const page = (): Page => customer.page
  const button = (name: string | RegExp) => page().getByRole('button', { name }).first()
  const field = (label: string) =>
    page().getByLabel(label, { exact: true }).and(page().locator('input:not([type=radio])'))
  const open = async (colorScheme: 'light' | 'dark' = 'dark') => {
    await context?.close()
    context = await walk.browser.newContext({ viewport: widths.narrow, locale: 'en-US', colorScheme })
    customer = await openWatchedPage(context)
    await page().goto(`${walk.server.origin}/portal/my-game`)
    await waitUntilLoaded(page())
  }
  const seen = (text: string | RegExp) => page().getByText(text).first().waitFor()
  const faults = () => findFaultsAtBothWidths(customer)
  const signIn = async () => {
    await field('Username').fill('sofia')
    await field('Password').fill('pw123456')
    await button('Sign in').click()
    await seen('Hello, sofia')
  }
  afterAll(() => context?.close())

  it('is set up on the Selling page, which refuses a color that no white text can be read on', async () => {
    await ui.open(`/app/${application.id}/selling`)
    await ui.seen('No portal yet')
    await ui.press('Set Up Portal')
    const address = ui.dialog().getByRole('textbox', { name: 'Address' })
    expect(await address.inputValue()).toBe('my-game-app')
    expect(await ui.field('Portal is open').isChecked()).toBe(true)
    await address.fill('')
    await ui.press('Save Changes', ui.dialog())
    await ui.seen('Choose an address for the portal first.')
    await address.fill('my-game')
    await ui.dialog().getByRole('textbox', { name: 'Color' }).fill('#ffd700')
    await ui.press('Save Changes', ui.dialog())
    await ui.seen(/Too light: white text on it has a contrast of 1\.4/)
    expect(await findFaultsAtBothWidths(walk.watched)).toEqual([])
    await ui.dialog().getByRole('textbox', { name: 'Color' }).fill('#0f766e')
    await ui.dialog().getByRole('textbox', { name: 'Welcome text' }).fill('Everything about your game license.')
    await ui.dialog().getByRole('textbox', { name: 'Support link' }).fill('https://example.com/help')
    await ui.press('Save Changes', ui.dialog())
    await ui.seen('Portal saved')
    await ui.seen(`${walk.server.origin}/portal/my-game`)
    expect(await findFaultsAtBothWidths(walk.watched)).toEqual([])
  })

  it('weighs at most 120 kB at the first visit', async () => {
    const fresh = await walk.browser.newContext({ viewport: widths.narrow })
    const load = await firstLoad(await fresh.newPage(), `${walk.server.origin}/portal/my-game`)
    await fresh.close()
    printFigure(`first load /portal: ${kilobytes(load.code)} of code, ${kilobytes(load.all)} in all`)
    expect(overLimit('/portal', load, firstLoadLimits.portal)).toEqual([])
  })

  it('is not there under another address, and says so with status 404', async () => {
    const fresh = await walk.browser.newContext({ viewport: widths.narrow })
    const other = await fresh.newPage()
    const answer = await other.goto(`${walk.server.origin}/portal/other-game`)
    expect(answer?.status()).toBe(404)
    await other.getByText('There is no page at this address').waitFor()
    await fresh.close()
  })

  it('shows a customer their license, and its way in says what is wrong', async () => {
    const expiresAt = new Date(Date.now() + 9.9 * 86_400_000).toISOString()
    const who = { username: 'sofia', email: 'sofia@example.com', expiresAt }
    const { id } = await newUser(walk.server, application, who)
    const update = { deviceLimit: 2, features: { export: true, max_projects: 20 } }
    await ownerCall(walk.server, 'PATCH', `/api/applications/${application.id}`, update)
    for (const hwid of ['DESKTOP-77F2A1', 'LAPTOP-0B31C9']) {
      const body = { username: 'sofia', password: 'pw123456', hwid, device_name: hwid.split('-')[0] }
      expect((await clientCall(walk.server, application, 'login', body)).code).toBe('login_successful')
    }
    await clientCall(walk.server, application, 'session/track', {
      action: 'start',
      user_id: id,
      hwid: 'DESKTOP-77F2A1',
    })
    await open()
    await seen('Everything about your game license.')
    await button('Sign in').click()
    await seen('Enter your username.')
    await seen('Enter your password.')
    expect(await faults()).toEqual([])
    await field('Username').fill('sofia')
    await field('Password').fill('wrong')
    await button('Sign in').click()
    await page().getByRole('alert').waitFor()
    await signIn()
    await seen('Everything is fine: your software works.')
    await seen('Max projects')
    await seen('2 of 2 devices in use')
    await seen('Program on device DESKTOP-…')
    await seen('This browser')
    expect(await faults()).toEqual([])
  })

  it('releases a device after a question, once, and says when the next one can be', async () => {
    await button('Release LAPTOP').click()
    await seen('Release this device?')
    expect(await faults()).toEqual([])
    await page().getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await button('Release LAPTOP').click()
    await page().getByRole('dialog').getByRole('button', { name: 'Release' }).click()
    await seen('Device released')
    await seen('1 of 2 devices in use')
    await seen(/You can release the next device on/)
    expect(
      await page()
        .getByRole('button', { name: /^Release/ })
        .count(),
    ).toBe(0)
  })

  it('ends a program, renews with a key and changes the password', async () => {
    await button(/^End Program/).click()
    await seen('Session ended')
    const { licenseKey } = await ownerCall<{ licenseKey: string }>(
      ...([walk.server, 'POST', `/api/applications/${application.id}/licenses`, { validityDays: 30 }] as const),
    )
    await field('New license key').fill('KW-NONE')
    await button('Redeem').click()
    await seen('License key not found')
    await field('New license key').fill(licenseKey)
    await button('Redeem').click()
    await seen('Done: 30 days added.')
    await seen('40 days left')
    await field('Current password').fill('wrong')
    await field('New password').fill('another password')
    await button('Change password').click()
    await seen("This isn't your password.")
    expect(await faults()).toEqual([])
    await field('Current password').fill('pw123456')
    await button('Change password').click()
    await seen('Password changed')
    await button('Sign out').click()
    await page().getByRole('heading', { name: 'Sign in' }).waitFor()
  })

  it('is light where the system is, and opens a view with a license key', async () => {
    const license = `/api/applications/${application.id}/licenses`
    const { licenseKey } = await ownerCall<{ licenseKey: string }>(
      ...([walk.server, 'POST', license, { validityDays: 30 }] as const),
    )
    await open('light')
    await page().getByText('License key', { exact: true }).first().click()
    await field('License key').fill(licenseKey)
    expect(await faults()).toEqual([])
    await button('Sign in').click()
    await seen("You signed in with a license key, so you can look but can't change anything.")
    expect(await faults()).toEqual([])
  })

  it('helps who has forgotten the password or lost the key, and answers everybody alike', async () => {
    await open()
    await button('Forgot your password?').click()
    await field('Username').fill('nobody at all')
    await button('Send code').click()
    await seen('If we know an email address for this name, a code is on its way.')
    expect(await faults()).toEqual([])
    await field('Code').fill('12345678')
    await field('New password').fill('another password')
    await button('Set password').click()
    await seen('This code is wrong or has expired. Ask for a new one.')
    await button('Back to sign in').click()
    await page().getByText('License key', { exact: true }).first().click()
    await button('Lost your license key?').click()
    await field('Email address').fill('nobody@example.com')
    await button('Send my keys').click()
    await seen('If license keys were bought with this address, they are on their way.')
    expect(await faults()).toEqual([])
  })

  it('shows the keys of an order to who comes from the shop, and looks again where there is none yet', async () => {
    const shops = `/api/applications/${application.id}/shops`
    const { id: presetId } = await ownerCall<{ id: number }>(
      ...([walk.server, 'POST', `/api/applications/${application.id}/presets`, { name: 'Pro' }] as const),
    )
    const shop = await ownerCall<{ url: string; secret: string }>(walk.server, 'POST', shops, {
      ...{ provider: 'generic', name: 'Own', hasOrderPage: true },
      products: [{ product: 'pro', presetId, quantityAs: 'keys', keyFrom: 'ours' }],
    })
    const ref = 'pay_5f0c2a91e4b7d83a6c21'
    await open()
    await page().goto(`${walk.server.origin}/portal/my-game/order?ref=${ref}`)
    await seen('Looking for your order…')
    expect(await faults()).toEqual([])
    const body = JSON.stringify({ event: 'order.paid', order_id: ref, product: 'pro', quantity: 2, test: true })
    const headers = { 'content-type': 'application/json', ...standardHeaders(shop.secret, body, new Date()) }
    const { keys } = (await (await fetch(shop.url, { method: 'POST', body, headers })).json()) as { keys: string[] }
    for (const key of keys) await seen(key)
    await seen('This was a test order: it works for one day.')
    expect(await faults()).toEqual([])
    await page().getByRole('link', { name: 'Manage your license' }).click()
    await page().getByRole('heading', { name: 'Sign in' }).waitFor()
    await page().clock.install()
    await page().goto(`${walk.server.origin}/portal/my-game/order?ref=A-1`)
    await page().getByRole('heading', { name: 'Looking for your order…' }).waitFor()
    const missing = page().getByRole('heading', { name: 'No order found' })
    while (!(await missing.isVisible())) await page().clock.runFor(2000)
    expect(await faults()).toEqual([])
  })

  it('takes the password link that the maker made for a user, once', async () => {
    tries += 1
    imported = `imported${tries}`
    const { id } = await newUser(walk.server, application, { username: imported })
    await ui.open(`/app/${application.id}?section=users&user=${id}`)
    await ui.press('Password link…', ui.dialog())
    const dialog = walk.page.getByRole('dialog', { name: 'Password Link' })
    await dialog.getByRole('button', { name: 'Make Link' }).waitFor()
    expect(await findFaultsAtBothWidths(walk.watched)).toEqual([])
    await ui.press('Make Link', dialog)
    await ui.seen('Copy the link now.')
    expect(await findFaultsAtBothWidths(walk.watched)).toEqual([])
    const link = (await dialog.locator('code').textContent()) ?? ''
    await ui.press('Done', dialog)
    await open()
    await page().goto(link)
    await page().getByRole('heading', { name: 'New password' }).waitFor()
    expect(new URL(page().url()).hash).toBe('')
    await button('Set password').click()
    await seen('Enter a new password.')
    expect(await faults()).toEqual([])
    await field('New password').fill('chosen by the user')
    await button('Set password').click()
    await seen('Your password is changed. Sign in with it.')
    expect(await faults()).toEqual([])
    await page().getByRole('link', { name: 'Back to sign in' }).click()
    await field('Username').fill(imported)
    await field('Password').fill('chosen by the user')
    await button('Sign in').click()
    await seen(`Hello, ${imported}`)
    await page().goto(`${link}`)
    await field('New password').fill('another password')
    await button('Set password').click()
    await seen('This link has expired or was used. Ask for a new one.')
  })

  it('asks who never had a password for their license key, and says what is missing or wrong', async () => {
    await open()
    await button('No password yet?').click()
    await page().getByRole('heading', { name: 'Your first password' }).waitFor()
    await button('Set password').click()
    for (const missing of ['Enter your username.', 'Enter your license key.', 'Enter a new password.'])
      await seen(missing)
    expect(await faults()).toEqual([])
    await field('Username').fill(imported)
    await field('License key').fill('KW-NONE')
    await field('New password').fill('another password')
    await button('Set password').click()
    await seen('No password can be set with this username and license key.')
    expect(await faults()).toEqual([])
    await button('Back to sign in').click()
    await page().getByRole('heading', { name: 'Sign in' }).waitFor()
  })

  it('closes with the session: the next press leads to the sign-in', async () => {
    await open()
    await field('Username').fill('sofia')
    await field('Password').fill('another password')
    await button('Sign in').click()
    await seen('Hello, sofia')
    await context.clearCookies()
    await field('New license key').fill('KW-NONE')
    await button('Redeem').click()
    await page().getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(customer.problems).toEqual([])
  })
})
