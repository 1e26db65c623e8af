import { parse } from 'csv-parse/sync'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasBrowser } from '../harness/browser.ts'
import { printFigure } from '../harness/print-figure.ts'
import type { RunningServer } from '../harness/start-server.ts'
import { type Receiver, startReceiver } from '../harness/webhook-receiver.ts'
import { hostileTexts } from './hostile-texts.ts'
import { useServerAndBrowser } from './open-walk.ts'
import { visit } from './page-actions.ts'
import { hostileMessages, type SeededHostileTexts, seedHostileTexts } from './seed-hostile-texts.ts'
import { clientCall, openSignedIn, ownerCall } from './walk-fixtures.ts'
import { openWatchedPage, waitUntilLoaded } from './watched-page.ts'

/** Tall enough that no row is left out of a table. */
const tall = { width: 1440, height: 9000 }
const narrow = { width: 390, height: 3000 }
const aScript = '<script>hit(0)</script>'

/** Sixty hostile texts in every field that is shown, and what a real browser makes of them. */
describe.skipIf(!hasBrowser)('hostile texts', () => {
  const running = useServerAndBrowser({ env: { WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' } })
  let receiver: Receiver
  let world: SeededHostileTexts

  beforeAll(async () => {
    receiver = await startReceiver()
    world = await seedHostileTexts(running.server, receiver)
  }, 180_000)
  afterAll(() => receiver?.close())

  it('are sixty different ones, and none of them is an email address', () => {
    expect(new Set(hostileTexts).size).toBe(60)
    expect(world.emailStatuses).toEqual(hostileTexts.map(() => 400))
  })

  it('come back from both APIs letter by letter, as JSON that no browser takes for a page', async () => {
    const [{ text: success } = { text: '' }] = hostileMessages
    const login = { username: 'guest-0', password: 'pw123456', hwid: '<img src=x onerror=hit(0)>' }
    expect(await clientCall(running.server, world.first, 'login', login)).toMatchObject({ message: success })
    const users = await ownerCall<{ username: string; hwid: string }[]>(
      running.server,
      'GET',
      `/api/applications/${world.first.id}/users`,
    )
    const texts = hostileTexts.map((text) => text.trim())
    expect(users.map(({ username }) => username)).toEqual(expect.arrayContaining(texts))
    expect(users.map(({ hwid }) => hwid)).toEqual(expect.arrayContaining(texts))
    const { headers } = await fetch(`${running.server.origin}/api/applications/${world.first.id}/users`, {
      headers: { cookie: running.server.owner.cookie },
    })
    expect(headers.get('content-type')).toMatch(/^application\/json/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  })

  it('are text on every screen: nothing runs, nothing is loaded, no address leads elsewhere', async () => {
    const walk = await openWalk(running.browser, running.server)
    const { id } = world.first
    const ascii = hostileTexts.filter((text) => /^[ -~]*$/.test(text))
    const messages = hostileMessages.map(({ text }) => text)
    const own = `/app/${id}`
    await walk.look('/', hostileTexts.slice(0, 10))
    await walk.look(own, hostileTexts.slice(0, 25))
    await walk.look(`${own}?section=users`, hostileTexts)
    await walk.look(`${own}?section=users&user=${world.userIds[12]}`, hostileTexts.slice(12, 13))
    await walk.look(`${own}?section=licenses`, [])
    await walk.look(`${own}/licenses`, hostileTexts)
    await walk.look(`${own}?section=activity`, [...hostileTexts, ...ascii])
    await walk.look(`${own}?section=webhooks`, world.urls)
    await walk.look(`${own}?section=blacklist`, hostileTexts)
    await walk.look(`${own}?section=api-config`, [])
    await walk.look(`${own}?section=messages`, messages)
    await walk.look('/custom-messages', messages)
    await walk.look('/webhooks', world.urls)
    await walk.look('/blacklist', hostileTexts)
    await walk.look('/activity-logs', hostileTexts)
    await walk.look('/activity-logs?tab=audit', [])
    await walk.look('/user-management', hostileTexts)
    await walk.look('/account', hostileTexts.slice(0, 20))
    const deliveries = await ownerCall<{ id: string }[]>(
      running.server,
      'GET',
      `/api/webhooks/${world.webhookId}/deliveries`,
    )
    for (const [index, delivery] of [...deliveries].reverse().entries()) {
      await walk.look(`/webhooks?webhook=${world.webhookId}&delivery=${delivery.id}`, [world.answers[index] ?? ''])
    }
    for (const path of ['/integration', '/code-templates', '/code-editor', '/docs']) await walk.look(path, [])
    printFigure(`hostile texts: ${hostileTexts.length} on ${walk.screens()} screens`)
    expect(await walk.close()).toEqual([])
  }, 180_000)

  it('are text in the names of applications, each of the sixty', async () => {
    const walk = await openWalk(running.browser, running.server)
    for (let start = 0; start < hostileTexts.length; start += 10) {
      const names = hostileTexts.slice(start, start + 10)
      const rename = ({ id }: { id: number }, index: number) =>
        ownerCall(running.server, 'PATCH', `/api/applications/${id}`, { name: names[index] })
      await Promise.all(world.applications.map(rename))
      await walk.load('/', names)
    }
    expect(await walk.close()).toEqual([])
  })

  it('do nothing in an address, signed in or not', async () => {
    const walk = await openWalk(running.browser, running.server)
    const q = encodeURIComponent(aScript)
    await walk.load(`/app/${world.first.id}?section=users&q=${q}`, [])
    await walk.load(`/app/${world.first.id}?section=${q}&dialog=${q}`, [])
    await walk.load(`/user-management?q=${q}`, [])
    await walk.load(`/activity-logs?event=${q}&ip=${q}&app=${q}`, [])
    await walk.load(`/${q}`, ['404 Page Not Found'])
    expect(await walk.close()).toEqual([])
    const visitor = await openWalk(running.browser)
    const go = (path: string) => visitor.load(running.server.origin + path, [])
    await go(`/login?next=${encodeURIComponent('javascript:hit(1)')}`)
    await go(`/login?next=${encodeURIComponent('//evil.example/')}`)
    await go(`/invite#token=${q}`)
    await go(`/reset-password#token=${q}`)
    await go(`/setup#token=${q}`)
    expect(await visitor.close()).toEqual([])
  })

  it.each([
    ['users', 'username'],
    ['licenses', 'license_key'],
    ['activity', 'username'],
  ] as const)('start no formula in an export of %s', async (what, column) => {
    const { id } = world.first
    const path =
      what === 'activity'
        ? `/api/activity-logs/export?applicationId=${id}&format=csv`
        : `/api/applications/${id}/${what}/export?format=csv`
    const response = await fetch(running.server.origin + path, { headers: { cookie: running.server.owner.cookie } })
    expect(response.status).toBe(200)
    const [head = [], ...rows] = parse(await response.text(), { bom: true }) as string[][]
    const cells = rows.flat()
    expect(cells.filter((cell) => /^[=+\-@\t\r\n\0＝＋－＠]/.test(cell))).toEqual([])
    const at = head.indexOf(column)
    expect(at).toBeGreaterThanOrEqual(0)
    const isFormula = (text: string) => /^[=+\-@]/.test(text)
    const expected = hostileTexts.map((text) => (isFormula(text) ? `'${text}` : text.trim()))
    expect(rows.map((row) => row[at])).toEqual(expect.arrayContaining(expected))
  })
})

interface Walk {
  /** Opens a screen, waits for the texts on it and records problems; then again at the width of a phone. */
  look(address: string, texts: readonly string[]): Promise<void>
  /** The same with a full page load. */
  load(address: string, texts: readonly string[]): Promise<void>
  screens(): number
  /** Everything that was wrong. */
  close(): Promise<readonly string[]>
}

/** A page that reports everything a hostile text might do. Without a server nobody is signed in. */
async function openWalk(browser: Browser, server?: RunningServer): Promise<Walk> {
  const context: BrowserContext = server
    ? await openSignedIn(browser, server, tall)
    : await browser.newContext({ viewport: tall })
  await context.addInitScript(() => {
    // biome-ignore lint/suspicious/noConsole: it runs in the page, whose console is what is read here
    Object.defineProperty(window, 'hit', { value: (number: number) => console.error(`ran: ${number}`) })
  })
  const { page, problems } = await openWatchedPage(context)
  const found: string[] = []
  page.on('dialog', (dialog) => {
    found.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('request', (request) => {
    if (/evil/.test(new URL(request.url()).host)) found.push(`request: ${request.url()}`)
  })
  const origin = server?.origin ?? ''
  let screens = 0
  return {
    look: (address, texts) => inspect(address, texts, () => visit(page, origin + address)),
    load: (address, texts) => inspect(address, texts, () => page.goto(origin + address)),
    screens: () => screens,
    async close() {
      await context.close()
      return [...problems, ...found]
    },
  }
  async function inspect(address: string, texts: readonly string[], open: () => Promise<unknown>): Promise<void> {
    await page.setViewportSize(tall)
    await open()
    await waitUntilLoaded(page)
    await expect.poll(() => missing(page, texts), { timeout: 15_000, message: address }).toEqual([])
    found.push(...(await living(page)).map((fault) => `${address}: ${fault}`))
    await page.setViewportSize(narrow)
    await waitUntilLoaded(page)
    found.push(...(await living(page)).map((fault) => `${address}, narrow: ${fault}`))
    screens += 1
  }
}

/** The texts that stand nowhere on the page, letter by letter but for what a page makes of white space. */
function missing(page: Page, texts: readonly string[]): Promise<string[]> {
  return page.evaluate((wanted) => {
    const even = (text: string) => text.replaceAll(/\s+/g, ' ').trim()
    const fields = [...document.querySelectorAll('input, textarea')] as HTMLInputElement[]
    const shown = even([document.body.textContent, ...fields.map(({ value }) => value)].join(' ¦ '))
    return wanted.filter((text) => !shown.includes(even(text)))
  }, texts)
}

/** What no text may become in the page: elements, event handlers, addresses. */
function living(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const elements = [...document.querySelectorAll('*')]
    const handlers = elements.flatMap((element) => element.getAttributeNames().filter((name) => /^on/.test(name)))
    const foreign = elements.filter((element) =>
      element.matches('body script, iframe, object, embed, base, marquee, meta[http-equiv="refresh"]'),
    )
    const links = [...document.querySelectorAll('a[href]')] as HTMLAnchorElement[]
    const odd = links.filter(({ protocol, host }) => !/^https?:|^mailto:/.test(protocol) || /evil/.test(host))
    return [
      ...handlers,
      ...foreign.map(({ tagName }) => tagName),
      ...odd.map(({ href }) => href),
      ...('hit' in window ? [] : ['the trap is gone']),
    ]
  })
}
