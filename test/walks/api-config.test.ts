import { beforeAll, describe, expect, it } from 'vitest'
import { hasBrowser } from '../harness/browser.ts'
import { useApplicationWalk } from './open-walk.ts'
import { clientCall, newApplication, newUser, ownerCall, widths } from './walk-fixtures.ts'
import { findHorizontalOverflow } from './watched-page.ts'

interface Keys {
  readonly current: { readonly id: string; readonly publicKey: string; readonly publicKeyPem: string }
  readonly next: { readonly id: string; readonly publicKey: string }
}

describe.skipIf(!hasBrowser)('API Config', () => {
  const walk = useApplicationWalk((server) => newApplication(server, 'My Game App'), {
    width: 'narrow',
    toleratesProblems: true,
  })
  const { ui, application } = walk
  const keys = () => ownerCall<Keys>(walk.server, 'GET', `/api/applications/${application.id}/signing-keys`)
  const address = () => `/app/${application.id}?section=api-config`

  beforeAll(async () => {
    await newUser(walk.server, application, { username: 'sofia' })
    await ownerCall(walk.server, 'PATCH', `/api/applications/${application.id}`, { leaseHours: 24 })
  })

  const faults = async () => [
    ...(await walk.watched.violations()),
    ...walk.watched.problems,
    ...(await findHorizontalOverflow(walk.watched.page)),
  ]
  const copied = () => walk.watched.page.evaluate(() => navigator.clipboard.readText())

  it('copies what is to be pinned', async () => {
    const { current, next } = await keys()
    await ui.open(address())
    await ui.press('Copy current public key, base64')
    expect(await copied()).toBe(current.publicKey)
    await ui.press('Copy next public key, base64')
    expect(await copied()).toBe(next.publicKey)
    await ui.press(`Copy key ID ${current.id}`)
    expect(await copied()).toBe(current.id)
    await ui.button('Copy PEM').first().click()
    expect(await copied()).toBe(current.publicKeyPem)
    expect(await faults()).toEqual([])
  })

  it('tries a real login and verifies its signature in the browser', async () => {
    const { page } = walk.watched
    await ui.open(address())
    await ui.press('Send Login')
    await ui.seen('Enter the username of a test user.')
    await page.getByLabel('Username').fill('sofia')
    await page.getByRole('textbox', { name: 'Password' }).fill('wrong')
    await ui.press('Send Login')
    await ui.seen('HTTP 401')
    await ui.seen('This browser verified the signature')
    await page.getByRole('textbox', { name: 'Password' }).fill('pw123456')
    await page.getByLabel('Hardware ID').fill('1aa26679d5e089fcebae704ad6552b8c')
    await ui.press('Send Login')
    await ui.seen('HTTP 200')
    await ui.seen('"lease": "eyJ')
    await ui.seen('This browser verified the signature')
    expect(await page.getByRole('region', { name: 'curl' }).textContent()).toContain('"username":"sofia"')
    expect(await faults()).toEqual([])
  })

  it('says which programs stop verifying before a key is promoted or revoked', async () => {
    const { current, next } = await keys()
    await ui.open(address())
    await ui.press('Promote')
    await ui.seen(`Clients that pin only ${current.id} or older keys, and send no X-Key-Id.`)
    expect(await faults()).toEqual([])
    await ui.press('Promote Key', ui.confirmation())
    await ui.seen('Signing key promoted')
    const promoted = await keys()
    expect(promoted.current.id).toBe(next.id)
    await ui.press(`Revoke ${current.id}`)
    await ui.seen(`Clients that pin only ${current.id} or other older keys, and name it in X-Key-Id.`)
    await ui.press('Revoke Key', ui.confirmation())
    await ui.seen('Revoked')
    await ui.press(`Revoke ${promoted.current.id}`)
    await ui.seen(`Clients that pin ${promoted.current.id} but not ${promoted.next.id}.`)
    expect(await faults()).toEqual([])
    await ui.press('Cancel', ui.confirmation())
  })

  it('rotates the API key with a grace time, and notes that it was looked at', async () => {
    const { page } = walk.watched
    await ui.open(address())
    await ui.press('Rotate')
    expect(await page.getByLabel('Keep Old Key For').inputValue()).toBe('30d')
    await page.getByLabel('Keep Old Key For').selectOption('7d')
    expect(await faults()).toEqual([])
    await ui.press('Rotate Key', ui.confirmation())
    await ui.seen('API key rotated')
    await ui.seen('Replaced Keys That Still Work')
    const old = await clientCall(walk.server, application, 'verify', { user_id: 1 })
    expect(old.code).toBe('user_not_found')
    await ui.press('Show API key')
    await page.getByRole('button', { name: /^End Now: / }).click()
    await ui.press('End Key', ui.confirmation())
    await ui.seen('API key revoked')
    await expect
      .poll(async () => (await clientCall(walk.server, application, 'verify', { user_id: 1 })).code)
      .toBe('application_not_found')
    const audit = JSON.stringify(await ownerCall(walk.server, 'GET', '/api/audit'))
    for (const action of ['api_key.rotate', 'api_key.reveal', 'signing_key.promote', 'signing_key.revoke']) {
      expect(audit).toContain(action)
    }
    expect(await faults()).toEqual([])
  })

  it('shows the keys to who may only look, and why they cannot change them', async () => {
    const { email, password } = { email: 'staff@example.com', password: 'a long enough password' }
    await ownerCall(walk.server, 'POST', '/api/admin/users', { email, password, role: 'staff' })
    const guest = await walk.browser.newContext({ viewport: widths.wide })
    const page = await guest.newPage()
    await page.request.post(`${walk.server.origin}/api/auth/login`, { data: { email, password } })
    await page.goto(walk.server.origin + address())
    await page.getByText('NEXT_PUBLIC_KEY').waitFor()
    await page.getByText('The API key is hidden.').waitFor()
    for (const name of ['Rotate', 'Promote', /^Revoke/]) {
      for (const button of await page.getByRole('button', { name }).all()) {
        expect(await button.getAttribute('aria-disabled'), String(name)).toBe('true')
      }
    }
    expect(await page.getByRole('button', { name: 'Send Login' }).count()).toBe(0)
    await guest.close()
  })
})
