import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasBrowser } from '../harness/browser.ts'
import { type Receiver, startReceiver } from '../harness/webhook-receiver.ts'
import { useApplicationWalk } from './open-walk.ts'
import { clientCall, newApplication, newUser, ownerCall, widths } from './walk-fixtures.ts'
import { findHorizontalOverflow } from './watched-page.ts'

/** Webhooks as a maker uses them, with a real receiver; then every window of these screens, Messages and Blacklist. */
describe.skipIf(!hasBrowser)('the screens of webhooks, messages and the blacklist', () => {
  const walk = useApplicationWalk((server) => newApplication(server, 'My Game App'), {
    env: { WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' },
  })
  const { ui, application: app } = walk
  let receiver: Receiver

  beforeAll(async () => {
    receiver = await startReceiver()
    await newUser(walk.server, app, { username: 'sofia', email: 'sofia@example.com' })
    await ownerCall(walk.server, 'POST', '/api/blacklist', {
      type: 'hwid',
      value: 'pc-of-nobody',
      reason: 'chargeback',
    })
  })
  afterAll(async () => {
    await receiver?.close()
  })

  const address = (name: string) => `/app/${app.id}?section=${name}`
  const login = () => clientCall(walk.server, app, 'login', { username: 'sofia', password: 'pw123456', hwid: 'pc-1' })
  const opensRow = (href: string) => walk.page.getByRole('link', { name: href }).click()

  it('creates a webhook for user_login, shows its secret once, and follows its deliveries live', async () => {
    const { open, press, seen, gone, button, dialog, row, section, requestBodyOf } = ui
    await open(address('webhooks'))
    await seen('No webhooks yet')
    await button('Add Webhook').first().click()
    await dialog().getByRole('checkbox').nth(16).waitFor()
    expect(await dialog().getByRole('checkbox').count()).toBe(17)
    expect(await dialog().getByRole('checkbox', { checked: true }).getAttribute('name')).toBe('user_login')
    expect(await dialog().getByRole('switch', { name: 'Active' }).isChecked()).toBe(true)
    await dialog().getByLabel('URL').fill(receiver.url)
    await seen('Not encrypted: others on the network')
    await seen('Private address: deliveries fail')
    const body = await requestBodyOf('POST', '/api/webhooks', () => press('Create Webhook', dialog()))
    expect(body).toEqual({ url: receiver.url, events: ['user_login'], isActive: true, applicationId: app.id })
    await seen('Webhook created')
    await seen("Copy it now: you won't see it again.")
    await press('Copy signing secret')
    const secret = await walk.page.evaluate(() => navigator.clipboard.readText())
    expect(secret).toMatch(/^whsec_/)
    await press('Done')
    await gone(dialog())
    expect(await walk.page.content()).not.toContain(secret)
    await section('Webhooks').filter({ hasText: '1' }).waitFor()

    receiver.answerWith((response) => response.end('<b>thank you</b>'))
    await opensRow(receiver.url)
    await seen('No deliveries yet')
    await login()
    await row('user_login').getByText('Delivered').waitFor()
    await row('user_login').getByRole('link', { name: 'user_login' }).click()
    await dialog().getByText('<b>thank you</b>').waitFor()
    await dialog().getByText('webhook-signature: v1,').waitFor()
    await dialog().getByText('"username": "sofia"').waitFor()
    expect(walk.page.url()).toContain('&delivery=msg_')
    const before = receiver.received.length
    await press('Redeliver', dialog())
    await seen('Delivery queued')
    await receiver.until(before + 1)
    expect(receiver.received.at(-1)?.headers['webhook-id']).toBe(receiver.received[before - 1]?.headers['webhook-id'])
    await press('Close', dialog().locator('footer'))
    expect(walk.page.url()).not.toContain('delivery=')
  })

  it('sends a test of any event and shows what came of it', async () => {
    const { open, press, dialog } = ui
    await open('/webhooks')
    await opensRow(receiver.url)
    receiver.answerWith((response) => {
      response.statusCode = 500
      response.end('broken')
    })
    await walk.page.getByRole('button', { name: 'Send Test' }).first().click()
    await dialog().getByLabel('Event').selectOption('hwid_mismatch')
    await press('Send Test', dialog())
    await dialog().getByText('Response 500.').waitFor()
    await dialog().getByText('broken').waitFor()
    expect(JSON.parse(receiver.received.at(-1)?.body ?? '')).toMatchObject({
      type: 'hwid_mismatch',
      data: { test: true },
    })
  })

  it('disables and enables with Undo, rotates with overlap, and deletes after a confirmation', async () => {
    const { open, press, seen, confirmation, row, requestBodyOf } = ui
    await open('/webhooks')
    await press(`Disable ${receiver.url}`)
    await seen('Webhook updated')
    await row(receiver.url).getByText('Inactive').waitFor()
    await press('Undo')
    await row(receiver.url).getByText('Active', { exact: true }).waitFor()
    await press(`Disable ${receiver.url}`)
    await row(receiver.url).getByText('Inactive').waitFor()
    await press(`Enable ${receiver.url}`)
    await row(receiver.url).getByText('Active', { exact: true }).waitFor()
    await opensRow(receiver.url)
    await press('More actions')
    await walk.page.getByRole('menuitem', { name: 'Rotate Secret' }).click()
    const path = '/api/webhooks/'
    expect(await requestBodyOf('POST', path, () => press('Rotate Secret', confirmation()))).toEqual({
      overlapHours: 24,
    })
    await seen("Copy it now: you won't see it again.")
    await press('Done')
    await seen('The previous secret also signs until')
    await press('More actions')
    await walk.page.getByRole('menuitem', { name: 'Delete' }).click()
    await seen('This action cannot be undone.')
    await press('Delete', confirmation())
    await seen('Webhook deleted')
    await seen('No webhooks yet')
    await open('/webhooks?webhook=999999')
    await seen('No webhooks yet')
    expect(walk.page.url()).not.toContain('webhook=')
  })

  it('leads from the dashboard to all three lists of the account', async () => {
    await ui.open('/')
    const shortcuts = walk.page.getByRole('navigation', { name: 'Shortcuts' }).getByRole('link')
    await shortcuts.nth(2).waitFor()
    expect((await shortcuts.allInnerTexts()).map((text) => text.split('\n'))).toEqual([
      ['Webhooks', 'Configure event notifications'],
      ['Blacklist', 'Manage blocked users'],
      ['Activity Logs', 'Monitor system events'],
    ])
    await shortcuts.first().click()
    await walk.page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor()
  })

  it.each(['wide', 'narrow'] as const)(
    'are %s without a fault of accessibility, content policy or script, with every window open',
    async (width) => {
      const { open, press, gone, dialog, confirmation } = ui
      const { id } = await ownerCall<{ id: number }>(walk.server, 'POST', '/api/webhooks', {
        url: `${receiver.url}?${'x'.repeat(300)}`,
        events: ['user_login', 'login_failed'],
      })
      await ownerCall(walk.server, 'POST', `/api/webhooks/${id}/test`, { event: 'user_login' })
      const choose = (name: string) => async () => {
        await press('More actions')
        await walk.page.getByRole('menuitem', { name }).click()
      }
      const menu = () =>
        walk.page
          .getByRole('button', { name: /^Actions for/ })
          .first()
          .click()
      const anyWindow = () => dialog().or(confirmation()).or(walk.page.getByRole('menu')).first()
      /** Addresses, each with what is opened there one after the other; what is typed comes last. */
      const views: readonly (readonly [string, ...(() => Promise<unknown>)[]])[] = [
        [address('messages')],
        ['/custom-messages', () => press('WinForms'), () => press('Terminal')],
        [address('blacklist'), () => press('Delete pc-of-nobody'), () => press('Import')],
        [`${address('blacklist')}&dialog=add-entry`, () => dialog().getByLabel('Data').fill('127.0.0.1/8')],
        ['/blacklist?app=1&type=email'],
        [`${address('webhooks')}&dialog=add-webhook`, () => dialog().getByLabel('URL').fill('http://10.0.0.1')],
        ['/webhooks', menu],
        [
          `/webhooks?webhook=${id}`,
          choose('Edit'),
          choose('Rotate Secret'),
          choose('Delete'),
          () => press('Redeliver Failed'),
          () => press('Send Test'),
          () => walk.page.getByRole('link', { name: 'user_login' }).click(),
        ],
      ]
      await walk.page.setViewportSize(widths[width])
      const found: string[] = []
      const look = async (name: string) => {
        const faults = [...(await walk.watched.violations()), ...(await findHorizontalOverflow(walk.page))]
        found.push(...faults.map((fault) => `${name}: ${fault}`))
      }
      // The program has seen the lists before what was made just now.
      await ui.load('/webhooks')
      for (const [path, ...acts] of views) {
        await open(path)
        await look(path)
        for (const [index, act] of acts.entries()) {
          await act()
          // the fields stand in a window already, the tabs in the page
          if (path !== '/custom-messages') await anyWindow().waitFor()
          await look(`${path} ${index + 1}`)
          if (index === acts.length - 1) break
          await walk.page.keyboard.press('Escape')
          await gone(dialog().or(confirmation()))
        }
      }
      expect(found).toEqual([])
    },
    120_000,
  )
})
