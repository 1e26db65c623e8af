import type { BrowserContext, Page } from 'playwright-core'
import { Stripe } from 'stripe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LicenseClient } from '../../clients/node/keywright.mjs'
import { hasBrowser } from '../harness/browser.ts'
import { printFigure } from '../harness/print-figure.ts'
import { openSmtpSink, type SmtpSink } from '../harness/smtp-sink.ts'
import { useApplicationWalk } from './open-walk.ts'
import { newApplication, widths } from './walk-fixtures.ts'
import { openWatchedPage } from './watched-page.ts'

const mostClicks = 12
const secret = 'whsec_that_stripe_made'
const product = 'plink_1Pro'
const buyer = 'buyer@example.com'

/** A program that a maker sells: it knows nothing but its application and the key that its user enters. */
interface Program {
  license(key: string): Promise<{ readonly ok: boolean; readonly code: string }>
  monitor(events: { readonly lost: (why: { readonly code: string }) => void }): Promise<{ stop(): void }>
  heartbeat(): Promise<{ readonly ok: boolean; readonly code: string }>
  logout(): Promise<void>
}

/**
 * From an application that sells nothing to a refund, with everything real: the pages, the server, the mail queue and a
 * mail server, a call as Stripe signs it, and the client library that is shipped.
 */
describe.skipIf(!hasBrowser)('the way of a maker who begins to sell', { timeout: 60_000 }, () => {
  let sink: SmtpSink
  const env = { SMTP_URL: '', SMTP_FROM: 'Keywright <noreply@example.com>' }
  beforeAll(async () => {
    sink = await openSmtpSink()
    env.SMTP_URL = sink.url
  })
  afterAll(() => sink.close())
  const walk = useApplicationWalk((server) => newApplication(server, 'My Game App'), { env })
  const { ui, application } = walk
  let context: BrowserContext | undefined
  afterAll(() => context?.close())
  const programs: Program[] = []
  afterAll(() => Promise.all(programs.map((program) => program.logout())))

  /** Reaches a field as those do who don't use the mouse for it. */
  const type = async (label: string, text: string) => {
    const field = ui.field(label).first()
    const isFocused = () => field.evaluate((element) => element === document.activeElement)
    await field.waitFor()
    for (let steps = 0; steps < 10 && !(await isFocused()); steps += 1) await walk.page.keyboard.press('Tab')
    expect(await isFocused()).toBe(true)
    await walk.page.keyboard.type(text)
  }

  const stripeCalls = async (url: string, event: string, object: object) => {
    const body = JSON.stringify({ id: `evt_${event}`, type: event, livemode: false, data: { object } })
    const signed = Stripe.webhooks.generateTestHeaderString({ payload: body, secret })
    const headers = { 'content-type': 'application/json', 'stripe-signature': signed }
    return (await fetch(url, { method: 'POST', body, headers })).status
  }

  /** The same program on another machine: the machine is a part of what the salt is mixed with. */
  const programOn = (machine: string): Program => {
    const program: Program = new LicenseClient({
      ...{ origin: walk.server.origin, apiKey: application.apiKey, version: '1.0.0' },
      ...{ hwidSalt: machine, heartbeatSeconds: 1, retrySeconds: 1 },
    })
    programs.push(program)
    return program
  }

  it(`needs at most ${mostClicks} clicks until keys are sold; then buyers help themselves, and a refund ends it`, async () => {
    const clicks = await countClicks(walk.page)
    await ui.open(`/app/${application.id}`)
    clicks.length = 0
    const startedMs = performance.now()

    await ui.section('Licenses').click()
    await walk.page.getByRole('link', { name: 'Selling', exact: true }).first().click()
    await ui.press('New Preset')
    await type('Name', 'Pro')
    await ui.press('Create Preset', ui.dialog())
    await ui.seen('Preset created')
    await ui.press('Connect Shop')
    await type('Product (Optional)', product)
    await ui.press('Connect Shop', ui.dialog())
    await ui.press('Copy address of Stripe', ui.dialog())
    const url = await walk.page.evaluate(() => navigator.clipboard.readText())
    await type('Signing Secret', secret)
    await ui.press('Save Secret', ui.dialog())
    await ui.seen('1 product')
    await ui.press('Turn On')
    await ui.seen('License login is on')
    await ui.press('Set Up Portal')
    await ui.press('Save Changes', ui.dialog())
    await ui.seen(`${walk.server.origin}/portal/my-game-app`)
    const makerMs = performance.now() - startedMs

    const payment = { id: 'cs_1', payment_status: 'paid', payment_intent: 'pi_1', payment_link: product }
    const sold = { ...payment, customer_details: { email: buyer } }
    expect(await stripeCalls(url, 'checkout.session.completed', sold)).toBe(200)
    const mail = await sink.next()
    expect(mail.to).toEqual([buyer])
    const key = /KW-[\w-]+/.exec(mail.text)?.[0] ?? ''
    await ui.seen('pi_1')

    const [first, second] = [programOn('the old machine'), programOn('the new machine')]
    expect(await first.license(key)).toMatchObject({ ok: true, code: 'login_successful' })
    expect(await second.license(key)).toMatchObject({ ok: false, code: 'hwid_mismatch' })
    const ofFirst = Promise.withResolvers<string>()
    await first.monitor({ lost: ({ code }) => ofFirst.resolve(code) })

    context = await walk.browser.newContext({ viewport: widths.narrow, locale: 'en-US' })
    const { page, problems } = await openWatchedPage(context)
    await page.goto(`${walk.server.origin}/portal/my-game-app`)
    await releaseDevice(page, key, async () => /\b\d{8}\b/.exec((await sink.next()).text)?.[0] ?? '')
    expect(problems).toEqual([])
    // the released machine is out, and could only come back by taking the place again
    await ofFirst.promise

    expect(await second.license(key)).toMatchObject({ ok: true, code: 'login_successful' })
    expect(await first.license(key)).toMatchObject({ ok: false, code: 'hwid_mismatch' })
    const ofSecond = Promise.withResolvers<string>()
    await second.monitor({ lost: ({ code }) => ofSecond.resolve(code) })
    expect(await second.heartbeat()).toMatchObject({ ok: true })
    const charge = { id: 'ch_1', payment_intent: 'pi_1', amount: 2900, amount_refunded: 2900 }
    expect(await stripeCalls(url, 'charge.refunded', charge)).toBe(200)
    expect(await second.heartbeat()).toMatchObject({ ok: false, code: 'license_inactive' })
    expect(await ofSecond.promise).toBe('license_inactive')
    expect(await second.license(key)).toMatchObject({ ok: false, code: 'license_inactive' })

    const seconds = (performance.now() - startedMs) / 1000
    printFigure(
      `a maker’s way: ${clicks.length} clicks and ${(makerMs / 1000).toFixed(1)} s until keys are sold, ${seconds.toFixed(1)} s to the refund`,
    )
    expect(clicks.length, clicks.join(', ')).toBeLessThanOrEqual(mostClicks)
    expect(sink.mails).toHaveLength(2)
  })
})

/** Names of what was pressed with the mouse. Enter on a button is no click of it. */
async function countClicks(page: Page): Promise<string[]> {
  const clicks: string[] = []
  await page.exposeFunction('noteClick', (name: string) => clicks.push(name))
  await page.addInitScript(() => {
    addEventListener(
      'click',
      ({ detail, target }) => {
        const pressed = target instanceof Element ? (target.closest('button, a') ?? target) : undefined
        const name = pressed?.getAttribute('aria-label') ?? pressed?.textContent ?? '?'
        if (detail > 0) (globalThis as unknown as { noteClick(name: string): void }).noteClick(name)
      },
      { capture: true },
    )
  })
  await page.reload()
  return clicks
}

/** What a buyer does in the portal who has a new machine. */
async function releaseDevice(page: Page, key: string, readCode: () => Promise<string>): Promise<void> {
  const press = (name: string | RegExp) => page.getByRole('button', { name }).first().click()
  await page.getByText('License key', { exact: true }).first().click()
  await page.getByLabel('License key', { exact: true }).and(page.locator('input:not([type=radio])')).fill(key)
  await press('Get a code by email')
  await page.getByLabel('Code', { exact: true }).fill(await readCode())
  await press('Sign in')
  await page.getByText('1 of 1 device in use').waitFor()
  await press(/^Release/)
  await page.getByRole('dialog').getByRole('button', { name: 'Release' }).click()
  await page.getByText('Device released').waitFor()
}
