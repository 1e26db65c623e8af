import { describe, expect, it } from 'vitest'
import { hasBrowser } from '../harness/browser.ts'
import { useApplicationWalk } from './open-walk.ts'
import { newApplication, ownerCall, seedApplication } from './walk-fixtures.ts'
import { findFaultsAtBothWidths } from './watched-page.ts'

interface User {
  readonly username: string
}

/** Files of users and of license keys, as makers bring them: a real browser, the built pages, the real server. */
describe.skipIf(!hasBrowser)('imports', () => {
  const walk = useApplicationWalk((server) => seedApplication(server, 20))
  const { ui, application } = walk

  const base = () => `/app/${application.id}`
  const users = () => ownerCall<User[]>(walk.server, 'GET', `/api/applications/${application.id}/users`)
  const userNamed = async (name: string) => (await users()).find(({ username }) => username === name)
  const faults = () => findFaultsAtBothWidths(walk.watched)

  it("takes KeyAuth's files of users and of keys as they are", async () => {
    const load = async (name: string, content: object) => {
      const buffer = Buffer.from(JSON.stringify(content))
      await walk.page.getByLabel('File to import').setInputFiles({ name, mimeType: 'application/json', buffer })
      await expect.poll(() => ui.dialog().getByLabel('Format').inputValue()).toBe('keyauth')
    }
    const imported = async (rows: string) => {
      expect(await faults()).toEqual([])
      await ui.press('Preview Import')
      await ui.seen(`${rows} would be imported.`)
      await ui.press(`Import ${rows}`)
      await ui.seen(`${rows} imported.`)
      await ui.press('Close', ui.dialog().locator('footer'))
    }
    await ui.open(`${base()}?section=users`)
    await ui.choose('More Actions', 'Import users')
    const password = `$2y$10$${'e'.repeat(53)}`
    await load('KeyAuthUsers.json', {
      users: [
        { username: 'ka_ann', email: 'ann@example.com', password, hwid: 'KA-1', banned: null },
        { username: 'ka_bob', email: null, password: null, hwid: null, banned: 'Chargeback' },
      ],
      subscription: [{ user: 'ka_ann', subscription: 'default', expiry: '9999999999' }],
    })
    await ui.dialog().getByLabel('Hardware IDs').selectOption('keep')
    await imported('2 users')
    await ui.row('ka_bob').getByText('Banned').waitFor()
    expect(await userNamed('ka_ann')).toMatchObject({ hwid: 'KA-1', email: 'ann@example.com', isActive: true })
    expect(await userNamed('ka_bob')).toMatchObject({ isBanned: true, isActive: false })
    await ui.open(`${base()}/licenses`)
    await ui.choose('More Actions', 'Import license keys')
    await load('KeyAuthKeys.json', { keys: [{ key: 'KEYAUTH-AB12CD', level: '1', expiry: 30 }] })
    await ui.dialog().getByLabel('Keys', { exact: true }).selectOption('inactive')
    await imported('1 license key')
    await ui.row('KEYAUTH-AB12CD').getByText('Inactive').waitFor()
  })

  it('tries a file first, names the row that is wrong, and imports the rest', async () => {
    const rows = 'username,email\nimported_ann,ann@example.com\nimported_bob,no-address\n'
    const file = { name: 'users.csv', mimeType: 'text/csv', buffer: Buffer.from(rows) }
    const names = async () => (await users()).map(({ username }) => username)
    await ui.open(`${base()}?section=users`)
    await ui.choose('More Actions', 'Import users')
    await walk.page.getByLabel('File to import').setInputFiles(file)
    await ui.press('Preview Import')
    await ui.seen('1 user would be imported.')
    await ui.dialog().getByText('Line 3').waitFor()
    await ui.dialog().getByText('imported_bob').waitFor()
    expect(await names()).not.toContain('imported_ann')
    expect(await faults()).toEqual([])
    await ui.press('Import 1 user')
    await ui.seen('1 user imported.')
    const [download] = await Promise.all([walk.page.waitForEvent('download'), ui.press('Download Report')])
    expect(download.suggestedFilename()).toBe('import-report.csv')
    await ui.press('Close', ui.dialog().locator('footer'))
    await ui.row('imported_ann').waitFor()
    expect(await names()).not.toContain('imported_bob')
  })

  it('asks what a column is that it does not know, and warns of ends that are far away', async () => {
    const choose = (name: string, text: string) =>
      walk.page.getByLabel('File to import').setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })
    const format = () => ui.dialog().getByLabel('Format').inputValue()
    await ui.open(`${base()}/licenses`)
    await ui.choose('More Actions', 'Import license keys')
    await choose('keys.txt', 'KW-LISTED-0001\nKW-LISTED-0002\n')
    await expect.poll(format).toBe('list')
    await choose('licenses.json', '{"data":[{"type":"licenses","attributes":{"key":"KW-KEYGEN-0001"}}]}')
    await expect.poll(format).toBe('keygen')
    await choose('shop.csv', 'Serial,validity_days,Buyer\nKW-MAPPED-0001,30000,ada@example.com\n')
    await expect.poll(format).toBe('csv')
    await ui.press('Preview Import')
    await ui.seen('0 license keys would be imported.')
    await ui.dialog().getByLabel('Serial').selectOption('license_key')
    expect(await ui.dialog().getByLabel('Buyer').locator('option[value="license_key"]').count()).toBe(0)
    await ui.press('Preview Import')
    await ui.seen('1 license key would be imported.')
    await ui.seen(/^All rows end more than 10 years from now/)
    expect(await ui.dialog().getByLabel('Serial').inputValue()).toBe('license_key')
    expect(await faults()).toEqual([])
    await ui.press('Import 1 license key')
    await ui.seen('1 license key imported.')
    await ui.press('Close', ui.dialog().locator('footer'))
    await ui.row('KW-MAPPED').waitFor()
  })

  it('stops an import in the middle: what is imported stays, and nothing more comes', async () => {
    const half = await newApplication(walk.server, 'Half imported')
    const rows = Array.from({ length: 20_000 }, (_, n) => `half_${n}`)
    const buffer = Buffer.from(['username', ...rows, ''].join('\n'))
    const path = `/api/applications/${half.id}`
    const stored = async () => (await ownerCall<{ counts: { users: number } }>(walk.server, 'GET', path)).counts.users
    await ui.open(`/app/${half.id}?section=users`)
    await ui.choose('More Actions', 'Import users')
    await walk.page.getByLabel('File to import').setInputFiles({ name: 'users.csv', mimeType: 'text/csv', buffer })
    await ui.press('Preview Import')
    await ui.press('Import 20,000 users')
    await ui.press('Stop', ui.dialog())
    await ui.seen('This change was stopped. Rows changed so far stay changed.')
    const imported = await stored()
    expect(imported).toBeLessThan(rows.length)
    await ui.seen(`${imported.toLocaleString('en-US')} user${imported === 1 ? '' : 's'} imported.`)
    expect(await faults()).toEqual([])
    await ui.press('Close', ui.dialog().locator('footer'))
    expect(await stored()).toBe(imported)
  })
})
