import type { Locator } from 'playwright-core'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { hasBrowser } from '../harness/browser.ts'
import { holdResponse } from './held-response.ts'
import { useFreshApplication, useWalk } from './open-walk.ts'
import { newUser, ownerCall } from './walk-fixtures.ts'
import { findFaultsAtBothWidths } from './watched-page.ts'

interface User {
  readonly id: number
  readonly email: string | null
  readonly isPaused: boolean
  readonly isBanned: boolean
  readonly isActive: boolean
  readonly expiresAt: string | null
}

/** Records that several people view and change: a real browser, the built pages, the real server. */
describe.skipIf(!hasBrowser)('records that several people change at once', () => {
  const walk = useWalk({ env: { WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' } })
  const { ui } = walk
  const app = useFreshApplication(walk, 'Shared App')
  let sofia: number

  beforeEach(async () => {
    sofia = (await newUser(walk.server, app, { username: 'sofia', email: 'sofia@example.com' })).id
  })

  const at = (section: string) => `/app/${app.id}?section=${section}`
  const api = () => `/api/applications/${app.id}`
  const userPath = () => `${api()}/users/${sofia}`
  const user = () => ownerCall<User>(walk.server, 'GET', userPath())
  /** A request by another dashboard user. */
  const other = (method: string, path: string, body?: object) => ownerCall(walk.server, method, path, body)
  const actInList = async (entry: string, badge: string) => {
    await ui.choose('Actions for sofia', entry)
    await ui.row('sofia').getByText(badge, { exact: true }).waitFor()
  }
  const openSettings = () => ui.button('Settings', walk.page.locator('main')).first().click()
  /** A state shown anywhere, also behind an open dialog. */
  const shown = (state: string) => walk.page.getByText(state, { exact: true }).first().waitFor({ state: 'attached' })
  const question = (): Locator => ui.confirmation().filter({ hasText: 'Someone else changed' })
  const saves = (method: string, path: string) =>
    ui.requestBodyOf(method, path, () => ui.press('Save Changes', ui.dialog()))

  it('a user is paused, resumed, banned and switched after API Config was open', async () => {
    await ui.open(at('api-config'))
    await walk.page.locator('datalist option').first().waitFor({ state: 'attached' })
    await ui.section('Users').click()
    await actInList('Pause', 'Paused')
    expect(await user()).toMatchObject({ isPaused: true })
    await actInList('Resume', 'Active')
    await ui.choose('Actions for sofia', 'Ban')
    await ui.press('Ban User', ui.dialog())
    await ui.row('sofia').getByText('Banned').waitFor()
    await actInList('Unban', 'Active')
    await ui.press('sofia')
    await ui.dialog().getByRole('switch', { name: 'Active' }).click()
    await ui.seen('User disabled')
    expect(await user()).toMatchObject({ isPaused: false, isBanned: false, isActive: false })
  })

  it('a user is paused after the palette has found her', async () => {
    await ui.open(at('users'))
    await walk.page.keyboard.press('Control+k')
    // a busy machine may not have searched everything in the time of one search
    const texts = ['sofi', 'sofia']
    await vi.waitFor(async () => {
      await ui
        .dialog()
        .getByRole('combobox')
        .fill(texts.reverse()[0] ?? '')
      await walk.page.getByRole('option', { name: /sofia/ }).first().waitFor({ timeout: 5_000 })
    }, 60_000)
    await walk.page.keyboard.press('Escape')
    await ui.gone(ui.dialog())
    await actInList('Pause', 'Paused')
    expect(await user()).toMatchObject({ isPaused: true })
  })

  it('what changes while the list is being read is seen without another event', async () => {
    await ui.open(at('users'))
    const first = await holdResponse(walk.page, 'GET', /\/users$/)
    const heard = () => walk.page.waitForResponse((one) => new URL(one.url()).pathname === api())
    await Promise.all([heard(), first.isHeld, other('PUT', userPath(), { email: 'first@example.com' })])
    // the page learns of the next change while it waits for the list: it fetches the application again
    await Promise.all([heard(), other('POST', `${userPath()}/pause`)])
    await first.release()
    await ui.row('sofia').getByText('Paused').waitFor()
  })

  it('what changes while the list is read for the first time is seen, too', async () => {
    await ui.open(at('api-config'))
    const first = await holdResponse(walk.page, 'GET', /\/users$/)
    await walk.page.evaluate((to) => history.pushState(null, '', to), `${at('users')}&sort=username:desc`)
    await first.isHeld
    const heard = walk.page.waitForResponse((one) => new URL(one.url()).pathname === api())
    await other('POST', `${userPath()}/pause`)
    await heard
    await first.release()
    await ui.row('sofia').getByText('Paused').waitFor()
  })

  it('Settings send what was changed here, and leave offline what somebody took offline', async () => {
    await ui.open(`${at('users')}`)
    await openSettings()
    await ui.dialog().getByLabel('Description').fill('Ours')
    await other('PATCH', api(), { isActive: false, name: 'Renamed App' })
    await shown('Renamed App')
    expect(await saves('PATCH', api())).toEqual({ description: 'Ours' })
    await ui.seen('Application updated successfully')
    expect(await ownerCall(walk.server, 'GET', api())).toMatchObject({
      isActive: false,
      name: 'Renamed App',
      description: 'Ours',
    })
  })

  it('Settings say which field somebody else changed, and ask before they put the own text in its place', async () => {
    const name = async () => (await ownerCall<{ name: string }>(walk.server, 'GET', api())).name
    await ui.open(at('users'))
    await openSettings()
    await ui.dialog().getByLabel('Name').fill('Mine')
    await other('PATCH', api(), { name: 'Theirs' })
    await ui.press('Save Changes', ui.dialog())
    await question().getByText('Theirs').nth(1).waitFor()
    await question().getByText('Mine', { exact: true }).waitFor()
    expect(await findFaultsAtBothWidths(walk.watched)).toEqual([])
    await ui.press('Keep Editing', question())
    await ui.gone(question())
    expect([await name(), await ui.dialog().getByLabel('Name').inputValue()]).toEqual(['Theirs', 'Mine'])
    await ui.press('Save Changes', ui.dialog())
    await ui.press('Overwrite', question())
    await ui.seen('Application updated successfully')
    await ui.gone(ui.dialog())
    expect(await name()).toBe('Mine')
  })

  it('Edit User sends what was changed here: whom somebody paused stays paused, and Undo leaves that alone', async () => {
    await ui.open(at('users'))
    await ui.choose('Actions for sofia', 'Edit')
    await ui.dialog().getByLabel('Email (Optional)').fill('new@example.com')
    await other('POST', `${userPath()}/pause`)
    await walk.page
      .locator('tr, [role=row]')
      .getByText('Paused', { exact: true })
      .first()
      .waitFor({ state: 'attached' })
    expect(await saves('PUT', userPath())).toEqual({ email: 'new@example.com' })
    await ui.seen('User updated successfully')
    expect(await user()).toMatchObject({ isPaused: true, email: 'new@example.com' })
    await other('PUT', userPath(), { isActive: false })
    const undone = await ui.requestBodyOf('PUT', userPath(), () => ui.press('Undo'))
    expect(undone).toEqual({ email: 'sofia@example.com' })
    await expect.poll(user).toMatchObject({ email: 'sofia@example.com', isActive: false })
  })

  it('Undo of Edit User leaves a field that was changed again, and says so', async () => {
    await ui.open(at('users'))
    await ui.choose('Actions for sofia', 'Edit')
    await ui.dialog().getByLabel('Email (Optional)').fill('new@example.com')
    await ui.press('Save Changes', ui.dialog())
    await ui.seen('User updated successfully')
    await other('PUT', userPath(), { email: 'theirs@example.com' })
    await ui.press('Undo')
    await ui.seen('Nothing to undo')
    expect(await user()).toMatchObject({ email: 'theirs@example.com' })
  })

  it('Edit User asks where somebody changed the same field', async () => {
    await ui.open(at('users'))
    await ui.choose('Actions for sofia', 'Edit')
    await ui.dialog().getByLabel('Email (Optional)').fill('mine@example.com')
    await other('PUT', userPath(), { email: 'theirs@example.com' })
    await ui.press('Save Changes', ui.dialog())
    await question().getByText('theirs@example.com').waitFor()
    expect(await findFaultsAtBothWidths(walk.watched)).toEqual([])
    await ui.press('Overwrite', question())
    await ui.gone(ui.dialog())
    expect(await user()).toMatchObject({ email: 'mine@example.com' })
  })

  it('the webhook editor sends what was changed here, and leaves off what somebody switched off', async () => {
    const url = 'http://127.0.0.1:9/hook'
    const body = { url, events: ['user_login'], isActive: true, applicationId: app.id }
    const { id } = await ownerCall<{ id: number }>(walk.server, 'POST', '/api/webhooks', body)
    const path = `/api/webhooks/${id}`
    await ui.open(`${at('webhooks')}&webhook=${id}`)
    await ui.choose('More actions', 'Edit')
    await ui.dialog().getByLabel('URL').fill(`${url}/mine`)
    await other('PUT', path, { isActive: false })
    // an attempt is announced live, and the page fetches the webhook again
    await other('POST', `${path}/test`, { event: 'user_login' })
    await shown('Inactive')
    expect(await saves('PUT', path)).toEqual({ url: `${url}/mine` })
    await ui.seen('Webhook updated')
    expect(await ownerCall(walk.server, 'GET', path)).toMatchObject({ isActive: false, url: `${url}/mine` })

    await ui.choose('More actions', 'Edit')
    await ui.dialog().getByLabel('URL').fill(`${url}/mine/again`)
    await other('PUT', path, { url: `${url}/theirs` })
    await ui.press('Save Changes', ui.dialog())
    await question().getByText(`${url}/theirs`).waitFor()
    await ui.press('Keep Editing', question())
    expect(await ownerCall(walk.server, 'GET', path)).toMatchObject({ url: `${url}/theirs` })
  })

  it('Custom Messages send the texts that were changed here', async () => {
    await ui.open('/custom-messages')
    await walk.page.locator('textarea[name=loginSuccess]').fill('Welcome!')
    const texts = await ownerCall<object>(walk.server, 'GET', '/api/custom-messages')
    await other('PUT', '/api/custom-messages', { ...texts, accountExpired: 'Renew at example.com' })
    const sent = await ui.requestBodyOf('PUT', '/api/custom-messages', () => ui.press('Save Changes'))
    expect(sent).toEqual({ loginSuccess: 'Welcome!' })
    await ui.seen('Custom messages updated successfully')
    expect(await ownerCall(walk.server, 'GET', '/api/custom-messages')).toMatchObject({
      loginSuccess: 'Welcome!',
      accountExpired: 'Renew at example.com',
    })
  })

  it('a code template that somebody else changed meanwhile is not replaced unasked', async () => {
    const path = '/api/code-templates/node'
    const { source } = await ownerCall<{ source: string }>(walk.server, 'GET', path)
    await ui.open('/code-templates')
    await walk.page.getByLabel('Language', { exact: true }).selectOption('node')
    await ui.press('Edit Template')
    await ui.dialog().getByRole('textbox', { name: 'Template for Node.js' }).focus()
    await walk.page.keyboard.press('Control+Home')
    await walk.page.keyboard.type('// mine\n')
    await other('PUT', path, { source: `// theirs\n${source}` })
    await ui.press('Save Template', ui.dialog())
    await question().getByText(`Text of ${walk.server.owner.email}`).waitFor()
    await ui.press('Keep Editing', question())
    expect(await ownerCall(walk.server, 'GET', path)).toMatchObject({ source: `// theirs\n${source}` })
    await ui.press('Save Template', ui.dialog())
    await ui.press('Overwrite', question())
    await ui.seen('Code template updated successfully')
    expect(await ownerCall(walk.server, 'GET', path)).toMatchObject({ source: `// mine\n${source}` })
    await other('DELETE', path)
  })

  it('permissions that somebody else changed meanwhile are not replaced unasked', async () => {
    const permissions = ['view_all_data']
    const colleague = { email: 'colleague@example.com', password: 'a long enough password', role: 'staff' }
    const { id } = await ownerCall<{ id: number }>(walk.server, 'POST', '/api/admin/users', colleague)
    await ownerCall(walk.server, 'PATCH', `/api/admin/users/${id}`, { permissions })
    await ui.open('/user-management')
    await ui.press('Edit colleague@example.com')
    await ui.dialog().getByRole('checkbox', { name: 'edit_code' }).check()
    await other('PATCH', `/api/admin/users/${id}`, { permissions: ['view_all_data', 'manage_users'] })
    await ui.press('Save Changes', ui.dialog())
    await question()
      .getByText(/manage_users/)
      .waitFor()
    expect(await findFaultsAtBothWidths(walk.watched)).toEqual([])
    await ui.press('Keep Editing', question())
    const users = await ownerCall<{ id: number; permissions: string[] }[]>(walk.server, 'GET', '/api/admin/users')
    const now = users.find((one) => one.id === id)?.permissions ?? []
    expect(now.toSorted()).toEqual(['manage_users', 'view_all_data'])
  })
})
