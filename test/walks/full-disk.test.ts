import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasBrowser } from '../harness/browser.ts'
import { canMount, mountSmallDisk, type SmallDisk } from '../harness/small-disk.ts'
import { useServerAndBrowser } from './open-walk.ts'
import { newColleague, openSignedIn, signedInAs, widths } from './walk-fixtures.ts'

const nearly = "The server's disk is nearly full. Make room before changes are refused."
const full = "The server's disk is full. Changes and registrations can't be saved until there is room. Logins go on."

/** The real server on a real small disk. */
describe.skipIf(!hasBrowser || !canMount)('a dashboard while the disk of its server is full', () => {
  const disk = { current: undefined as SmallDisk | undefined }
  beforeAll(() => {
    disk.current = mountSmallDisk()
    mkdirSync(join(disk.current.folder, 'data'), { mode: 0o700 })
  })
  const walk = useServerAndBrowser(() => ({ dataDir: join(disk.current?.folder ?? '', 'data') }))
  afterAll(() => disk.current?.unmount())

  const banner = (page: Page) => page.getByRole('status').filter({ hasText: 'disk' })
  const open = async (width: keyof typeof widths, server = walk.server) => {
    const context = await openSignedIn(walk.browser, server, widths[width])
    const page = await context.newPage()
    await page.goto(`${walk.server.origin}/`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    return page
  }
  const change = async () => (await walk.server.api('POST', '/api/applications', { name: 'Late' })).status
  const picture = async (page: Page, name: string) => {
    const folder = process.env.WALK_PICTURES
    if (folder !== undefined) await page.screenshot({ path: join(folder, `${name}.png`) })
  }

  it('says so to everybody until there is room, and warns owners before, without a reload and in every tab', async () => {
    await newColleague(walk.server, 'grace@example.com')
    const [owner, phone] = [await open('wide'), await open('narrow')]
    const colleague = await open('wide', await signedInAs(walk.server, 'grace@example.com'))
    for (const page of [owner, phone]) await banner(page).getByText(nearly).waitFor()
    await picture(owner, 'disk-nearly-full-1440')
    // A tab that is opened later shares the stream of the first.
    const later = await owner.context().newPage()
    await later.goto(`${walk.server.origin}/`)
    await banner(later).getByText(nearly).waitFor()
    expect(await banner(colleague).count()).toBe(0)

    disk.current?.fill()
    await expect.poll(change, { timeout: 60_000 }).toBe(503)
    for (const page of [owner, phone, later, colleague]) await banner(page).getByText(full).waitFor()
    await picture(owner, 'disk-full-1440')
    await picture(phone, 'disk-full-390')
    const overflow = await phone.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(overflow).toBe(0)

    disk.current?.empty()
    await expect.poll(change, { timeout: 60_000 }).toBe(200)
    for (const page of [owner, phone, later]) await banner(page).getByText(nearly).waitFor()
    await banner(colleague).waitFor({ state: 'detached' })
  }, 120_000)
})
