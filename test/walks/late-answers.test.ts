import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { hasBrowser } from '../harness/browser.ts'
import type { RunningServer } from '../harness/start-server.ts'
import { holdResponse } from './held-response.ts'
import { openWalk, type Walk } from './open-walk.ts'
import type { PageActions } from './page-actions.ts'
import { newApplication, newUser, ownerCall, type WalkApplication } from './walk-fixtures.ts'
import type { WatchedPage } from './watched-page.ts'

/** Answers that come when the reader has gone on: a real browser, the built pages, the real server. */
describe.skipIf(!hasBrowser)('an answer that comes late', () => {
  let walk: Walk
  let server: RunningServer
  let app: WalkApplication
  let watched: WatchedPage
  let page: Page
  let hands: PageActions

  beforeAll(async () => {
    walk = await openWalk({ env: { WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' } })
    ;({ server, watched, page, hands } = walk)
  })
  beforeEach(async () => {
    app = await newApplication(server, 'Slow App')
    for (const username of ['sofia', 'marco']) await newUser(server, app, { username })
  })
  afterEach(() => expect(watched.problems).toEqual([]))
  afterAll(() => walk?.close())

  const at = (section: string) => `/app/${app.id}?section=${section}`
  const api = () => `/api/applications/${app.id}`
  const choose = async (menu: string, entry: string) => {
    await hands.press(menu)
    await page.getByRole('menuitem', { name: entry, exact: true }).click()
  }
  const field = (label: string) => hands.dialog().getByLabel(label)
  const message = (name: string) => page.locator(`textarea[name=${name}]`)
  const heading = (name: string) => hands.dialog().getByRole('heading', { name, exact: true })

  it('leaves the window that was opened since, with its text', async () => {
    await hands.open(at('users'))
    const saving = await holdResponse(page, 'PATCH', /^\/api\/applications\/\d+$/)
    await hands.button('Settings', page.locator('main')).first().click()
    await field('Description').fill('saved late')
    await hands.press('Save Changes', hands.dialog())
    await saving.isHeld
    await hands.press('Cancel', hands.dialog())
    await hands.gone(hands.dialog())
    await hands.press('Add User')
    await field('Username').fill('typed meanwhile')
    await saving.release()
    await hands.seen('Application updated successfully')
    await heading('Add User').waitFor()
    expect(await field('Username').inputValue()).toBe('typed meanwhile')
    expect(page.url()).toContain('dialog=add-user')
  })

  it('leaves the same window when it was opened anew, and another one of the list', async () => {
    const save = async (name: string) => {
      const saving = await holdResponse(page, 'PUT', /\/users\/\d+$/)
      await choose(`Actions for ${name}`, 'Edit')
      await field('Email (Optional)').fill(`${name}@example.com`)
      await hands.press('Save Changes', hands.dialog())
      await saving.isHeld
      await hands.press('Cancel', hands.dialog())
      await hands.gone(hands.dialog())
      return saving
    }
    await hands.open(at('users'))
    const first = await save('sofia')
    await choose('Actions for marco', 'Edit')
    await field('Email (Optional)').fill('typed meanwhile')
    await first.release()
    await hands.seen('User updated successfully')
    await heading('Edit User').waitFor()
    expect(await field('Email (Optional)').inputValue()).toBe('typed meanwhile')
    await hands.press('Cancel', hands.dialog())
    await hands.gone(hands.dialog())
    const second = await save('sofia')
    await choose('Actions for marco', 'Ban')
    await field('Reason (Optional)').fill('typed meanwhile')
    await second.release()
    await hands.seen('User updated successfully')
    await heading('Ban User').waitFor()
    expect(await field('Reason (Optional)').inputValue()).toBe('typed meanwhile')
  })

  it('leads nobody away: an application made late opens for who still waits for it alone', async () => {
    await hands.open('/')
    const making = await holdResponse(page, 'POST', /^\/api\/applications$/)
    await hands.button('New Application').first().click()
    await field('Application Name').fill('Made late')
    await hands.press('Create Application')
    await making.isHeld
    await hands.press('Cancel', hands.dialog())
    await hands.gone(hands.dialog())
    await making.release()
    await hands.seen('Application created successfully')
    await page.getByText('Made late').first().waitFor()
    expect(new URL(page.url()).pathname).toBe('/')
  })

  it('keeps what was typed into Custom Messages during the save', async () => {
    await hands.open('/custom-messages')
    const saving = await holdResponse(page, 'PUT', /^\/api\/custom-messages$/)
    await message('loginSuccess').fill('Welcome')
    await hands.press('Save Changes')
    await saving.isHeld
    await message('loginSuccess').fill('Welcome back')
    await message('loginFailed').fill('No such login failed')
    await saving.release()
    await hands.seen('Custom messages updated successfully')
    expect(await message('loginSuccess').inputValue()).toBe('Welcome back')
    expect(await message('loginFailed').inputValue()).toBe('No such login failed')
    await hands.press('Save Changes')
    await expect
      .poll(() => ownerCall(server, 'GET', '/api/custom-messages'))
      .toMatchObject({ loginSuccess: 'Welcome back', loginFailed: 'No such login failed' })
  })

  it("keeps what was typed into an application's messages during the save", async () => {
    await hands.open(at('messages'))
    const saving = await holdResponse(page, 'PATCH', /^\/api\/applications\/\d+$/)
    await message('loginSuccess').fill('Hello')
    await hands.press('Save Messages')
    await saving.isHeld
    await message('accountExpired').fill('Your account has expired. Renew!')
    await saving.release()
    await hands.seen('Messages updated')
    expect(await message('loginSuccess').inputValue()).toBe('Hello')
    expect(await message('accountExpired').inputValue()).toBe('Your account has expired. Renew!')
    const sent = await hands.sent('PATCH', api(), () => hands.press('Save Messages'))
    expect(sent).toEqual({ accountExpiredMessage: 'Your account has expired. Renew!' })
    await message('accountExpired').fill('Your account has expired. Renew!')
  })

  it('keeps a window open in which something was typed during the save, with that text', async () => {
    await hands.open(at('users'))
    const saving = await holdResponse(page, 'PATCH', /^\/api\/applications\/\d+$/)
    await hands.button('Settings', page.locator('main')).first().click()
    await field('Description').fill('first')
    await hands.press('Save Changes', hands.dialog())
    await saving.isHeld
    await hands.dialog().locator('input[name=version]').fill('2.0')
    await saving.release()
    await hands.seen('Application updated successfully')
    expect(await hands.dialog().locator('input[name=version]').inputValue()).toBe('2.0')
    const sent = await hands.sent('PATCH', api(), () => hands.press('Save Changes', hands.dialog()))
    expect(sent).toEqual({ version: '2.0' })
    await hands.gone(hands.dialog())
    expect(await ownerCall(server, 'GET', api())).toMatchObject({ description: 'first', version: '2.0' })
  })

  it('keeps the text of a new user that was typed during the creation', async () => {
    await hands.open(at('users'))
    const making = await holdResponse(page, 'POST', /\/users$/)
    await hands.press('Add User')
    await field('Username').fill('late-one')
    await field('Password').first().fill('a good password')
    await hands.dialog().locator('footer').getByRole('button').last().click()
    await making.isHeld
    await field('Username').fill('late-two')
    await making.release()
    await hands.seen('User created successfully')
    expect(await field('Username').inputValue()).toBe('late-two')
  })

  it('puts no proposed license key in the place of one that was typed since', async () => {
    await hands.open(at('licenses'))
    const proposing = await holdResponse(page, 'GET', /\/licenses\/generate$/)
    await hands.button('Create License').first().click()
    await hands.press('Generate', hands.dialog())
    await proposing.isHeld
    await field('License Key').fill('MY-OWN-KEY-1')
    await proposing.release()
    await hands.button('Generate', hands.dialog()).and(page.locator(':not([aria-disabled])')).waitFor()
    expect(await field('License Key').inputValue()).toBe('MY-OWN-KEY-1')
  })

  it('shows a secret that is shown but once, though its window was closed meanwhile', async () => {
    await hands.open(at('webhooks'))
    const making = await holdResponse(page, 'POST', /^\/api\/webhooks$/)
    await hands.button('Add Webhook').first().click()
    await field('URL').fill('http://127.0.0.1:9/hook')
    await hands.press('Create Webhook', hands.dialog())
    await making.isHeld
    await hands.press('Cancel', hands.dialog())
    await hands.gone(hands.dialog())
    await making.release()
    await hands.seen('Copy it now: it is not shown again.')
  })
})
