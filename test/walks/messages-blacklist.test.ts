import { beforeAll, describe, expect, it } from 'vitest'
import { messageDefaults } from '../../src/shared/messages.ts'
import { hasBrowser } from '../harness/browser.ts'
import { useApplicationWalk } from './open-walk.ts'
import { clientCall, newApplication, newUser } from './walk-fixtures.ts'

/** Messages and Blacklist as a maker uses them: a real browser, the built pages, the real server and its clients. */
describe.skipIf(!hasBrowser)('the screens Messages and Blacklist', () => {
  const walk = useApplicationWalk((server) => newApplication(server, 'My Game App'))
  const { ui, application: app } = walk

  beforeAll(async () => {
    await newUser(walk.server, app, { username: 'sofia' })
    await newUser(walk.server, app, { username: 'mallory' })
  })

  const message = (name: string) => walk.page.getByRole('textbox', { name, exact: true })
  const login = (username: string, password = 'pw123456') =>
    clientCall(walk.server, app, 'login', { username, password, hwid: `pc-${username}` })

  it('are two of eight sections, above the application’s id and date', async () => {
    const { open, seen } = ui
    await open(`/app/${app.id}`)
    const names = await walk.page.getByRole('navigation', { name: 'Sections' }).getByRole('link').allInnerTexts()
    const sections = ['Overview', 'Users', 'Licenses', 'Activity', 'Webhooks', 'Blacklist', 'API Config', 'Messages']
    expect(names.map((name) => name.replace(/\s*\d+$/, ''))).toEqual(sections)
    await seen('Application id')
    await seen('Created')
  })

  it('override one message, warn of a lost word, and clients get it at once', async () => {
    const { open, press, seen, requestBodyOf } = ui
    await open(`/app/${app.id}?section=messages`)
    for (const text of Object.values(messageDefaults)) await seen(`Default: ${text}`)
    expect(await walk.page.getByText('Inherited from default').count()).toBe(6)
    await message('Login Failed').fill('Expired, it seems.')
    await seen('Contains “expired”: clients that match words treat it as an expired account.')
    await message('Login Failed').fill('Not this time.')
    await seen('Custom')
    await seen('14 / 500')
    const path = `/api/applications/${app.id}`
    expect(await requestBodyOf('PATCH', path, () => press('Save Messages'))).toEqual({
      loginFailedMessage: 'Not this time.',
    })
    await seen('Messages updated')
    expect(await login('sofia', 'wrong')).toMatchObject({ message: 'Not this time.' })

    await press('Reset to Defaults')
    await seen('Messages reset to defaults')
    expect(await message('Login Failed').inputValue()).toBe(messageDefaults.loginFailed)
    await press('Undo')
    await seen('Messages updated')
    expect(await message('Login Failed').inputValue()).toBe('Not this time.')
    await press('Reset Login Failed')
    await press('Save Messages')
    await walk.page.getByText('Inherited from default').nth(5).waitFor()
  })

  it('ask before unsaved messages are left, and not when a window opens over them', async () => {
    const { open, press, seen, gone, dialog, section } = ui
    await open(`/app/${app.id}`)
    await section('Messages').click()
    await message('Account Expired').fill('Half typed, expired')
    await press('Settings', walk.page.getByRole('main'))
    await press('Cancel', dialog())
    await gone(dialog())
    await section('Users').click()
    await seen('Discard changes?')
    await press('Keep Editing')
    expect(await message('Account Expired').inputValue()).toBe('Half typed, expired')
    await walk.page.goBack()
    await press('Discard')
    await gone(message('Account Expired'))
  })

  it('save, reset and preview the account’s messages in the words of the catalogue', async () => {
    const { open, press, seen } = ui
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const hold = (route: { continue(): Promise<void> }) => held.then(() => route.continue())
    await walk.page.route('**/api/custom-messages', hold, { times: 1 })
    await walk.page.goto(`${walk.server.origin}/custom-messages`)
    await seen('Loading custom messages...')
    release()
    await message('Account Disabled').waitFor()
    await seen(/Default messages apply when nothing is set/)
    const rows = await walk.page.getByRole('textbox').evaluateAll((all) => all.map((one) => one.getAttribute('rows')))
    expect(rows).toEqual(['2', '2', '2', '2', '2', '2'])
    await message('Account Disabled').fill('Disabled by the clan leader.')
    const preview = walk.page.getByRole('region', { name: 'Preview' })
    for (const look of ['Text', 'WinForms', 'Terminal']) {
      await press(look)
      await preview.getByText('Disabled by the clan leader.').waitFor()
      await preview.getByText(messageDefaults.hwidMismatch).waitFor()
    }
    await press('Save Changes')
    await seen('Custom messages updated successfully')
    await open(`/app/${app.id}?section=messages`)
    await seen('Inherited from account')
    await open('/custom-messages')
    await press('Reset to Defaults')
    await seen('Custom messages reset to defaults')
    expect(await message('Account Disabled').inputValue()).toBe(messageDefaults.accountDisabled)
  })

  it('tell what failed on the messages page, and keep what was typed', async () => {
    const { open, press, seen } = ui
    await open('/custom-messages')
    await message('Login Failed').fill('No.')
    await walk.page.route('**/api/custom-messages**', (route) =>
      route.fulfill({ status: 503, json: { message: 'Not now', code: 'unavailable' } }),
    )
    await press('Save Changes')
    await seen('Failed to update custom messages')
    await walk.page.getByRole('alert').getByText('Not now').waitFor()
    expect(await message('Login Failed').inputValue()).toBe('No.')
    await press('Reset to Defaults')
    await seen('Failed to reset custom messages')
    await message('Login Failed').fill(messageDefaults.loginFailed)
    await walk.page.reload()
    await walk.page.getByText('Failed to fetch custom messages').nth(1).waitFor()
    await walk.page.unroute('**/api/custom-messages**')
    await press('Try again')
    await message('Login Failed').waitFor()
  })

  it('block for one application or for all, and say beforehand whom', async () => {
    const { open, press, seen, gone, dialog, confirmation, row, section, requestBodyOf, button } = ui
    await open(`/app/${app.id}?section=blacklist`)
    expect(await section('Blacklist').textContent()).toMatch(/0$/)
    await button('Add').first().click()
    await dialog().getByLabel('Data').fill('127.0.0.77/8')
    await seen('Will be listed as 127.0.0.0/8')
    await seen('This includes your own IP address')
    const types = await dialog().getByLabel('Type').locator('option').allTextContents()
    expect(types).toEqual(['IP', 'Username', 'HWID', 'Email'])
    await dialog().getByLabel('Data').fill(' ')
    expect(await button('Add', dialog()).getAttribute('aria-disabled')).toBe('true')
    await dialog().getByLabel('Type').selectOption('Username')
    await dialog().getByLabel('Data').fill('MALLORY')
    await seen('Blocks 1 current user, 0 sessions.')
    await dialog().getByLabel('Reason (Optional)').fill('chargeback')
    const body = await requestBodyOf('POST', '/api/blacklist', () => press('Add', dialog()))
    expect(body).toEqual({ applicationId: app.id, type: 'username', value: 'MALLORY', reason: 'chargeback' })
    await seen('Blacklist entry added')
    await row('MALLORY').getByText(`App ${app.id}`).waitFor()
    await section('Blacklist').filter({ hasText: '1' }).waitFor()
    expect(await login('mallory')).toMatchObject({ code: 'access_blocked' })
    await gone(dialog())

    await press('Add')
    await dialog().getByLabel('Data').fill('198.51.100.9')
    await dialog().getByLabel('Global').check()
    const wide = await requestBodyOf('POST', '/api/blacklist', () => press('Add', dialog()))
    expect(wide).toEqual({ type: 'ip', value: '198.51.100.9' })
    await row('198.51.100.9').getByText('Global').waitFor()
    const hits = async () => {
      await walk.page.reload()
      return row('MALLORY').textContent()
    }
    await expect.poll(hits, { timeout: 15_000 }).toMatch(/1\s*just now/)
    await press('Delete MALLORY')
    await seen('This action cannot be undone.')
    await press('Delete', confirmation())
    await seen('Blacklist entry deleted')
    await gone(row('MALLORY'))
  })

  it('import a list after a dry run that names what it can’t take', async () => {
    const { open, press, seen, dialog, row } = ui
    await open('/blacklist')
    await press('Import')
    await dialog().getByRole('textbox', { name: 'List' }).fill('192.0.2.1, first\n192.0.2.0/33\n198.51.100.9')
    await dialog().getByLabel('Global').check()
    await press('Check List', dialog())
    await seen('1 new entry · 1 already listed · 1 invalid')
    await seen('Line 2:')
    await press('Add 1 Entry', dialog())
    await seen('Blacklist entry added')
    await row('192.0.2.1').getByText('first').waitFor()
  })
})
