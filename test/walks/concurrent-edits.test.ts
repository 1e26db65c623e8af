import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { hasBrowser } from '../harness/browser.ts'
import type { RunningServer } from '../harness/start-server.ts'
import { holdResponse } from './held-response.ts'
import { openWalk, type Walk } from './open-walk.ts'
import type { PageActions } from './page-actions.ts'
import { newApplication, newUser, ownerCall, type WalkApplication } from './walk-fixtures.ts'
import { findFaultsAtBothWidths, type WatchedPage } from './watched-page.ts'

interface User {
  readonly id: number
  readonly email: string | null
  readonly isPaused: boolean
  readonly isBanned: boolean
  readonly isActive: boolean
  readonly expiresAt: string | null
}

/** Records that several people look at and change: a real browser, the built pages, the real server. */
describe.skipIf(!hasBrowser)('records that several people change at once', () => {
  let walk: Walk
  let server: RunningServer
  let app: WalkApplication
  let sofia: number
  let watched: WatchedPage
  let page: Page
  let hands: PageActions

  beforeAll(async () => {
    walk = await openWalk({ env: { WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' } })
    ;({ server, watched, page, hands } = walk)
  })
  beforeEach(async () => {
    app = await newApplication(server, 'Shared App')
    sofia = (await newUser(server, app, { username: 'sofia', email: 'sofia@example.com' })).id
  })
  afterEach(() => expect(watched.problems).toEqual([]))
  afterAll(() => walk?.close())

  const at = (section: string) => `/app/${app.id}?section=${section}`
  const api = () => `/api/applications/${app.id}`
  const userPath = () => `${api()}/users/${sofia}`
  const user = () => ownerCall<User>(server, 'GET', userPath())
  /** What another person does, at another computer. */
  const other = (method: string, path: string, body?: object) => ownerCall(server, method, path, body)
  const choose = async (menu: string, entry: string) => {
    await hands.press(menu)
    await page.getByRole('menuitem', { name: entry, exact: true }).click()
  }
  const actInList = async (entry: string, badge: string) => {
    await choose('Actions for sofia', entry)
    await hands.row('sofia').getByText(badge, { exact: true }).waitFor()
  }
  const openSettings = () => hands.button('Settings', page.locator('main')).first().click()
  /** A state somewhere, also behind an open window. */
  const shown = (state: string) => page.getByText(state, { exact: true }).first().waitFor({ state: 'attached' })
  const question = (): Locator => hands.asked().filter({ hasText: 'Someone else changed' })
  const saves = (method: string, path: string) =>
    hands.sent(method, path, () => hands.press('Save Changes', hands.dialog()))

  it('a user is paused, resumed, banned and switched after API Config was open', async () => {
    await hands.open(at('api-config'))
    await page.locator('datalist option').first().waitFor({ state: 'attached' })
    await hands.section('Users').click()
    await actInList('Pause', 'Paused')
    expect(await user()).toMatchObject({ isPaused: true })
    await actInList('Resume', 'Active')
    await choose('Actions for sofia', 'Ban')
    await hands.press('Ban User', hands.dialog())
    await hands.row('sofia').getByText('Banned').waitFor()
    await actInList('Unban', 'Active')
    await hands.press('sofia')
    await hands.dialog().getByRole('switch', { name: 'Active' }).click()
    await hands.seen('User disabled')
    expect(await user()).toMatchObject({ isPaused: false, isBanned: false, isActive: false })
  })

  it('a user is paused after the palette has found her', async () => {
    await hands.open(at('users'))
    await page.keyboard.press('Control+k')
    await hands.dialog().getByRole('combobox').fill('sofi')
    await page.getByRole('option', { name: /sofia/ }).waitFor()
    await page.keyboard.press('Escape')
    await hands.gone(hands.dialog())
    await actInList('Pause', 'Paused')
    expect(await user()).toMatchObject({ isPaused: true })
  })

  it('what changes while the list is being read is seen without another event', async () => {
    await hands.open(at('users'))
    const first = await holdResponse(page, 'GET', /\/users$/)
    const heard = () => page.waitForResponse((one) => new URL(one.url()).pathname === api())
    await Promise.all([heard(), first.isHeld, other('PUT', userPath(), { email: 'first@example.com' })])
    // the page hears of the next change while it waits for the list: it reads the application anew
    await Promise.all([heard(), other('POST', `${userPath()}/pause`)])
    await first.release()
    await hands.row('sofia').getByText('Paused').waitFor()
  })

  it('what changes while the list is read for the first time is seen, too', async () => {
    await hands.open(at('api-config'))
    const first = await holdResponse(page, 'GET', /\/users$/)
    await page.evaluate((to) => history.pushState(null, '', to), `${at('users')}&sort=username:desc`)
    await first.isHeld
    const heard = page.waitForResponse((one) => new URL(one.url()).pathname === api())
    await other('POST', `${userPath()}/pause`)
    await heard
    await first.release()
    await hands.row('sofia').getByText('Paused').waitFor()
  })

  it('Settings send what was changed here, and leave offline what somebody took offline', async () => {
    await hands.open(`${at('users')}`)
    await openSettings()
    await hands.dialog().getByLabel('Description').fill('Ours')
    await other('PATCH', api(), { isActive: false, name: 'Renamed App' })
    await shown('Renamed App')
    expect(await saves('PATCH', api())).toEqual({ description: 'Ours' })
    await hands.seen('Application updated successfully')
    expect(await ownerCall(server, 'GET', api())).toMatchObject({
      isActive: false,
      name: 'Renamed App',
      description: 'Ours',
    })
  })

  it('Settings say which field somebody else changed, and ask before they put the own text in its place', async () => {
    const name = async () => (await ownerCall<{ name: string }>(server, 'GET', api())).name
    await hands.open(at('users'))
    await openSettings()
    await hands.dialog().getByLabel('Name').fill('Mine')
    await other('PATCH', api(), { name: 'Theirs' })
    await hands.press('Save Changes', hands.dialog())
    await question().getByText('Theirs').nth(1).waitFor()
    await question().getByText('Mine', { exact: true }).waitFor()
    expect(await findFaultsAtBothWidths(watched)).toEqual([])
    await hands.press('Keep Editing', question())
    await hands.gone(question())
    expect([await name(), await hands.dialog().getByLabel('Name').inputValue()]).toEqual(['Theirs', 'Mine'])
    await hands.press('Save Changes', hands.dialog())
    await hands.press('Overwrite', question())
    await hands.seen('Application updated successfully')
    await hands.gone(hands.dialog())
    expect(await name()).toBe('Mine')
  })

  it('Edit User sends what was changed here: whom somebody paused stays paused, and Undo leaves that alone', async () => {
    await hands.open(at('users'))
    await choose('Actions for sofia', 'Edit')
    await hands.dialog().getByLabel('Email (Optional)').fill('new@example.com')
    await other('POST', `${userPath()}/pause`)
    await page.locator('tr, [role=row]').getByText('Paused', { exact: true }).first().waitFor({ state: 'attached' })
    expect(await saves('PUT', userPath())).toEqual({ email: 'new@example.com' })
    await hands.seen('User updated successfully')
    expect(await user()).toMatchObject({ isPaused: true, email: 'new@example.com' })
    await other('PUT', userPath(), { isActive: false })
    const undone = await hands.sent('PUT', userPath(), () => hands.press('Undo'))
    expect(undone).toEqual({ email: 'sofia@example.com' })
    await expect.poll(user).toMatchObject({ email: 'sofia@example.com', isActive: false })
  })

  it('Undo of Edit User leaves a field that was changed again, and says so', async () => {
    await hands.open(at('users'))
    await choose('Actions for sofia', 'Edit')
    await hands.dialog().getByLabel('Email (Optional)').fill('new@example.com')
    await hands.press('Save Changes', hands.dialog())
    await hands.seen('User updated successfully')
    await other('PUT', userPath(), { email: 'theirs@example.com' })
    await hands.press('Undo')
    await hands.seen('Nothing to undo')
    expect(await user()).toMatchObject({ email: 'theirs@example.com' })
  })

  it('Edit User asks where somebody changed the same field', async () => {
    await hands.open(at('users'))
    await choose('Actions for sofia', 'Edit')
    await hands.dialog().getByLabel('Email (Optional)').fill('mine@example.com')
    await other('PUT', userPath(), { email: 'theirs@example.com' })
    await hands.press('Save Changes', hands.dialog())
    await question().getByText('theirs@example.com').waitFor()
    expect(await findFaultsAtBothWidths(watched)).toEqual([])
    await hands.press('Overwrite', question())
    await hands.gone(hands.dialog())
    expect(await user()).toMatchObject({ email: 'mine@example.com' })
  })

  it('the webhook editor sends what was changed here, and leaves off what somebody switched off', async () => {
    const url = 'http://127.0.0.1:9/hook'
    const body = { url, events: ['user_login'], isActive: true, applicationId: app.id }
    const { id } = await ownerCall<{ id: number }>(server, 'POST', '/api/webhooks', body)
    const path = `/api/webhooks/${id}`
    await hands.open(`${at('webhooks')}&webhook=${id}`)
    await choose('More actions', 'Edit')
    await hands.dialog().getByLabel('URL').fill(`${url}/mine`)
    await other('PUT', path, { isActive: false })
    // an attempt is heard of live, and the page reads the webhook again
    await other('POST', `${path}/test`, { event: 'user_login' })
    await shown('Inactive')
    expect(await saves('PUT', path)).toEqual({ url: `${url}/mine` })
    await hands.seen('Webhook updated')
    expect(await ownerCall(server, 'GET', path)).toMatchObject({ isActive: false, url: `${url}/mine` })

    await choose('More actions', 'Edit')
    await hands.dialog().getByLabel('URL').fill(`${url}/mine/again`)
    await other('PUT', path, { url: `${url}/theirs` })
    await hands.press('Save Changes', hands.dialog())
    await question().getByText(`${url}/theirs`).waitFor()
    await hands.press('Keep Editing', question())
    expect(await ownerCall(server, 'GET', path)).toMatchObject({ url: `${url}/theirs` })
  })

  it('Custom Messages send the texts that were changed here', async () => {
    await hands.open('/custom-messages')
    await page.locator('textarea[name=loginSuccess]').fill('Welcome!')
    const texts = await ownerCall<object>(server, 'GET', '/api/custom-messages')
    await other('PUT', '/api/custom-messages', { ...texts, accountExpired: 'Renew at example.com' })
    const sent = await hands.sent('PUT', '/api/custom-messages', () => hands.press('Save Changes'))
    expect(sent).toEqual({ loginSuccess: 'Welcome!' })
    await hands.seen('Custom messages updated successfully')
    expect(await ownerCall(server, 'GET', '/api/custom-messages')).toMatchObject({
      loginSuccess: 'Welcome!',
      accountExpired: 'Renew at example.com',
    })
  })

  it('a code template that somebody else changed meanwhile is not replaced unasked', async () => {
    const path = '/api/code-templates/node'
    const { source } = await ownerCall<{ source: string }>(server, 'GET', path)
    await hands.open('/code-templates')
    await page.getByLabel('Language', { exact: true }).selectOption('node')
    await hands.press('Edit Template')
    await hands.dialog().getByRole('textbox', { name: 'Template for Node.js' }).focus()
    await page.keyboard.press('Control+Home')
    await page.keyboard.type('// mine\n')
    await other('PUT', path, { source: `// theirs\n${source}` })
    await hands.press('Save Template', hands.dialog())
    await question().getByText(`Text of ${server.owner.email}`).waitFor()
    await hands.press('Keep Editing', question())
    expect(await ownerCall(server, 'GET', path)).toMatchObject({ source: `// theirs\n${source}` })
    await hands.press('Save Template', hands.dialog())
    await hands.press('Overwrite', question())
    await hands.seen('Code template updated successfully')
    expect(await ownerCall(server, 'GET', path)).toMatchObject({ source: `// mine\n${source}` })
    await other('DELETE', path)
  })

  it('permissions that somebody else changed meanwhile are not replaced unasked', async () => {
    const permissions = ['view_all_data']
    const colleague = { email: 'colleague@example.com', password: 'a long enough password', role: 'staff' }
    const { id } = await ownerCall<{ id: number }>(server, 'POST', '/api/admin/users', colleague)
    await ownerCall(server, 'PATCH', `/api/admin/users/${id}`, { permissions })
    await hands.open('/user-management')
    await hands.press('Edit colleague@example.com')
    await hands.dialog().getByRole('checkbox', { name: 'edit_code' }).check()
    await other('PATCH', `/api/admin/users/${id}`, { permissions: ['view_all_data', 'manage_users'] })
    await hands.press('Save Changes', hands.dialog())
    await question()
      .getByText(/manage_users/)
      .waitFor()
    expect(await findFaultsAtBothWidths(watched)).toEqual([])
    await hands.press('Keep Editing', question())
    const users = await ownerCall<{ id: number; permissions: string[] }[]>(server, 'GET', '/api/admin/users')
    const now = users.find((one) => one.id === id)?.permissions ?? []
    expect(now.toSorted()).toEqual(['manage_users', 'view_all_data'])
  })
})
