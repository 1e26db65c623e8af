import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { hasBrowser } from '../harness/browser.ts'
import { useServerAndBrowser } from './open-walk.ts'
import { visit } from './page-actions.ts'
import { newApplication, openSignedIn, seedApplication, widths } from './walk-fixtures.ts'
import { findHorizontalOverflow, openWatchedPage } from './watched-page.ts'

type Act = (page: Page) => Promise<unknown>

const openRowMenu: Act = (page) =>
  page
    .getByRole('button', { name: /^Actions for/ })
    .first()
    .click()
const choose =
  (name: string): Act =>
  async (page) => {
    await openRowMenu(page)
    await page.getByRole('menuitem', { name, exact: true }).click()
  }
const submitBlank: Act = (page) => page.getByRole('dialog').getByRole('button', { name: 'Add User' }).click()
const switchApplication: Act = (page) => page.getByRole('button', { name: /^Switch application/ }).click()

/** Address below the application, and what is opened there; `*` also on the empty application, once. */
const views: readonly (readonly [string, string, Act?])[] = [
  ['overview *', ''],
  ['users *', '?section=users'],
  ['users, menu', '?section=users', openRowMenu],
  ['users, edit', '?section=users', choose('Edit')],
  ['users, nothing found', '?section=users&q=zzzz'],
  ['add user, refused', '?section=users&dialog=add-user', submitBlank],
  ['settings', '?dialog=settings'],
  ['licenses', '?section=licenses'],
  ['create license', '?section=licenses&dialog=create-license'],
  ['license page *', '/licenses'],
  ['custom key', '/licenses?dialog=custom'],
  ['activity', '?section=activity'],
  ['API config', '?section=api-config'],
  ['rotate the key', '?section=api-config&dialog=rotate-key'],
]

describe.skipIf(!hasBrowser)('every view of an application, wide and narrow', () => {
  const walk = useServerAndBrowser()
  let full: number
  let empty: number

  beforeAll(async () => {
    full = (await seedApplication(walk.server)).id
    empty = (await newApplication(walk.server, 'Empty App')).id
  })

  it.each(['wide', 'narrow'] as const)(
    'is %s without a fault of accessibility, content policy or script, and never scrolls sideways',
    async (width) => {
      const context = await openSignedIn(walk.browser, walk.server, widths[width])
      const { page, problems, violations } = await openWatchedPage(context)
      const found: string[] = []
      const look = async (name: string, address: string, act?: Act) => {
        await visit(page, walk.server.origin + address)
        await act?.(page)
        if (act !== undefined) await page.locator('[role="dialog"], [role="menu"]').first().waitFor()
        const faults = [...(await violations()), ...(await findHorizontalOverflow(page))]
        found.push(...faults.map((fault) => `${name}: ${fault}`))
      }
      for (const [name, address, act] of views) {
        await look(name, `/app/${full}${address}`, act)
        if (name.endsWith('*') && width === 'wide') await look(`${name} empty`, `/app/${empty}${address}`)
      }
      await look('activity logs', '/activity-logs')
      if (width === 'wide') await look('switcher', `/app/${full}`, switchApplication)
      expect([...found, ...problems]).toEqual([])
      await context.close()
    },
    240_000,
  )
})
