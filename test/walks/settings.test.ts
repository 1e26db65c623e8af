import { beforeEach, describe, expect, it } from 'vitest'
import { type SettingsPart, settingsParts } from '../../src/web/common/settings-parts.ts'
import { hasBrowser } from '../harness/browser.ts'
import { useFreshApplication, useWalk } from './open-walk.ts'
import { clientCall, newUser, ownerCall, widths } from './walk-fixtures.ts'
import { findHorizontalOverflow } from './watched-page.ts'

const full = { width: 1920, height: 1080 }
const password = 'plenty of letters here'

/** The settings of an application as pages: a real browser, the built pages, the real server. */
describe.skipIf(!hasBrowser)('the settings of an application', () => {
  const walk = useWalk()
  const { ui } = walk
  const app = useFreshApplication(walk, 'My Game App')

  beforeEach(async () => {
    await walk.page.setViewportSize(widths.wide)
  })

  const api = () => `/api/applications/${app.id}`
  const at = (part: string) => `/app/${app.id}/settings/${part}`
  const stored = () => ownerCall<Readonly<Record<string, unknown>>>(walk.server, 'GET', api())
  const heading = (name: string) => walk.page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
  const field = (label: string) => walk.page.getByRole('main').getByLabel(label, { exact: true })
  const saved = () => ui.requestBodyOf('PATCH', api(), () => ui.press('Save Changes'))

  it('are reached part by part, each with its title and where it stands', async () => {
    await ui.open(at('general'))
    const parts = walk.page.getByRole('navigation', { name: 'Settings' })
    const labels = Object.values(settingsParts).map(({ label }) => label)
    expect(await parts.getByRole('link').allInnerTexts()).toEqual(labels)
    for (const [part, { label }] of Object.entries(settingsParts)) {
      await parts.getByRole('link', { name: label, exact: true }).click()
      await heading(label)
      expect(new URL(walk.page.url()).pathname).toBe(at(part))
      expect(await walk.page.title()).toBe(`${label} · Settings · My Game App · Keywright`)
      const crumbs = walk.page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('listitem')
      expect(await crumbs.allInnerTexts()).toEqual(['My Game App', 'Settings', label])
      expect(await parts.locator('[aria-current="page"]').innerText()).toBe(label)
    }
    await walk.page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'My Game App' }).click()
    await heading('My Game App')
  })

  it('open General where the address names no part', async () => {
    await ui.load(at('nonsense'))
    await heading('General')
    expect(await walk.page.getByRole('main').getByLabel(/^Name/).inputValue()).toBe('My Game App')
  })

  it('focus the field that the address names, each of them', async () => {
    await ownerCall(walk.server, 'PATCH', api(), { leaseHours: 24 })
    const focused = () => walk.page.evaluate(() => document.activeElement?.getAttribute('name'))
    for (const part of Object.keys(settingsParts) as SettingsPart[]) {
      for (const name of settingsParts[part].fields) {
        await ui.open(`${at(part)}#${name}`)
        await expect.poll(focused).toBe(name)
      }
    }
    await ui.open(`${at('general')}#"] , [name="version`)
    await heading('General')
    expect(await focused()).not.toBe('version')
  })

  it('are saved part by part: only what was changed is sent, and the page stays', async () => {
    await ui.open(at('sign-in'))
    expect(await ui.button('Save Changes').getAttribute('aria-disabled')).toBe('true')
    await field('Registration mode').selectOption('closed')
    await field('Minimum password length').fill('12')
    expect(await saved()).toEqual({ registrationMode: 'closed', minPasswordLength: 12 })
    await ui.seen('Application updated successfully')
    await heading('Login')
    expect(await field('Minimum password length').inputValue()).toBe('12')
    expect(await ui.button('Save Changes').getAttribute('aria-disabled')).toBe('true')

    await ui.open(at('devices'))
    await field('Live sessions per user').fill('2')
    expect(await saved()).toEqual({ sessionLimit: 2 })
    await ui.open(at('offline'))
    await walk.page.getByRole('switch', { name: 'Offline lease' }).click()
    const warning = walk.page.getByText('A ban reaches an offline program only after this time.')
    await field('Hours a lease lasts').fill('73')
    await warning.waitFor()
    await field('Hours a lease lasts').fill('48')
    await warning.waitFor({ state: 'detached' })
    await walk.page.getByRole('switch', { name: 'Offline start' }).click()
    expect(await saved()).toEqual({ leaseHours: 48, offlineStart: true })
    await ui.open(at('data'))
    await field('Rows of Activity').fill('1,000')
    expect(await saved()).toEqual({ activityRows: 1_000 })
    await ui.open(at('general'))
    await field('Download URL').fill('https://example.com/get')
    expect(await saved()).toEqual({ downloadUrl: 'https://example.com/get' })
    await expect.poll(stored).toMatchObject({
      name: 'My Game App',
      registrationMode: 'closed',
      minPasswordLength: 12,
      sessionLimit: 2,
      leaseHours: 48,
      offlineStart: true,
      activityRows: 1_000,
      downloadUrl: 'https://example.com/get',
    })
  })

  it('say beside the field what is wrong with it, and send nothing', async () => {
    const sent: string[] = []
    walk.page.on('request', (request) => request.method() === 'PATCH' && sent.push(request.url()))
    await ui.open(at('data'))
    await field('Rows of Activity').fill('999')
    await ui.press('Save Changes')
    await ui.seen('Enter a whole number of 1,000 or more, or leave empty.')
    await ui.press('Cancel')
    expect(await field('Rows of Activity').inputValue()).toBe('')
    expect(await ui.button('Cancel').count()).toBe(0)
    expect(sent).toEqual([])
  })

  it('ask before unsaved input is left behind, also after an earlier save', async () => {
    await ui.open(at('general'))
    await field('Description').fill('First')
    await saved()
    await ui.seen('Application updated successfully')
    await ui.gone(ui.button('Cancel'))
    await field('Description').fill('Second')
    await walk.page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Devices' }).click()
    await ui.confirmation().getByText('Discard changes?').waitFor()
    await ui.press('Keep Editing', ui.confirmation())
    expect(await field('Description').inputValue()).toBe('Second')
    await ui.press('Cancel')
    expect(await field('Description').inputValue()).toBe('First')
    await walk.page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Devices' }).click()
    await heading('Devices')
  })

  it('show what somebody else saved while nothing is typed, and ask where both changed the same', async () => {
    await ui.open(at('general'))
    await ownerCall(walk.server, 'PATCH', api(), { description: 'Theirs' })
    await expect.poll(() => field('Description').inputValue()).toBe('Theirs')
    await field('Description').fill('Ours')
    await ownerCall(walk.server, 'PATCH', api(), { description: 'Theirs again' })
    await ui.press('Save Changes')
    await ui.confirmation().getByText('Theirs again').waitFor()
    await ui.press('Overwrite', ui.confirmation())
    await expect.poll(async () => (await stored()).description).toBe('Ours')
  })

  it('deactivate after saying how many sessions end, and activate again', async () => {
    await newUser(walk.server, app, { username: 'sofia' })
    await newUser(walk.server, app, { username: 'marco' })
    for (const username of ['sofia', 'marco']) {
      const login = { username, password: 'pw123456', version: '1.0', hwid: `pc-${username}` }
      const { user_id } = await clientCall(walk.server, app, 'login', login)
      await clientCall(walk.server, app, 'session/track', { action: 'start', user_id })
    }
    await ui.open(at('danger'))
    await ui.seen('2 live sessions end, and every request is rejected until you activate it again.')
    await ui.press('Deactivate…')
    await ui.confirmation().getByText('2 live sessions end').waitFor()
    await ui.press('Cancel', ui.confirmation())
    expect(await stored()).toMatchObject({ isActive: true })
    await ui.press('Deactivate…')
    expect(await ui.requestBodyOf('PATCH', api(), () => ui.press('Deactivate', ui.confirmation()))).toEqual({
      isActive: false,
    })
    await ui.seen('The application is offline and every request is rejected.')
    await ui.press('Activate')
    await ui.button('Deactivate…').waitFor()
    expect(await stored()).toMatchObject({ isActive: true })
  })

  it('delete only after the name was typed, and lead to the dashboard', async () => {
    await ui.open(at('danger'))
    await ui.press('Delete…')
    const confirm = ui.button('Delete Application', ui.confirmation())
    expect(await confirm.getAttribute('aria-disabled')).toBe('true')
    await ui.confirmation().getByLabel('Application name').fill('My Game')
    await confirm.click({ force: true })
    expect(await stored()).toMatchObject({ name: 'My Game App' })
    await ui.confirmation().getByLabel('Application name').fill('My Game App')
    await confirm.click()
    await ui.seen('Application deleted successfully')
    await heading('Welcome back!')
    expect((await walk.server.api('GET', api())).status).toBe(404)
  })

  it('offer the transfer once somebody could become the owner', async () => {
    await ui.open(at('danger'))
    expect(await ui.button('Transfer…').getAttribute('aria-disabled')).toBe('true')
  })

  it('fit a phone and a wide screen without a fault, each part', async () => {
    const found: string[] = []
    for (const [name, size] of Object.entries({ ...widths, full })) {
      await walk.page.setViewportSize(size)
      for (const part of Object.keys(settingsParts)) {
        await ui.open(at(part))
        const faults = [...(await walk.watched.violations()), ...(await findHorizontalOverflow(walk.page))]
        found.push(...faults.map((fault) => `${part}, ${name}: ${fault}`))
      }
    }
    expect(found).toEqual([])
    await walk.page.setViewportSize(widths.narrow)
    await ui.open(at('general'))
    const parent = walk.page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link').filter({ visible: true })
    expect(await parent.allInnerTexts()).toEqual(['My Game App'])
    await ui.choose('Settings: General', 'Offline')
    await heading('Offline')
  })

  it('are read by whoever may not change them, with the reason on top, and without a danger zone', async () => {
    await ownerCall(walk.server, 'POST', '/api/admin/users', {
      email: `vera${app.id}@example.com`,
      password,
      role: 'staff',
      permissions: ['view_all_data'],
    })
    const response = await fetch(`${walk.server.origin}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: `vera${app.id}@example.com`, password }),
    })
    const [name = '', value = ''] = response.headers.getSetCookie()[0]?.split(';')[0]?.split('=') ?? []
    const context = await walk.browser.newContext({ viewport: widths.wide, locale: 'en-US' })
    await context.addCookies([{ name, value, url: walk.server.origin }])
    const page = await context.newPage()
    await page.goto(walk.server.origin + at('sign-in'))
    const main = page.getByRole('main')
    await main.getByText('To change this application you need the permission manage_applications.').first().waitFor()
    expect(await main.getByLabel('Minimum password length').isDisabled()).toBe(true)
    expect(await main.getByRole('button', { name: 'Save Changes' }).getAttribute('aria-disabled')).toBe('true')
    expect(await page.getByRole('navigation', { name: 'Settings' }).getByRole('link').allInnerTexts()).not.toContain(
      'Danger Zone',
    )
    await page.goto(walk.server.origin + at('danger'))
    await page.getByRole('heading', { level: 1, name: 'General' }).waitFor()
    expect(await page.getByRole('button', { name: 'Delete…' }).count()).toBe(0)
    await context.close()
  })
})
