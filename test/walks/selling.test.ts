import { describe, expect, it } from 'vitest'
import { hasBrowser } from '../harness/browser.ts'
import { useApplicationWalk } from './open-walk.ts'
import { newApplication, newUser, ownerCall } from './walk-fixtures.ts'
import { findFaultsAtBothWidths } from './watched-page.ts'

interface License {
  readonly id: number
  readonly maxUsers: number
  readonly features: object
  readonly presetId: number | null
}

/** Presets and features: a real browser, the built pages, the real server. */
describe.skipIf(!hasBrowser)('the Selling page', () => {
  const walk = useApplicationWalk((server) => newApplication(server, 'My Game App'))
  const { ui, application } = walk

  const base = () => `/app/${application.id}`
  const api = (path = '') => `/api/applications/${application.id}${path}`
  const faults = () => findFaultsAtBothWidths(walk.watched)
  const licenses = () => ownerCall<License[]>(walk.server, 'GET', api('/licenses'))
  const fillFeature = async (place: number, name: string, kind: string, value?: string) => {
    await ui.press('Add Feature', ui.dialog())
    await ui.field(`Name of feature ${place}`).fill(name)
    await ui.field(`Kind of feature ${place}`).selectOption(kind)
    if (value !== undefined) await ui.field(`Value of feature ${place}`).fill(value)
  }

  it('is reached from the licenses; an empty one says what presets are for, and the first is made', async () => {
    await ui.open(`${base()}?section=licenses`)
    await walk.page.getByRole('link', { name: 'Selling', exact: true }).first().click()
    await ui.seen('No presets yet')
    expect(await faults()).toEqual([])
    await ui.press('New Preset')
    await ui.press('Create Preset', ui.dialog())
    await ui.seen('Enter a name.')
    await ui.field('Name').first().fill('Pro')
    await ui.field('Max Users').fill('3')
    await fillFeature(1, 'Export now', 'switch')
    await fillFeature(2, 'projects', 'number', 'ten')
    await ui.press('Create Preset', ui.dialog())
    await ui.seen('Use up to 40 letters')
    await ui.seen('Enter a whole number.')
    expect(await faults()).toEqual([])
    await ui.field('Name of feature 1').fill('export')
    await ui.field('Value of feature 2').fill('10')
    const body = await ui.requestBodyOf('POST', api('/presets'), () => ui.press('Create Preset', ui.dialog()))
    expect(body).toMatchObject({ name: 'Pro', maxUsers: 3, mask: null, features: { export: true, projects: 10 } })
    await ui.seen('Preset created')
    await ui.seen('export: on, projects: 10')
    expect(await faults()).toEqual([])
  })

  it('offers its presets where keys are generated, and the license shows what it got', async () => {
    await ui.open(`${base()}/licenses?dialog=generate`)
    await ui.field('Preset').selectOption('Pro')
    expect(await ui.field('Maximum Users').inputValue()).toBe('3')
    expect(await faults()).toEqual([])
    await ui.press('Generate Key', ui.dialog())
    await ui.seen('License key generated successfully')
    const [license] = await licenses()
    expect(license).toMatchObject({ maxUsers: 3, features: { export: true, projects: 10 } })
    await ui.open(`${base()}?section=licenses&license=${license?.id}`)
    const features = ui.dialog().getByRole('region', { name: 'Features' })
    await features.getByText('Pro', { exact: true }).waitFor()
    expect(await faults()).toEqual([])
  })

  it('applies a changed preset to its licenses after a preview, and only then', async () => {
    await ui.open(`${base()}/selling`)
    await ui.press('Edit Pro')
    await ui.field('Value of feature 2').fill('25')
    expect(await faults()).toEqual([])
    await ui.press('Save Changes', ui.dialog())
    await ui.seen('Preset updated')
    expect((await licenses())[0]?.features).toEqual({ export: true, projects: 10 })
    await ui.choose('Actions for Pro', 'Apply to its licenses…')
    await ui.button('Apply to 1 license key', ui.dialog()).waitFor()
    expect(await faults()).toEqual([])
    await ui.press('Apply to 1 license key', ui.dialog())
    await expect
      .poll(async () => (await licenses())[0])
      .toMatchObject({ maxUsers: 3, features: { export: true, projects: 25 } })
    await ui.press('Close', ui.dialog().locator('footer'))
  })

  it('archives a preset that licenses have, takes it back, and brings it back later', async () => {
    await ui.open(`${base()}/selling`)
    await ui.choose('Actions for Pro', 'Archive')
    await ui.seen('No presets yet')
    await ui.press('Undo')
    await ui.button('Edit Pro').waitFor()
    await ui.choose('Actions for Pro', 'Archive')
    await ui.press('Archived')
    await ui.button('Restore: Pro').waitFor()
    expect(await faults()).toEqual([])
    await ui.press('Restore: Pro')
    await ui.button('Edit Pro').waitFor()
    expect((await licenses())[0]?.presetId).not.toBeNull()
  })

  it('is not the only place of features: a user and the application have their own', async () => {
    const { id } = await newUser(walk.server, application, { username: 'ada' })
    await ui.open(`${base()}?section=users&user=${id}`)
    await ui.press('Edit Features', ui.dialog())
    const editor = walk.page.getByRole('dialog', { name: 'Edit Features' })
    await ui.press('Add Feature', editor)
    await editor.getByLabel('Name of feature 1').fill('beta')
    expect(await faults()).toEqual([])
    await ui.press('Save Changes', editor)
    await ui.seen('User updated successfully')
    expect(await ownerCall<License>(walk.server, 'GET', api(`/users/${id}`))).toMatchObject({
      features: { beta: true },
    })
    await ui.press('Undo')
    await ui.dialog().getByText('No features').waitFor()

    await ui.open(`${base()}/settings/general`)
    await ui.press('Edit Features')
    await fillFeature(1, 'tier', 'text', 'free')
    await ui.press('Save Changes', ui.dialog())
    await ui.seen('Application updated successfully')
    expect(await faults()).toEqual([])
    expect(await ownerCall<License>(walk.server, 'GET', api())).toMatchObject({ features: { tier: 'free' } })
  })
})
