import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasBrowser } from '../harness/browser.ts'
import { createTestDatabase, hasPostgres } from '../harness/create-test-database.ts'
import { replacedWindow, useServerAndBrowser, useWalk } from './open-walk.ts'
import { newColleague, openSignedIn, ownerCall, signedInAs } from './walk-fixtures.ts'
import { findFaultsAtBothWidths, openWatchedPage } from './watched-page.ts'

/** The page of the installation: a real browser, the built pages, the real server. */
describe.skipIf(!hasBrowser)('the System page', () => {
  const walk = useWalk()
  const { ui } = walk
  const faults = () => findFaultsAtBothWidths(walk.watched)
  const backups = () =>
    ownerCall<{ state: string; rehearsedAt: string | null }[]>(walk.server, 'GET', '/api/system/backups')

  it('is in the account menu of owners; without backups it says when the first comes, and makes one', async () => {
    await ui.open('/')
    await ui.choose('Settings', 'System')
    await ui.seen('Health')
    await ui.seen(/^SQLite, embedded, /)
    await ui.seen('Servers')
    await ui.seen('This server')
    await ui.seen('End silent sessions')
    await ui.seen('Every 20 seconds')
    await ui.seen('No backups yet')
    expect(await faults()).toEqual([])
    await ui.press('Back up now')
    await ui.seen('Backup started')
    await ui.seen('Complete')
    await ui.seen('Restore not tested yet')
    expect(await backups()).toMatchObject([{ state: 'complete' }])
    expect(await faults()).toEqual([])
  })

  it('tests a restore and says when', async () => {
    await ui.open('/system')
    await walk.page.getByRole('button', { name: /^Test restore of / }).click()
    await ui.seen('Restore tested')
    expect((await backups())[0]?.rehearsedAt).not.toBe(null)
    expect(await faults()).toEqual([])
  })

  it('a damaged copy shows why, and the copies beside it can still be tested', async () => {
    const folder = join(walk.server.dataDir, 'backups')
    const [name = ''] = readdirSync(folder).filter((each) => each.endsWith('.db'))
    const bytes = readFileSync(join(folder, name))
    writeFileSync(join(folder, name), bytes.fill(0xff, bytes.length >> 1, (bytes.length >> 1) + 16_384))
    await ui.open('/system')
    await walk.page.getByRole('button', { name: /^Test restore of / }).click()
    await ui.seen('Failed')
    await ui.seen(/damaged|malformed/)
    await ui.seen('The last backup on this server failed. Its row below says why.')
    expect(await walk.page.getByRole('button', { name: /^Test restore of / }).count()).toBe(0)
    await ui.press('Back up now')
    await ui.seen('Restore not tested yet')
    await walk.page.getByText('The last backup on this server failed.').waitFor({ state: 'detached' })
    expect(await walk.page.getByRole('button', { name: /^Test restore of / }).count()).toBe(1)
    expect(await faults()).toEqual([])
  })

  it('shows nothing to others, whose menu lacks it', async () => {
    await newColleague(walk.server, 'admin@example.com', [], 'admin')
    const colleague = await signedInAs(walk.server, 'admin@example.com')
    const context = await openSignedIn(walk.browser, colleague)
    const watched = await openWatchedPage(context)
    try {
      await watched.page.goto(`${walk.server.origin}/system`)
      await watched.page.getByText('Only owners see this page.').waitFor()
      await watched.page.getByRole('button', { name: 'Settings' }).click()
      await watched.page.getByRole('menuitem', { name: 'Account' }).waitFor()
      expect(await watched.page.getByRole('menuitem', { name: 'System' }).count()).toBe(0)
    } finally {
      await context.close()
    }
  })
})

describe.skipIf(!hasBrowser || !hasPostgres)('the System page on PostgreSQL', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>
  beforeAll(async () => {
    database = await createTestDatabase({ isMigrated: true })
  })
  afterAll(() => database.drop())
  const opened = useServerAndBrowser(() => ({ env: { DATABASE_URL: database.url } }))
  const window = replacedWindow(opened)

  it('shows the servers on the database, and warns of one with another version and of one whose clock is wrong', async () => {
    const client = new pg.Client(database.url)
    await client.connect()
    await client.query("DELETE FROM nodes WHERE name = 'south-2'")
    await client.query(`INSERT INTO nodes (id, name, version, schema, started_at, seen_at, clock_skew_ms)
      SELECT 'another', 'south-2', '9.9.9', schema, started_at, seen_at + 30000, -4000 FROM nodes LIMIT 1`)
    await window.openIn(await openSignedIn(opened.browser, opened.server))
    await window.ui.open('/system')
    await window.ui.seen('This server')
    await window.ui.seen('south-2')
    await window.ui.seen('Version 9.9.9')
    await window.ui.seen('The servers run different versions.')
    await window.ui.seen('Its clock is 4 s behind that of the database.')
    await window.ui.seen('The clock of south-2 is wrong.')
    await window.ui.seen('PostgreSQL')
    expect(await window.page.getByText('This server', { exact: true }).count()).toBe(1)
    expect(await findFaultsAtBothWidths(window.watched)).toEqual([])
    await client.query("DELETE FROM nodes WHERE name = 'south-2'")
    await client.end()
    await window.page.getByText('south-2', { exact: true }).waitFor({ state: 'detached' })
    expect(await window.page.getByText('different versions').count()).toBe(0)
    expect(window.watched.problems).toEqual([])
  })

  it('says with which tools to back up, and offers none of its own', async () => {
    await window.openIn(await openSignedIn(opened.browser, opened.server))
    await window.ui.open('/system')
    await window.ui.seen('The data is in PostgreSQL')
    await window.ui.seen('pg_dump -Fc')
    expect(await window.page.getByRole('button', { name: 'Back up now' }).count()).toBe(0)
    expect(await findFaultsAtBothWidths(window.watched)).toEqual([])
    expect(window.watched.problems).toEqual([])
  })
})
