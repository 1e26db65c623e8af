import { beforeEach, describe, expect, it } from 'vitest'
import { hasBrowser } from '../harness/browser.ts'
import { holdResponse } from './held-response.ts'
import { useFreshApplication, useWalk } from './open-walk.ts'
import { newUser, ownerCall } from './walk-fixtures.ts'

/** Answers that come when the reader has gone on: a real browser, the built pages, the real server. */
describe.skipIf(!hasBrowser)('an answer that comes late', () => {
  const walk = useWalk({ env: { WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' } })
  const { ui } = walk
  const app = useFreshApplication(walk, 'Slow App')

  beforeEach(async () => {
    for (const username of ['sofia', 'marco']) await newUser(walk.server, app, { username })
  })

  const at = (section: string) => `/app/${app.id}?section=${section}`
  const api = () => `/api/applications/${app.id}`
  const message = (name: string) => walk.page.locator(`textarea[name=${name}]`)
  /** Saves this description in the settings of the application; the answer is held back. */
  const saveHeld = async (description: string) => {
    await ui.open(at('users'))
    const saving = await holdResponse(walk.page, 'PATCH', /^\/api\/applications\/\d+$/)
    await ui.button('Settings', walk.page.locator('main')).first().click()
    await ui.field('Description').fill(description)
    await ui.press('Save Changes', ui.dialog())
    await saving.isHeld
    return saving
  }
  const heading = (name: string) => ui.dialog().getByRole('heading', { name, exact: true })

  it('leaves the window that was opened since, with its text', async () => {
    const saving = await saveHeld('saved late')
    await ui.press('Cancel', ui.dialog())
    await ui.gone(ui.dialog())
    await ui.press('Add User')
    await ui.field('Username').fill('typed meanwhile')
    await saving.release()
    await ui.seen('Application updated successfully')
    await heading('Add User').waitFor()
    expect(await ui.field('Username').inputValue()).toBe('typed meanwhile')
    expect(walk.page.url()).toContain('dialog=add-user')
  })

  it('leaves the same window when it was opened anew, and another one of the list', async () => {
    const save = async (name: string) => {
      const saving = await holdResponse(walk.page, 'PUT', /\/users\/\d+$/)
      await ui.choose(`Actions for ${name}`, 'Edit')
      await ui.field('Email (Optional)').fill(`${name}@example.com`)
      await ui.press('Save Changes', ui.dialog())
      await saving.isHeld
      await ui.press('Cancel', ui.dialog())
      await ui.gone(ui.dialog())
      return saving
    }
    const leaves = async (entry: string, field: string) => {
      const saving = await save('sofia')
      await ui.choose('Actions for marco', entry)
      await ui.field(field).fill('typed meanwhile')
      await saving.release()
      await ui.seen('User updated successfully')
      await heading(`${entry} User`).waitFor()
      expect(await ui.field(field).inputValue()).toBe('typed meanwhile')
    }
    await ui.open(at('users'))
    await leaves('Edit', 'Email (Optional)')
    await ui.press('Cancel', ui.dialog())
    await ui.gone(ui.dialog())
    await leaves('Ban', 'Reason (Optional)')
  })

  it('leads nobody away: an application made late opens for who still waits for it alone', async () => {
    await ui.open('/')
    const making = await holdResponse(walk.page, 'POST', /^\/api\/applications$/)
    await ui.button('New Application').first().click()
    await ui.field('Application Name').fill('Made late')
    await ui.press('Create Application')
    await making.isHeld
    await ui.press('Cancel', ui.dialog())
    await ui.gone(ui.dialog())
    await making.release()
    await ui.seen('Application created successfully')
    await walk.page.getByText('Made late').first().waitFor()
    expect(new URL(walk.page.url()).pathname).toBe('/')
  })

  it('keeps what was typed into Custom Messages during the save', async () => {
    await ui.open('/custom-messages')
    const saving = await holdResponse(walk.page, 'PUT', /^\/api\/custom-messages$/)
    await message('loginSuccess').fill('Welcome')
    await ui.press('Save Changes')
    await saving.isHeld
    await message('loginSuccess').fill('Welcome back')
    await message('loginFailed').fill('No such login failed')
    await saving.release()
    await ui.seen('Custom messages updated successfully')
    expect(await message('loginSuccess').inputValue()).toBe('Welcome back')
    expect(await message('loginFailed').inputValue()).toBe('No such login failed')
    await ui.press('Save Changes')
    await expect
      .poll(() => ownerCall(walk.server, 'GET', '/api/custom-messages'))
      .toMatchObject({ loginSuccess: 'Welcome back', loginFailed: 'No such login failed' })
  })

  it("keeps what was typed into an application's messages during the save", async () => {
    await ui.open(at('messages'))
    const saving = await holdResponse(walk.page, 'PATCH', /^\/api\/applications\/\d+$/)
    await message('loginSuccess').fill('Hello')
    await ui.press('Save Messages')
    await saving.isHeld
    await message('accountExpired').fill('Your account has expired. Renew!')
    await saving.release()
    await ui.seen('Messages updated')
    expect(await message('loginSuccess').inputValue()).toBe('Hello')
    expect(await message('accountExpired').inputValue()).toBe('Your account has expired. Renew!')
    const sent = await ui.requestBodyOf('PATCH', api(), () => ui.press('Save Messages'))
    expect(sent).toEqual({ accountExpiredMessage: 'Your account has expired. Renew!' })
    await message('accountExpired').fill('Your account has expired. Renew!')
  })

  it('keeps a window open in which something was typed during the save, with that text', async () => {
    const saving = await saveHeld('first')
    await ui.dialog().locator('input[name=version]').fill('2.0')
    await saving.release()
    await ui.seen('Application updated successfully')
    expect(await ui.dialog().locator('input[name=version]').inputValue()).toBe('2.0')
    const sent = await ui.requestBodyOf('PATCH', api(), () => ui.press('Save Changes', ui.dialog()))
    expect(sent).toEqual({ version: '2.0' })
    await ui.gone(ui.dialog())
    expect(await ownerCall(walk.server, 'GET', api())).toMatchObject({ description: 'first', version: '2.0' })
  })

  it('keeps the text of a new user that was typed during the creation', async () => {
    await ui.open(at('users'))
    const making = await holdResponse(walk.page, 'POST', /\/users$/)
    await ui.press('Add User')
    await ui.field('Username').fill('late-one')
    await ui.field('Password').first().fill('a good password')
    await ui.dialog().locator('footer').getByRole('button').last().click()
    await making.isHeld
    await ui.field('Username').fill('late-two')
    await making.release()
    await ui.seen('User created successfully')
    expect(await ui.field('Username').inputValue()).toBe('late-two')
  })

  it('puts no proposed license key in the place of one that was typed since', async () => {
    await ui.open(at('licenses'))
    const proposing = await holdResponse(walk.page, 'GET', /\/licenses\/generate$/)
    await ui.button('Create License').first().click()
    await ui.press('Generate', ui.dialog())
    await proposing.isHeld
    await ui.field('License Key').fill('MY-OWN-KEY-1')
    await proposing.release()
    await ui.button('Generate', ui.dialog()).and(walk.page.locator(':not([aria-disabled])')).waitFor()
    expect(await ui.field('License Key').inputValue()).toBe('MY-OWN-KEY-1')
  })

  it('shows a secret that is shown but once, though its window was closed meanwhile', async () => {
    await ui.open(at('webhooks'))
    const making = await holdResponse(walk.page, 'POST', /^\/api\/webhooks$/)
    await ui.button('Add Webhook').first().click()
    await ui.field('URL').fill('http://127.0.0.1:9/hook')
    await ui.press('Create Webhook', ui.dialog())
    await making.isHeld
    await ui.press('Cancel', ui.dialog())
    await ui.gone(ui.dialog())
    await making.release()
    await ui.seen("Copy it now: you won't see it again.")
  })
})
