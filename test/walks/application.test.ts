import { describe, expect, it } from 'vitest'
import { hasBrowser } from '../harness/browser.ts'
import { useApplicationWalk } from './open-walk.ts'
import { clientCall, newApplication, newUser, oddNames, seedApplication, widths } from './walk-fixtures.ts'

/** The application page as its maker uses it: a real browser, the built pages, the real server. */
describe.skipIf(!hasBrowser)('the application page', () => {
  const walk = useApplicationWalk((server) => seedApplication(server, 150))
  const { application: full } = walk
  const { open, dialog, button, seen, gone, row, choose, requestBodyOf } = walk.ui

  const sections = () => walk.page.getByRole('navigation', { name: 'Sections' })
  const act = (name: string, entry: string) => choose(`Actions for ${name}`, entry)

  it('keeps the section in the address: a link opens it, Back returns to it', async () => {
    await open(`/app/${full.id}?section=users`)
    await walk.page.getByRole('table', { name: 'Users' }).waitFor()
    await sections().getByRole('link', { name: 'Activity' }).click()
    await walk.page.getByRole('table', { name: 'Activity' }).waitFor()
    expect(new URL(walk.page.url()).search).toBe('?section=activity')
    await walk.page.goBack()
    await walk.page.getByRole('table', { name: 'Users' }).waitFor()
    expect(await sections().locator('[aria-current="page"]').textContent()).toContain('Users')
  })

  it('is the same screen under /applications/{id}', async () => {
    await open(`/applications/${full.id}?section=api-config`)
    expect(await walk.page.getByLabel('Login Endpoint', { exact: true }).inputValue()).toBe(
      `${walk.server.origin}/api/auth/login`,
    )
    expect(await walk.page.getByLabel('Login Endpoint (v1)', { exact: true }).inputValue()).toBe(
      `${walk.server.origin}/api/v1/login`,
    )
    expect(await walk.page.locator('main h1').textContent()).toBe('API Config')
    expect(await walk.page.title()).toBe('API Config · My Game App · Keywright')
  })

  it.each(['999999', 'abc', '0', '-1', '1e1', '0x1', '007', '1.5'])(
    'says that /app/%s is no application',
    async (id) => {
      for (const address of [`/app/${id}`, `/applications/${id}`, `/app/${id}/licenses`]) {
        await open(address)
        expect(await walk.page.locator('main h1').textContent()).toBe('Application not found')
        await seen("It may have been deleted, or you don't have access to it.")
      }
    },
  )

  it('shows the application’s id and date on a narrow screen too, and once', async () => {
    for (const size of [widths.narrow, widths.wide]) {
      await walk.page.setViewportSize(size)
      await open(`/app/${full.id}`)
      await seen('Application Details')
      for (const label of ['Application id', 'Created']) {
        const fact = walk.page.locator('dt:visible').filter({ hasText: new RegExp(`^${label}$`) })
        expect([label, await fact.count()]).toEqual([label, 1])
        const value = await fact.locator('xpath=following-sibling::dd').innerText()
        expect(value).toMatch(label === 'Created' ? /^[A-Z][a-z]{2} \d{1,2}, \d{4}$/ : new RegExp(`^${full.id}$`))
      }
    }
  })

  it('turns the checklist green by itself at the first login, a refusal with its reason before', async () => {
    const application = await newApplication(walk.server, 'Fresh App')
    await open(`/app/${application.id}`)
    await seen('Waiting for the first login…')
    await seen('1 of 5 steps done')
    await button('Copy API Key').click()
    expect(await walk.page.evaluate(() => navigator.clipboard.readText())).toBe(application.apiKey)
    await button('Add User').click()
    await dialog().getByLabel('Username').fill('lena')
    await dialog().getByRole('textbox', { name: 'Password' }).fill("it's 12345")
    await button('Add User', dialog()).click()
    await seen('User created successfully')
    await seen('3 of 5 steps done')
    expect(await walk.page.locator('pre').textContent()).toContain(`"username":"lena","password":"it'\\''s 12345"`)

    const login = { username: 'lena', version: '1.0', hwid: 'pc-1' }
    await clientCall(walk.server, application, 'login', { ...login, password: 'wrong' })
    await seen('The username is unknown or the password is wrong')
    await clientCall(walk.server, application, 'login', { ...login, password: "it's 12345" })
    await seen('Your software is connected')
    await seen('lena logged in from 127.0.0.1')
    await walk.page.reload()
    await button('Show steps').waitFor()
  })

  it('sends an empty hwid for a locked user, isHwidLocked false for a free one, and no blank field', async () => {
    await open(`/app/${full.id}?section=users&dialog=add-user`)
    await button('Add User', dialog()).click()
    await seen('Username and password are required')
    await dialog().getByLabel('Username').fill(' locked ')
    await dialog().getByRole('textbox', { name: 'Password' }).fill('pw123456')
    const add = () => button('Add User', dialog()).click()
    expect(await requestBodyOf('POST', '/api/applications/', add)).toEqual({
      username: 'locked',
      password: 'pw123456',
      hwid: '',
    })
    await gone(dialog())
    expect(walk.page.url()).not.toContain('dialog')

    await button('Add User').click()
    await dialog().getByLabel('Username').fill('free')
    await button('Suggest a strong password').click()
    await button('Never', dialog()).click()
    await dialog().getByRole('switch', { name: 'HWID Lock' }).click()
    const body = await requestBodyOf('POST', '/api/applications/', add)
    expect(body).toMatchObject({ username: 'free', isHwidLocked: false, expiresAt: '9999-12-31T23:59:00.000Z' })
    expect(body).not.toHaveProperty('hwid')
    await row('free').waitFor()
  })

  it('asks before a changed form is left, by Escape and by Back, and keeps what was typed', async () => {
    await open(`/app/${full.id}?section=users`)
    await button('Add User').click()
    await dialog().getByLabel('Username').fill('half typed')
    await walk.page.keyboard.press('Escape')
    await button('Keep Editing').click()
    await walk.page.goBack()
    await seen('Discard changes?')
    await button('Keep Editing').click()
    expect(await dialog().getByLabel('Username').inputValue()).toBe('half typed')
    await walk.page.keyboard.press('Escape')
    await button('Discard').click()
    await gone(dialog())
  })

  it('shows pause and ban at once, undoes them, and takes back what the server refused', async () => {
    await open(`/app/${full.id}?section=users&q=user_143`)
    await act('user_143', 'Pause')
    await row('user_143').getByText('Paused').waitFor()
    await seen('User paused successfully')
    await button('Undo').click()
    await seen('User unpaused successfully')
    await gone(row('user_143').getByText('Paused'))

    await walk.page.route('**/ban', (route) =>
      route.fulfill({ status: 503, json: { message: 'Not now', code: 'unavailable' } }),
    )
    await act('user_143', 'Ban')
    await button('Ban User').click()
    await seen('Not now')
    await gone(row('user_143').getByText('Banned'))
    await button('Cancel').click()
    await walk.page.unroute('**/ban')
  })

  it('offers Reset HWID only where one is set, and Undo binds it again', async () => {
    await open(`/app/${full.id}?section=users&q=machine-142`)
    await act('user_142', 'Reset HWID')
    await seen('HWID reset successfully')
    await gone(row('user_142'))
    await button('Undo').click()
    await row('user_142').waitFor()
    await open(`/app/${full.id}?section=users&q=user_143`)
    await button('Actions for user_143').click()
    await walk.page.getByRole('menuitem').first().waitFor()
    const entries = ['Edit', 'Pause', 'Ban', 'Ban Everywhere…', 'Delete']
    expect(await walk.page.getByRole('menuitem').allInnerTexts()).toEqual(entries)
  })

  it('edits a user without touching a blank password; a blank expiry is sent as null', async () => {
    await open(`/app/${full.id}?section=users&q=user_001`)
    await act('user_001', 'Edit')
    await dialog().getByLabel('Username').fill('')
    await button('Save Changes').click()
    await seen('Username is required')
    await dialog().getByLabel('Username').fill('user_001')
    await dialog().getByLabel('Expires At').fill('')
    const body = await requestBodyOf('PUT', '/api/applications/', () => button('Save Changes').click())
    expect(body).toEqual({ expiresAt: null })
    await seen('User updated successfully')
  })

  it('deletes a user after a confirmation, and the count follows', async () => {
    await newUser(walk.server, full, { username: 'short_lived' })
    await open(`/app/${full.id}?section=users&q=short_lived`)
    await act('short_lived', 'Delete')
    await button('Delete User').click()
    await seen('User deleted successfully')
    await seen('No users match “short_lived”.')
    await button('Clear filters').click()
    await row('licensed').or(row('user_143')).first().waitFor()
    expect(new URL(walk.page.url()).search).toBe('?section=users')
  })

  it('searches, filters and sorts on the server, all of it in the address', async () => {
    await open(`/app/${full.id}?section=users`)
    await walk.page.getByRole('searchbox', { name: 'Search users' }).fill('machine-10')
    await seen('6 users')
    await walk.page.getByLabel('Status').selectOption('expired')
    await walk.page.waitForURL(/q=machine-10&status=expired/)
    await open(`/app/${full.id}?section=users&sort=username:desc`)
    await walk.page.locator('[aria-sort="descending"]').getByText('User').waitFor()
    await button('User').click()
    await walk.page.waitForURL(/sort=username:asc/)
  })

  it('brings further pages while one scrolls, up to the last user', async () => {
    await open(`/app/${full.id}?section=users&sort=username:desc&status=active`)
    const table = walk.page.getByRole('table', { name: 'Users' })
    await walk.page.locator('[aria-rowindex="2"]').waitFor()
    const total = Number(await table.getAttribute('aria-rowcount'))
    expect(total).toBeGreaterThan(50)
    await open(`/app/${full.id}?section=users&sort=lastLogin:desc`)
    await row('user_000').waitFor()
    const all = Number(await table.getAttribute('aria-rowcount'))
    expect(all).toBeGreaterThan(150)
    await expect
      .poll(
        async () => {
          await walk.page.mouse.wheel(0, 4000)
          return walk.page.locator(`[aria-rowindex="${all}"]`).count()
        },
        { timeout: 20_000 },
      )
      .toBe(1)
  })

  it('shows every odd name as text', async () => {
    await open(`/app/${full.id}?section=users`)
    for (const name of oddNames) {
      await walk.page.getByRole('searchbox', { name: 'Search users' }).fill(name)
      await button(`Actions for ${name}`).waitFor()
      await seen('1 user')
    }
    expect(await walk.page.evaluate(() => 'isBroken' in window)).toBe(false)
  })

  it('saves the settings in the dialog, which leads to all the others', async () => {
    const application = await newApplication(walk.server, 'Settings App')
    await open(`/app/${application.id}`)
    await seen('Online')
    await button('Settings', walk.page.getByRole('main')).click()
    await dialog().getByLabel('Name').fill('Renamed App')
    await dialog().getByRole('switch', { name: 'Active' }).click()
    const body = await requestBodyOf('PATCH', '/api/applications/', () => button('Save Changes').click())
    expect(body).toEqual({ name: 'Renamed App', isActive: false })
    await seen('Application updated successfully')
    await walk.page.getByRole('heading', { level: 1, name: 'Renamed App' }).waitFor()
    await seen('Offline')
    await button('Settings', walk.page.getByRole('main')).click()
    expect(await dialog().locator('input, textarea').count()).toBe(5)
    await dialog().getByRole('link', { name: 'All settings' }).click()
    await walk.page.getByRole('heading', { level: 1, name: 'General' }).waitFor()
    await gone(dialog())
  })
})
