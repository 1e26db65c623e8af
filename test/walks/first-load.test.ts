import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { hasBrowser, launchBrowser } from '../harness/browser.ts'
import { firstLoadBytes } from './first-load.ts'

const kB = 1000
/** Incompressible. */
const comment = (bytes: number) => `/*${randomBytes(bytes).toString('base64').slice(0, bytes)}*/`

const files: Readonly<Record<string, readonly [type: string, text: string]>> = {
  '/': [
    'text/html',
    '<link rel=stylesheet href=/style.css><script type=module src=/first.js></script><img src=/picture.svg alt="">',
  ],
  '/style.css': ['text/css', comment(50 * kB)],
  '/first.js': ['text/javascript', `import('/second.js')${comment(100 * kB)}`],
  '/second.js': ['text/javascript', comment(200 * kB)],
  '/picture.svg': ['image/svg+xml', `<svg xmlns="http://www.w3.org/2000/svg"><!--${'x'.repeat(400 * kB)}--></svg>`],
}

describe.skipIf(!hasBrowser)('the budget of a first load', () => {
  it('sees a script that has grown, one that is loaded by another, and the styles; pictures have none', async () => {
    const server = createServer(({ url = '' }, response) => {
      const [type, text] = files[url] ?? ['text/plain', '']
      response.writeHead(200, { 'content-type': type }).end(text)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const browser = await launchBrowser()
    try {
      const { port } = server.address() as AddressInfo
      const bytes = await firstLoadBytes(await browser.newPage(), `http://127.0.0.1:${port}/`)
      expect(bytes).toBeGreaterThan(350 * kB)
      expect(bytes).toBeLessThan(360 * kB)
    } finally {
      await browser.close()
      server.close()
    }
  })
})
