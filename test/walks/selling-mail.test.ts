import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasBrowser } from '../harness/browser.ts'
import { standardHeaders } from '../harness/shop-calls.ts'
import { openSmtpSink, type SmtpSink } from '../harness/smtp-sink.ts'
import { useApplicationWalk } from './open-walk.ts'
import { newApplication, ownerCall } from './walk-fixtures.ts'
import { findFaultsAtBothWidths } from './watched-page.ts'

/** Mail to customers: a real browser, the built pages, the real server. */
describe.skipIf(!hasBrowser)('the Selling page without a mail server', () => {
  const walk = useApplicationWalk((server) => newApplication(server, 'My Game App'))
  const { ui, application } = walk
  const faults = () => findFaultsAtBothWidths(walk.watched)
  /** Not by its label, which the button that shows it has too. */
  const password = () => ui.dialog().locator('input[name="password"]')

  it('says that nothing is sent and how that is changed, and takes a mail server of one’s own', async () => {
    await ui.open(`/app/${application.id}/selling`)
    await ui.seen('No mail server')
    await ui.seen('Nothing is sent.')
    expect(await faults()).toEqual([])
    await ui.press('Set Up Email')
    await ui.press('Save Changes', ui.dialog())
    await ui.seen('Enter the host name of the mail server.')
    await ui.seen('Enter the address that emails come from.')
    expect(await faults()).toEqual([])
    await ui.field('Sender Name').fill('Game Shop')
    await ui.field('Host').fill('127.0.0.1')
    await ui.field('Username').fill('shop')
    await ui.field('Sender Address').fill('shop@example.com')
    await ui.press('Save Changes', ui.dialog())
    await ui.seen('Enter the password of this mail server.')
    await password().fill('a password')
    await ui.press('Save Changes', ui.dialog())
    await ui.seen('Email settings updated')
    await ui.seen('Game Shop')
    expect(await faults()).toEqual([])
  })

  it('tells why a test email was not sent, and never shows the password', async () => {
    await ui.press('Send Test')
    await ui.seen('Failed to send test email')
    await ui.seen('Address not allowed')
    await ui.press('Edit')
    await ui.seen("It isn't shown again. Leave empty to keep it.")
    expect(await password().inputValue()).toBe('')
    expect(await faults()).toEqual([])
  })
})

describe.skipIf(!hasBrowser)('the Selling page with the mail server of the installation', () => {
  let sink: SmtpSink
  const env = { SMTP_URL: '', SMTP_FROM: 'Keywright <noreply@example.com>' }
  beforeAll(async () => {
    sink = await openSmtpSink()
    env.SMTP_URL = sink.url
  })
  afterAll(() => sink.close())
  const walk = useApplicationWalk((server) => newApplication(server, 'My Game App'), { env })
  const { ui, application } = walk
  const api = (path: string) => `/api/applications/${application.id}${path}`

  it('mails the key of a paid order to the buyer, and shows that it was sent', async () => {
    const call = <T>(method: string, path: string, body: object) => ownerCall<T>(walk.server, method, api(path), body)
    const { id: presetId } = await call<{ id: number }>('POST', '/presets', { name: 'Pro' })
    const shop = await call<{ id: number; url: string; secret: string }>('POST', '/shops', {
      provider: 'generic',
      name: 'Own',
    })
    const product = { product: 'pro', presetId, quantityAs: 'keys', keyFrom: 'mail' }
    await call('PATCH', `/shops/${shop.id}`, { products: [product] })
    await ui.open(`/app/${application.id}/selling`)
    await ui.seen('Never')
    const body = JSON.stringify({ event: 'order.paid', order_id: 'A-1', product: 'pro', email: 'buyer@example.com' })
    const headers = { 'content-type': 'application/json', ...standardHeaders(shop.secret, body, new Date()) }
    const { keys } = (await (await fetch(shop.url, { method: 'POST', body, headers })).json()) as { keys: string[] }
    const mail = await sink.next()
    expect(mail.to).toEqual(['buyer@example.com'])
    expect(mail.text).toContain(keys[0])
    await ui.seen('just now')
    await ui.press('Send Test')
    await ui.seen('Test email sent')
    expect((await sink.next()).text).toContain('My Game App')
  })
})
