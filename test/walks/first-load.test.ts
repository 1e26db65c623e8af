import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, BrowserContext } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pages } from '../../src/shared/pages.ts'
import { hasBrowser, launchBrowser } from '../harness/browser.ts'
import { printFigure } from '../harness/print-figure.ts'
import { type RunningServer, startServer } from '../harness/start-server.ts'
import { type FirstLoad, firstLoad, firstLoadLimits, kilobytes, overLimit, severalAtOnce } from './first-load.ts'
import { openSignedIn, seedApplication, widths } from './walk-fixtures.ts'

const kB = 1000
/** Incompressible. */
const noise = (bytes: number) => randomBytes(bytes).toString('base64').slice(0, bytes)
const comment = (bytes: number) => `/*${noise(bytes)}*/`
const limit = { code: 352 * kB, all: 760 * kB }

const files: Readonly<Record<string, readonly [type: string, text: string]>> = {
  '/': [
    'text/html',
    '<h1>Page</h1><link rel=stylesheet href=/style.css><script type=module src=/first.js></script><img src=/picture.svg alt="">',
  ],
  '/more-code': [
    'text/html',
    '<h1>Page</h1><link rel=stylesheet href=/style.css><script type=module src=/more.js></script>',
  ],
  '/more-data': ['text/html', '<h1>Page</h1><script type=module src=/data.js></script><img src=/picture.svg alt="">'],
  '/style.css': ['text/css', comment(50 * kB)],
  '/first.js': ['text/javascript', `import('/second.js')${comment(100 * kB)}`],
  '/second.js': ['text/javascript', comment(200 * kB)],
  '/more.js': ['text/javascript', `import('/first.js')${comment(10 * kB)}`],
  '/data.js': ['text/javascript', `import('/first.js'); await fetch('/data.json')${comment(kB)}`],
  '/data.json': ['application/json', JSON.stringify(noise(100 * kB))],
  '/picture.svg': ['image/svg+xml', `<svg xmlns="http://www.w3.org/2000/svg"><!--${noise(400 * kB)}--></svg>`],
}

describe.skipIf(!hasBrowser)('the limit of a first load', { timeout: 240_000 }, () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser?.close())

  it('counts code that is loaded by code, and everything else; more of either is told', async () => {
    const server = createServer(({ url = '' }, response) => {
      const [type, text] = files[url] ?? ['text/plain', '']
      response.writeHead(200, { 'content-type': type }).end(text)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    try {
      const { port } = server.address() as AddressInfo
      const over = async (path: string) =>
        overLimit(path, await firstLoad(await browser.newPage(), `http://127.0.0.1:${port}${path}`), limit)
      expect(await over('/')).toEqual([])
      expect(await over('/more-code')).toEqual([
        expect.stringMatching(/^\/more-code: 36\d\.\d kB of code, at most 352/),
      ])
      expect(await over('/more-data')).toEqual([expect.stringMatching(/^\/more-data: 80\d\.\d kB of all, at most 760/)])
    } finally {
      server.close()
    }
  })

  describe('of every screen', () => {
    let server: RunningServer
    let path: (page: string) => string
    beforeAll(async () => {
      server = await startServer()
      const { id } = await seedApplication(server, 150)
      path = (page) => page.replace(':id', String(id)).replace(':part', 'general')
    })
    afterAll(() => server?.stop())

    const overLimits = async (context: BrowserContext, screens: Readonly<Record<string, FirstLoad>>) => {
      const over: string[] = []
      await severalAtOnce(Object.entries(screens), async ([screen, most]) => {
        const page = await context.newPage()
        const load = await firstLoad(page, server.origin + path(screen))
        await page.close()
        printFigure(`first load ${screen}: ${kilobytes(load.code)} of code, ${kilobytes(load.all)} in all`)
        over.push(...overLimit(screen, load, most))
      })
      return over
    }

    it('keeps what a visitor fetches small: the landing page, and the ways in', async () => {
      const context = await browser.newContext({ viewport: widths.wide })
      const waysIn = pages.filter((page) => /login|setup|invite|reset/.test(page))
      const { landing, 'sign-in': signIn, other } = firstLoadLimits
      const rest = Object.fromEntries(waysIn.map((page) => [page, other]))
      expect(await overLimits(context, { '/': landing, ...rest, '/login': signIn })).toEqual([])
      await context.close()
    })

    it('keeps what is fetched after the sign-in small', async () => {
      const context = await openSignedIn(browser, server)
      const sections = ['overview', 'users', 'licenses', 'activity', 'webhooks', 'blacklist', 'api-config', 'messages']
      const { docs, other } = firstLoadLimits
      const screens = [...pages, ...sections.map((section) => `/app/:id?section=${section}`)]
      const limits = Object.fromEntries(screens.map((screen) => [screen, other]))
      expect(await overLimits(context, { ...limits, '/docs': docs })).toEqual([])
      await context.close()
    })
  })
})
