import { describe, expect, it } from 'vitest'
import { hasBrowser } from '../harness/browser.ts'
import { offlineRequest } from '../harness/offline-request.ts'
import { useApplicationWalk } from './open-walk.ts'
import { newApplication, newUser, ownerCall } from './walk-fixtures.ts'
import { findFaultsAtBothWidths, findHorizontalOverflow } from './watched-page.ts'

/** Answering computers that never reach the server: a real browser, the built pages, the real server. */
describe.skipIf(!hasBrowser)('offline files', () => {
  const walk = useApplicationWalk((server) => newApplication(server, 'My Game App'))
  const { ui, application } = walk
  const api = () => `/api/applications/${application.id}`
  const faults = () => findFaultsAtBothWidths(walk.watched)
  const narrowFaults = async () => [...(await walk.watched.violations()), ...(await findHorizontalOverflow(walk.page))]
  const dialog = () => walk.page.getByRole('dialog', { name: 'Offline File' })
  const call = <T>(method: string, path: string, body?: object) => ownerCall<T>(walk.server, method, path, body)
  const pins = async () => {
    const { current, next } = await call<{ current: { publicKey: string }; next: { publicKey: string } }>(
      ...(['GET', `${api()}/signing-keys`] as const),
    )
    return [current.publicKey, next.publicKey]
  }

  it('are made from a pasted request, copied, listed and withdrawn; a wrong request says what is wrong', async () => {
    const { id } = await newUser(walk.server, application, { username: 'ada' })
    await ui.open(`/app/${application.id}?section=users&user=${id}`)
    await ui.press('Offline file…', ui.dialog())
    await dialog().getByText('No file was made yet.').waitFor()
    expect(await faults()).toEqual([])
    await ui.press('Make File', dialog())
    await dialog().getByText('Paste the request, or choose its file.').waitFor()
    const request = offlineRequest({ pins: await pins(), hwid: 'FACTORY-PC-1', user: 'ada' })
    await dialog().getByLabel('Request', { exact: true }).fill(request.slice(0, 200))
    await dialog().getByLabel('Valid for days').fill('367')
    await ui.press('Make File', dialog())
    await dialog().getByText('Must be 366 or less.').waitFor()
    await dialog().getByLabel('Valid for days').fill('7')
    await ui.press('Make File', dialog())
    await dialog().getByText('The request is not whole.').first().waitFor()
    expect(await faults()).toEqual([])

    const file = { name: 'request.txt', mimeType: 'text/plain', buffer: Buffer.from(request) }
    await dialog().locator('input[type=file]').setInputFiles(file)
    const path = `${api()}/offline-licenses`
    const sent = await ui.requestBodyOf('POST', path, () => ui.press('Make File', dialog()))
    expect(sent).toEqual({ userId: id, request, days: 7 })
    await dialog().getByText('-----BEGIN KEYWRIGHT OFFLINE LICENSE-----').waitFor()
    await dialog().getByText('FACTORY-PC-1').waitFor()
    const [download] = await Promise.all([walk.page.waitForEvent('download'), ui.press('Download', dialog())])
    expect(download.suggestedFilename()).toMatch(/^offline-license-\d+\.txt$/)
    expect(await faults()).toEqual([])

    await ui.press('Withdraw the file of FACTORY-PC-1', dialog())
    await ui.confirmation().getByText("It can't be called back").waitFor()
    expect(await walk.watched.violations()).toEqual([])
    await ui.press('Withdraw', ui.confirmation())
    await ui.seen('Offline file withdrawn')
    await dialog().getByText('Withdrawn, works until').waitFor()
    expect(await faults()).toEqual([])
  })

  it('are warned of before their device is released or the HWID is reset', async () => {
    const { id } = await newUser(walk.server, application, { username: 'bea' })
    const request = offlineRequest({ pins: await pins(), hwid: 'FACTORY-PC-2', user: 'bea' })
    await call('POST', `${api()}/offline-licenses`, { request, userId: id })
    await ui.open(`/app/${application.id}?section=users&user=${id}`)
    await ui.dialog().getByText('Offline file until').waitFor()
    expect(await faults()).toEqual([])
    await ui.press('Release FACTORY-PC-2', ui.dialog())
    await ui.confirmation().getByText('An offline file works on the device until').waitFor()
    await ui.press('Cancel', ui.confirmation())
    await ui.press('Reset HWID', ui.dialog())
    await ui.confirmation().getByText('An offline file works on the device until').waitFor()
    expect(await walk.watched.violations()).toEqual([])
    const [{ devices }] = [await call<{ devices: unknown[] }>('GET', `${api()}/users/${id}/devices`)]
    expect(devices.length).toBe(1)
    await ui.press('Reset HWID', ui.confirmation())
    await ui.seen('An offline file works on the device until')
  })

  it('are made for a license key from its drawer, on a phone too, and say why they are not', async () => {
    await walk.page.setViewportSize({ width: 390, height: 844 })
    const { id, licenseKey } = await call<{ id: number; licenseKey: string }>('POST', `${api()}/licenses`, {})
    const request = offlineRequest({ pins: await pins(), hwid: 'FACTORY-PC-3', key: licenseKey })
    await ui.open(`/app/${application.id}?section=licenses&license=${id}`)
    await ui.press('Offline file…', ui.dialog())
    await dialog().getByLabel('Request', { exact: true }).fill(request)
    await ui.press('Make File', dialog())
    await ui.seen('Login with a license key alone is closed.')
    expect(await narrowFaults()).toEqual([])
    await call('PATCH', api(), { licenseLogin: true })
    await ui.press('Make File', dialog())
    await dialog().getByText('-----BEGIN KEYWRIGHT OFFLINE LICENSE-----').waitFor()
    expect(await narrowFaults()).toEqual([])
  })
})
