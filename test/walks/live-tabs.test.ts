import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { BrowserContext, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { hasBrowser, launchBrowser } from '../harness/browser.ts'
import { createTestApp } from '../harness/create-test-app.ts'

const webFolder = fileURLToPath(new URL('../../dist/web', import.meta.url))

const isStream = (url: string) => new URL(url).pathname === '/api/events'

/** Streams that a window's tabs have opened, with their queries. */
function watchStreams(context: BrowserContext): string[] {
  const opened: string[] = []
  context.on('request', (request) => isStream(request.url()) && opened.push(new URL(request.url()).search))
  return opened
}

const readsAgain = (page: Page) =>
  page.waitForResponse((answer) => answer.url().endsWith('/stats'), { timeout: 15_000 })

it.skipIf(!hasBrowser || !existsSync(webFolder))(
  'several tabs share one live stream, and another tab goes on with it when its own closes',
  async () => {
    const test = await createTestApp({ webFolder, env: { RATE_LIMIT_SCALE: '1000' } })
    const origin = await test.http.listen({ host: '127.0.0.1', port: 0 })
    const maker = await test.account()
    const made = await maker.api<{ id: number; apiKey: string }>('POST', '/api/applications', { name: 'Tabs' })
    const { id, apiKey } = made.body
    const fail = () =>
      test.call('POST', '/api/v1/login', { body: { username: 'x', password: 'y' }, headers: { 'x-api-key': apiKey } })
    const browser = await launchBrowser()
    try {
      const context = await browser.newContext()
      const [name = '', value = ''] = maker.cookie.split('=')
      await context.addCookies([{ name, value, url: origin }])
      const streams = watchStreams(context)
      const open = async () => {
        const page = await context.newPage()
        await page.goto(`${origin}/app/${id}`)
        await page.getByText('API Requests').first().waitFor()
        return page
      }
      const first = await open()
      await expect.poll(() => streams.length).toBe(1)
      const second = await open()
      const third = await open()
      const all = Promise.all([first, second, third].map(readsAgain))
      await fail()
      await all
      expect(streams).toEqual([`?account=${maker.id}`])
      await first.close()
      await expect.poll(() => streams.length, { timeout: 15_000 }).toBe(2)
      expect(streams[1]).toMatch(/^\?after=[0-9a-f]+-\d+&account=\d+$/)
      const left = Promise.all([second, third].map(readsAgain))
      await fail()
      await left
      expect(streams).toHaveLength(2)
    } finally {
      await browser.close()
      await test.close()
    }
  },
  120_000,
)
