import { describe, expect, it } from 'vitest'
import { hasBrowser } from '../harness/browser.ts'
import { standardHeaders } from '../harness/shop-calls.ts'
import { useApplicationWalk } from './open-walk.ts'
import { newApplication, ownerCall } from './walk-fixtures.ts'
import { findFaultsAtBothWidths } from './watched-page.ts'

/** Shops and orders: a real browser, the built pages, the real server. */
describe.skipIf(!hasBrowser)('the Selling page with a shop', () => {
  const walk = useApplicationWalk((server) => newApplication(server, 'My Game App'))
  const { ui, application } = walk
  const api = (path: string) => `/api/applications/${application.id}${path}`
  const faults = () => findFaultsAtBothWidths(walk.watched)
  let url = ''
  let secret = ''
  const sell = async (event: string, order_id: string, product = 'pro') => {
    const body = JSON.stringify({ event, order_id, product, email: 'buyer@example.com' })
    const headers = { 'content-type': 'application/json', ...standardHeaders(secret, body, new Date()) }
    return (await fetch(url, { method: 'POST', body, headers })).status
  }

  it('says what shops and orders are for, connects one and shows its address and secret once', async () => {
    await ownerCall(walk.server, 'POST', api('/presets'), { name: 'Pro', validityDays: 365 })
    await ui.open(`/app/${application.id}/selling`)
    await ui.seen('No shop connected')
    await ui.seen('No orders yet')
    expect(await faults()).toEqual([])
    await ui.press('Connect Shop')
    await ui.field('Shop').selectOption('generic')
    expect(await ui.field('Name').inputValue()).toBe('Your own shop')
    expect(await faults()).toEqual([])
    await ui.press('Connect Shop', ui.dialog())
    await ui.seen('Copy the secret now.')
    const texts = await ui.dialog().locator('code').allTextContents()
    url = texts[0] ?? ''
    secret = texts[1] ?? ''
    expect(url).toMatch(/^http.*\/api\/shops\/[\w-]{22}$/)
    expect(secret).toMatch(/^whsec_/)
    expect(await faults()).toEqual([])
    await ui.press('Choose Products', ui.dialog())
    await ui.press('Add Product', ui.dialog())
    await ui.press('Save Changes', ui.dialog())
    await ui.seen('Enter what the shop calls the product.')
    await ui.dialog().getByRole('textbox', { name: 'Product 1' }).fill('pro')
    expect(await faults()).toEqual([])
    await ui.press('Save Changes', ui.dialog())
    await ui.seen('Shop updated')
    await ui.seen('1 product')
    expect(await faults()).toEqual([])
  })

  it('shows an order as soon as it comes, with its key in the drawer', async () => {
    expect(await sell('order.paid', 'A-1001')).toBe(200)
    await ui.seen('A-1001')
    await ui.seen('buyer@example.com')
    expect(await faults()).toEqual([])
    await walk.page.getByRole('button', { name: 'A-1001' }).first().click()
    const drawer = ui.dialog()
    await drawer.getByText('The keys work.').waitFor()
    await drawer.getByText(/^KW-/).first().waitFor()
    expect(await faults()).toEqual([])
    expect(await sell('order.refunded', 'A-1001')).toBe(200)
    await drawer.getByText('The keys stopped working.').waitFor()
    await walk.page.keyboard.press('Escape')
  })

  it('an order without a preset is replayed from the calls after its product was added', async () => {
    expect(await sell('order.paid', 'A-1002', 'team')).toBe(422)
    await ui.seen('1 order has no preset.')
    expect(await faults()).toEqual([])
    await ui.press('Products: Your own shop')
    await ui.press('Add Product', ui.dialog())
    await ui.dialog().getByRole('textbox', { name: 'Product 2' }).fill('team')
    await ui.press('Save Changes', ui.dialog())
    await ui.seen('2 products')
    await ui.choose('Actions for Your own shop', 'Calls')
    await ui.dialog().getByText('No preset').waitFor()
    expect(await faults()).toEqual([])
    await ui.dialog().getByRole('button', { name: 'Replay order.paid' }).first().click()
    await ui.seen('Call replayed')
    await ui.dialog().getByText('Keys made').first().waitFor()
    await ui.press('Done', ui.dialog())
  })

  it('finds orders by their whole number and by status, and says so when none matches', async () => {
    await walk.page.getByLabel('Search orders').fill('A-1002')
    await walk.page.getByRole('button', { name: 'A-1001' }).waitFor({ state: 'detached' })
    await ui.seen('A-1002')
    await walk.page.getByLabel('Search orders').fill('A-9999')
    await ui.seen('No orders match these filters.')
    expect(await faults()).toEqual([])
  })

  it('turns on that buyers see their keys, and takes the secret that a shop made together with its address', async () => {
    await ui.choose('Actions for Your own shop', 'Settings…')
    await ui.field('Buyers see their keys in the portal').check()
    expect(await faults()).toEqual([])
    await ui.press('Save Changes', ui.dialog())
    await ui.seen('Shop updated')
    await ui.press('Connect Shop')
    await ui.dialog().getByLabel('Product (Optional)').fill('plink_1Pro')
    expect(await faults()).toEqual([])
    await ui.press('Connect Shop', ui.dialog())
    await ui.seen('Address and Secret')
    await ui.press('Save Secret', ui.dialog())
    await ui.seen('Paste the secret: at least 8 characters.')
    expect(await faults()).toEqual([])
    await ui.press('Later', ui.dialog())
    await ui
      .row('Stripe')
      .or(walk.page.getByRole('listitem').filter({ hasText: 'No secret yet' }))
      .first()
      .waitFor()
    await ui.choose('Actions for Stripe', 'Show address')
    await ui.dialog().getByLabel('Signing Secret').fill('whsec_that_stripe_made')
    await ui.press('Save Secret', ui.dialog())
    await ui.seen('Secret saved')
    const [, stripe] = await ownerCall<{ hasSecret: boolean; products: object[] }[]>(walk.server, 'GET', api('/shops'))
    expect(stripe).toMatchObject({ hasSecret: true, products: [{ product: 'plink_1Pro', keyFrom: 'mail' }] })
  })

  it('asks before it disconnects a shop, whose orders stay', async () => {
    await ui.choose('Actions for Your own shop', 'Disconnect')
    await ui.seen('Its orders and their license keys stay.')
    await ui.press('Disconnect', ui.confirmation())
    // behind an open question no button has a role, so none that is gone tells that the shop is
    await ui.gone(ui.confirmation())
    await walk.page.getByRole('button', { name: 'Actions for Your own shop' }).waitFor({ state: 'detached' })
    expect(await sell('order.paid', 'A-1003')).toBe(404)
    expect(await ownerCall<unknown[]>(walk.server, 'GET', api('/orders'))).toHaveLength(2)
  })
})
