import { readFile } from 'node:fs/promises'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasBrowser } from '../harness/browser.ts'
import { type Receiver, startReceiver } from '../harness/webhook-receiver.ts'
import { useApplicationWalk } from './open-walk.ts'
import { clientCall, newApplication, newUser, widths } from './walk-fixtures.ts'
import { findHorizontalOverflow } from './watched-page.ts'

/** From a new application to the first sign-in and the first message about one. */
describe.skipIf(!hasBrowser)('the first minutes', () => {
  const walk = useApplicationWalk((server) => newApplication(server, 'Fresh App'), {
    env: { WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' },
  })
  const { ui, application: app } = walk
  let receiver: Receiver

  const fits = async () => {
    for (const size of [widths.narrow, widths.wide]) {
      await walk.page.setViewportSize(size)
      expect(await findHorizontalOverflow(walk.page)).toEqual([])
      expect(await walk.watched.violations()).toEqual([])
    }
  }
  const answerWith = (status: number, body = '') =>
    receiver.answerWith((response) => {
      response.statusCode = status
      response.end(body)
    })
  /** Sends a test event; the dialog says this about it. */
  const testTells = async (text: RegExp) => {
    await ui.press('Send Test', ui.dialog())
    await ui.dialog().getByText(text).waitFor()
  }
  /** The only file of a downloaded archive. */
  const download = async (press: () => Promise<void>) => {
    const saved = walk.page.waitForEvent('download')
    await press()
    const file = await saved
    const files = Object.entries(unzipSync(await readFile(await file.path())))
    expect(files).toHaveLength(1)
    const [name, bytes] = files[0] ?? ['', new Uint8Array()]
    return { archive: file.suggestedFilename(), name, text: strFromU8(bytes) }
  }

  beforeAll(async () => {
    receiver = await startReceiver()
  })
  afterAll(async () => {
    await receiver?.close()
  })

  it('says what to do, where users, licenses, many keys and imports begin', async () => {
    await ui.open(`/app/${app.id}`)
    for (const text of [
      'Copy the API key',
      'Add a user or create a license',
      'Log in from your software',
      'Get notified of logins by webhook or Discord',
    ]) {
      await ui.seen(text)
    }
    await fits()
    await walk.page.getByRole('link', { name: 'Generate Keys' }).click()
    await ui.field('Keys').waitFor()
    await ui.open(`/app/${app.id}`)
    await walk.page.getByRole('link', { name: 'Import' }).click()
    await ui.dialog().waitFor()
  })

  it('fills the user made last into the line for the terminal, and its password only when it was just chosen', async () => {
    await newUser(walk.server, app, { username: 'first' })
    await newUser(walk.server, app, { username: 'lena' })
    await ui.load(`/app/${app.id}`)
    await ui.seen("Paste this into a terminal with the user's password:")
    expect(await walk.page.locator('pre').innerText()).toContain('"username":"lena","password":"PASSWORD"')
  })

  it('downloads the sample of each language ready to run, with the line that starts it here', async () => {
    await ui.load(`/app/${app.id}`)
    const python = await download(() => ui.press('Download sample, Python'))
    expect([python.archive, python.name]).toEqual(['login_sample.zip', 'login_sample.py'])
    expect(python.text).toContain(app.apiKey)
    expect(python.text).toContain(walk.server.origin)
    await ui.seen('python3 login_sample.py')
    for (const [language, file] of [
      ['C#', 'LoginSample.cs'],
      ['Node.js', 'client.mjs'],
      ['PHP', 'client.php'],
      ['C++', 'client.cpp'],
      ['Go', 'client.go'],
      ['Rust', 'main.rs'],
      ['JavaScript', 'quickstart.mjs'],
      ['Java', 'Client.java'],
    ] as const) {
      await walk.page.getByRole('tab', { name: language, exact: true }).click()
      const sample = await download(() => ui.press('Download sample'))
      expect(sample.name).toBe(file)
      expect(sample.text).toContain(app.apiKey)
    }
    await fits()
    // It holds the key, so the audit log says that it left.
    const rows = await walk.server.api<{ action: string }[]>('GET', '/api/audit?action=api_key.copy')
    expect(rows.body.length).toBeGreaterThanOrEqual(6)
  })

  it('offers a test right after a webhook was made, and says what the receiver answered', async () => {
    answerWith(500, 'broken')
    await ui.open(`/app/${app.id}`)
    await walk.page.getByRole('link', { name: 'Add Webhook' }).click()
    await ui.field('URL').fill(receiver.url)
    await ui.press('Create Webhook', ui.dialog())
    await ui.dialog().getByText('Send a test event now?').waitFor()
    await fits()
    await testTells(/^Your server responded with 500 in [\d,]+ ms\.$/)
    answerWith(204)
    await testTells(/^Your server responded with 204 in [\d,]+ ms\.$/)
    expect(await ui.button('Edit', ui.dialog()).count()).toBe(0)
    await ui.press('Done')
    await ui.gone(ui.dialog())
  })

  it('leads to the form where the test fails, and offers the test for a chat too, which has no secret', async () => {
    const { page } = walk
    await ui.open(`/app/${app.id}?section=webhooks&dialog=add-webhook`)
    await ui.field('URL').fill(`${receiver.url}/gone`)
    await ui.field('Format').selectOption('discord')
    await ui.press('Create Webhook', ui.dialog())
    await ui.dialog().getByText('Send a test event now?').waitFor()
    answerWith(404)
    await testTells(/^Discord responded with 404 in/)
    await fits()
    await ui.press('Edit', ui.dialog())
    await page.getByRole('dialog', { name: 'Edit Webhook' }).waitFor()
    await page.keyboard.press('Escape')
    await ui.gone(ui.dialog())
  })

  it('says what comes next once everything is done', async () => {
    await ui.open(`/app/${app.id}`)
    await ui.seen('Waiting for the first login…')
    expect(await walk.page.getByText(/^Next: /).count()).toBe(0)
    const made = await clientCall(walk.server, app, 'login', {
      ...{ username: 'lena', password: 'pw123456', hwid: 'pc', version: '1.0' },
    })
    expect(made.success).toBe(true)
    await ui.seen('Next: require a license key, invite a colleague, turn on two-factor authentication.')
    await fits()
    await walk.page.getByRole('link', { name: 'invite a colleague' }).click()
    await ui.seen('Only you')
  })
})
