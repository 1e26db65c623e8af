import type { BrowserContext, Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { hasBrowser } from '../harness/browser.ts'
import { type Action, commonActions, fieldIn } from './common-actions.ts'
import { type HostileNetwork, openHostileNetwork, randomFrom } from './hostile-network.ts'
import { useWalk } from './open-walk.ts'
import { pageActions } from './page-actions.ts'
import { widths } from './walk-fixtures.ts'

/** `npm run faults hostile-network` asks for more. */
const rounds = Number(process.env.HOSTILE_ROUNDS ?? 1)
const seed = Number(process.env.HOSTILE_SEED ?? 20_261_122)
const misfortunes = 4
/** Nobody presses more often than this. */
const presses = 10

/** The commonest actions while the network does what networks do: a real browser, the built pages, the real server. */
describe.skipIf(!hasBrowser)('a hostile network', () => {
  const walk = useWalk({ toleratesProblems: true })
  let context: BrowserContext
  let page: Page
  let again: Locator
  let network: HostileNetwork

  beforeAll(async () => {
    context = await walk.browser.newContext({ viewport: widths.wide, locale: 'en-US' })
    // A session of its own: each sign-in of the page ends the one before.
    const { email, password } = walk.server.owner
    await context.request.post(`${walk.server.origin}/api/auth/login`, { data: { email, password } })
    page = await context.newPage()
    page.setDefaultTimeout(10_000)
    again = page.getByRole('dialog', { name: 'Sign In Again' }).last()
    // Before whatever is waited for or pressed: a read that is repeated later may be the one that is answered 401.
    await page.addLocatorHandler(again, signIn, { noWaitAfter: true })
  })

  const field = (label: string) => fieldIn(page, label)
  const signIn = async () => {
    await again.getByLabel('Password', { exact: true }).fill(walk.server.owner.password)
    // This very window: what is read after the sign-in may be answered 401 again, which opens another one.
    const window = await again.elementHandle()
    await again.getByRole('button', { name: 'Sign In' }).click()
    await window?.waitForElementState('hidden')
  }
  /** After everything that was asked for has been answered, and asked for anew once somebody had to sign in. */
  const settle = async () => {
    do {
      await again.waitFor({ state: 'hidden' })
      await network.quiet()
    } while ((await again.count()) > 0)
  }
  /** What the screen and the server say once both are at rest. */
  const look = async (action: Action) => {
    for (;;) {
      await settle()
      const [isOpen, times] = [await action.isOpen(), await action.happened()]
      // Asked to sign in meanwhile: nothing beneath that window was found.
      if ((await again.count()) === 0) return { isOpen, times }
    }
  }
  /** What is written on a screen at rest, without what goes on by the clock. */
  const written = (of: Page) =>
    of.evaluate(() => {
      const texts = [...document.querySelectorAll<HTMLElement>('main, nav[aria-label="Sections"]')].map(
        (part) => part.innerText,
      )
      const values = [...document.querySelectorAll<HTMLInputElement>('main input, main textarea')].map(
        ({ value }) => value,
      )
      return [...texts, ...values].join('\n').replaceAll(/just now|\d+ (second|minute|hour)s? ago/g, 'lately')
    })
  /** What the page shows in another way than the same screen in a tab of its own, once both are at rest. */
  const untrue = async () => {
    const fresh = await context.newPage()
    const ui = pageActions({ page: fresh, origin: walk.server.origin })
    const { pathname, search } = new URL(page.url())
    await ui.load(pathname + search.replace(/[?&]dialog=[\w-]+/, ''))
    let difference: string | undefined
    const compare = async () => {
      const [shown, wanted] = [await written(page), await written(fresh)]
      difference = shown === wanted ? undefined : `shows\n${shown}\ninstead of\n${wanted}`
      return difference
    }
    await expect
      .poll(compare, { timeout: 15_000 })
      .toBeUndefined()
      .catch(() => {})
    await fresh.close()
    return difference
  }

  const suffer = async (action: Action): Promise<string[]> => {
    const faults: string[] = []
    const ui = pageActions({ page, origin: walk.server.origin })
    network.end()
    await ui.load(action.path)
    await action.begin()
    for (const [label, text] of Object.entries(action.typed)) await field(label).fill(text)
    network.begin(misfortunes)
    for (let press = 1; press <= presses; press += 1) {
      await action.press()
      const { isOpen, times } = await look(action)
      if (isOpen) {
        for (const [label, text] of Object.entries(action.typed)) {
          const kept = await field(label).inputValue()
          if (kept !== text) faults.push(`lost the text of ${label}: ${kept}`)
        }
      }
      if (times === 1 && !isOpen) break
      if (times === 1 && Object.keys(action.typed).length === 0) {
        // What was asked about has happened: who sees that closes the question, once it no longer waits for an answer.
        await expect
          .poll(() => page.keyboard.press('Escape').then(action.isOpen), { timeout: 15_000 })
          .toBe(false)
          .catch(() => faults.push('cannot be closed'))
        break
      }
      if (times === 0 && !isOpen) {
        if (Object.keys(action.typed).length > 0) faults.push('closed its form without having done it')
        await action.begin()
      }
    }
    network.end()
    const { isOpen, times } = await look(action)
    if (times !== 1) faults.push(`happened ${times} times`)
    if (isOpen) faults.push('is still open')
    for (const close of await page
      .getByRole('dialog')
      .getByRole('button', { name: /^(Done|Close)$/ })
      .all()) {
      if (await close.isVisible()) await close.click()
    }
    const difference = await untrue()
    if (difference !== undefined) faults.push(difference)
    return faults.map((fault) => `${action.name}: ${fault}\n  after ${network.happened.join('\n  after ')}`)
  }

  it.each(Array.from({ length: rounds }, (_, round) => seed + round))(
    'no text is lost, nothing happens twice, and the screen shows what is there: seed %i',
    async (one) => {
      const random = randomFrom(one)
      await page.unrouteAll({ behavior: 'wait' })
      network = await openHostileNetwork(page, random)
      const found: string[] = []
      for (const action of await commonActions(page, walk.server, one.toString(36))) {
        found.push(...(await suffer(action).catch((error: Error) => [`${action.name}: ${error.message}`])))
      }
      expect(found).toEqual([])
    },
    300_000,
  )
})
