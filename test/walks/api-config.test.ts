import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasBrowser } from '../harness/browser.ts'
import type { RunningServer } from '../harness/start-server.ts'
import { openWalk, type Walk } from './open-walk.ts'
import type { PageActions } from './page-actions.ts'
import { clientCall, newApplication, newUser, ownerCall, type WalkApplication, widths } from './walk-fixtures.ts'
import { findHorizontalOverflow, type WatchedPage } from './watched-page.ts'

interface Keys {
  readonly current: { readonly id: string; readonly publicKey: string; readonly publicKeyPem: string }
  readonly next: { readonly id: string; readonly publicKey: string }
}

describe.skipIf(!hasBrowser)('API Config', () => {
  let walk: Walk
  let server: RunningServer
  let application: WalkApplication
  let watched: WatchedPage
  let hands: PageActions
  const keys = () => ownerCall<Keys>(server, 'GET', `/api/applications/${application.id}/signing-keys`)
  const address = () => `/app/${application.id}?section=api-config`

  beforeAll(async () => {
    walk = await openWalk({ width: 'narrow' })
    ;({ server, watched, hands } = walk)
    application = await newApplication(server, 'My Game App')
    await newUser(server, application, { username: 'sofia' })
    await ownerCall(server, 'PATCH', `/api/applications/${application.id}`, { leaseHours: 24 })
  })
  afterAll(() => walk?.close())

  const faults = async () => [
    ...(await watched.violations()),
    ...watched.problems,
    ...(await findHorizontalOverflow(watched.page)),
  ]
  const copied = () => watched.page.evaluate(() => navigator.clipboard.readText())

  it('copies what is to be pinned', async () => {
    const { current, next } = await keys()
    await hands.open(address())
    await hands.press('Copy current public key, base64')
    expect(await copied()).toBe(current.publicKey)
    await hands.press('Copy next public key, base64')
    expect(await copied()).toBe(next.publicKey)
    await hands.press(`Copy key id ${current.id}`)
    expect(await copied()).toBe(current.id)
    await hands.button('Copy PEM').first().click()
    expect(await copied()).toBe(current.publicKeyPem)
    expect(await faults()).toEqual([])
  })

  it('tries a real login and verifies its signature in the browser', async () => {
    const { page } = watched
    await hands.open(address())
    await hands.press('Send Login')
    await hands.seen('Enter the username of a test user')
    await page.getByLabel('Username').fill('sofia')
    await page.getByRole('textbox', { name: 'Password' }).fill('wrong')
    await hands.press('Send Login')
    await hands.seen('HTTP 401')
    await hands.seen('This browser verified the signature')
    await page.getByRole('textbox', { name: 'Password' }).fill('pw123456')
    await page.getByLabel('Hardware ID').fill('1aa26679d5e089fcebae704ad6552b8c')
    await hands.press('Send Login')
    await hands.seen('HTTP 200')
    await hands.seen('"lease": "eyJ')
    await hands.seen('This browser verified the signature')
    expect(await page.getByRole('region', { name: 'curl' }).textContent()).toContain('"username":"sofia"')
    expect(await faults()).toEqual([])
  })

  it('says which programs stop verifying before a key is promoted or revoked', async () => {
    const { current, next } = await keys()
    await hands.open(address())
    await hands.press('Promote')
    await hands.seen(`Programs that pin ${current.id} or older keys alone, and send no X-Key-Id.`)
    expect(await faults()).toEqual([])
    await hands.press('Promote Key', hands.asked())
    await hands.seen('Signing key promoted')
    const promoted = await keys()
    expect(promoted.current.id).toBe(next.id)
    await hands.press(`Revoke ${current.id}`)
    await hands.seen(`Programs that pin only ${current.id} or other older keys, and name it in X-Key-Id.`)
    await hands.press('Revoke Key', hands.asked())
    await hands.seen('Revoked')
    await hands.press(`Revoke ${promoted.current.id}`)
    await hands.seen(`Programs that pin ${promoted.current.id} and not ${promoted.next.id}.`)
    expect(await faults()).toEqual([])
    await hands.press('Cancel', hands.asked())
  })

  it('rotates the API key with a grace time, and notes that it was looked at', async () => {
    const { page } = watched
    await hands.open(address())
    await hands.press('Rotate')
    expect(await page.getByLabel('How long the old key still works').inputValue()).toBe('30d')
    await page.getByLabel('How long the old key still works').selectOption('7d')
    expect(await faults()).toEqual([])
    await hands.press('Rotate Key', hands.asked())
    await hands.seen('API key rotated')
    await hands.seen('Replaced keys that still work')
    const old = await clientCall(server, application, 'verify', { user_id: 1 })
    expect(old.code).toBe('user_not_found')
    await hands.press('Show API key')
    await page.getByRole('button', { name: /^End Now: / }).click()
    await hands.press('End Key', hands.asked())
    await hands.seen('API key revoked')
    await expect
      .poll(async () => (await clientCall(server, application, 'verify', { user_id: 1 })).code)
      .toBe('application_not_found')
    const audit = JSON.stringify(await ownerCall(server, 'GET', '/api/audit'))
    for (const action of ['api_key.rotate', 'api_key.reveal', 'signing_key.promote', 'signing_key.revoke']) {
      expect(audit).toContain(action)
    }
    expect(await faults()).toEqual([])
  })

  it('shows the keys to who may only look, and nothing to change them', async () => {
    const { email, password } = { email: 'staff@example.com', password: 'a long enough password' }
    await ownerCall(server, 'POST', '/api/admin/users', { email, password, role: 'staff' })
    const guest = await walk.browser.newContext({ viewport: widths.wide })
    const page = await guest.newPage()
    await page.request.post(`${server.origin}/api/auth/login`, { data: { email, password } })
    await page.goto(server.origin + address())
    await page.getByText('NEXT_PUBLIC_KEY').waitFor()
    await page.getByText('Its API key is shown to its owner only.').waitFor()
    for (const name of ['Rotate', 'Promote', 'Send Login'])
      expect(await page.getByRole('button', { name }).count()).toBe(0)
    expect(await page.getByRole('button', { name: /^Revoke/ }).count()).toBe(0)
    await guest.close()
  })
})
