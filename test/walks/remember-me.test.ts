import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hasBrowser, launchBrowser } from '../harness/browser.ts'
import { freePort } from '../harness/free-port.ts'
import { type RunningServer, startServer } from '../harness/start-server.ts'
import { openWatchedPage } from './watched-page.ts'

describe.skipIf(!hasBrowser)('Remember me, in a real browser', () => {
  let server: RunningServer
  let browser: Browser
  let context: BrowserContext
  let page: Page
  let problems: readonly string[]

  beforeAll(async () => {
    server = await startServer()
    browser = await launchBrowser()
  })

  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  beforeEach(async () => {
    await context?.close()
    context = await browser.newContext()
    ;({ page, problems } = await openWatchedPage(context))
  })

  const emailField = () => page.getByLabel('Email')
  const passwordField = () => page.getByLabel('Password', { exact: true })
  const stored = (key: string) => page.evaluate((name) => localStorage.getItem(name), key)

  const signIn = async (isRemembered: boolean, origin = server.origin) => {
    await page.goto(`${origin}/login`)
    await emailField().fill(server.owner.email)
    await passwordField().fill(server.owner.password)
    await page.getByLabel('Remember me').setChecked(isRemembered)
    await page.getByRole('button', { name: 'Sign In' }).click()
    await page.getByRole('heading', { name: 'Welcome back!' }).waitFor()
  }
  const signOut = async () => {
    await page.getByRole('button', { name: 'Settings' }).click()
    await page.getByRole('menuitem', { name: 'Sign Out' }).click()
    await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).waitFor()
  }
  /** The sign-in page once the server has answered for the remembered password. */
  const reopen = async () => {
    const answered = page.waitForResponse(/\/api\/auth\/remember$/)
    await page.goto(`${server.origin}/login`)
    await (await answered).finished()
  }
  const expectEmailAlone = async () => {
    // The page handles the response without a timer: two frames later it is done.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
    expect([await emailField().inputValue(), await passwordField().inputValue()]).toEqual([server.owner.email, ''])
    expect(problems).toEqual([])
  }

  test('both fields come back filled in, and the password lies nowhere in clear', async () => {
    await signIn(true)
    expect(await stored('rememberedUsername')).toBe(server.owner.email)
    expect(await stored('rememberedPassword')).toMatch(/^rm2\.[\w-]{16}\.[\w-]+$/)
    expect(JSON.stringify(await context.storageState())).not.toContain(server.owner.password)
    await signOut()
    await reopen()
    await expect.poll(() => passwordField().inputValue()).toBe(server.owner.password)
    expect(await emailField().inputValue()).toBe(server.owner.email)
    expect(await page.getByLabel('Remember me').isChecked()).toBe(true)
    await page.getByRole('button', { name: 'Sign In' }).click()
    await page.getByRole('heading', { name: 'Welcome back!' }).waitFor()
    expect(problems).toEqual([])
  })

  test('a changed ciphertext fills in the email alone, without an error', async () => {
    await signIn(true)
    await signOut()
    await page.evaluate(() => {
      const [version, iv, text = ''] = localStorage.getItem('rememberedPassword')?.split('.') ?? []
      const other = text.startsWith('A') ? 'B' : 'A'
      localStorage.setItem('rememberedPassword', [version, iv, other + text.slice(1)].join('.'))
    })
    await reopen()
    await expectEmailAlone()
  })

  test('five failed sign-ins make the server forget its share: then the email comes back alone', async () => {
    await signIn(true)
    await signOut()
    for (let failures = 0; failures < 5; failures++) {
      const status = await page.evaluate(async (email) => {
        const body = JSON.stringify({ email, password: 'not the password' })
        const headers = { 'content-type': 'application/json' }
        return (await fetch('/api/auth/login', { method: 'POST', headers, body })).status
      }, server.owner.email)
      expect(status).toBe(401)
    }
    await reopen()
    await expectEmailAlone()
    await expect.poll(() => stored('rememberedPassword')).toBeNull()
  })

  test('signing in without the box leaves nothing of it behind', async () => {
    await signIn(true)
    await signOut()
    await signIn(false)
    expect([await stored('rememberedUsername'), await stored('rememberedPassword')]).toEqual([null, null])
    // The session and the mark of a known browser, neither of which tells anything of a password.
    expect((await context.cookies()).map(({ name }) => name)).toEqual(['sid', 'kd'])
    const halves = await page.evaluate(
      () =>
        new Promise((resolve, reject) => {
          const opening = indexedDB.open('keywright')
          opening.onerror = () => reject(opening.error)
          opening.onsuccess = () => {
            const counting = opening.result.transaction('keys').objectStore('keys').count()
            counting.onsuccess = () => resolve(counting.result)
          }
        }),
    )
    expect(halves).toBe(0)
  })

  test('what is typed before the remembered password arrives stays', async () => {
    await signIn(true)
    await signOut()
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/api/auth/remember', async (route) => {
      await held
      await route.continue()
    })
    const answered = page.waitForResponse(/\/api\/auth\/remember$/)
    await page.goto(`${server.origin}/login`)
    await passwordField().fill('typed')
    release()
    await (await answered).finished()
    expect(await passwordField().inputValue()).toBe('typed')
  })
})

test.skipIf(!hasBrowser)(
  'without https beyond this machine the email alone is kept, and the page says so',
  async () => {
    const port = await freePort()
    const origin = `http://0.0.0.0:${port}`
    const server = await startServer({ port, env: { HOST: '0.0.0.0', PUBLIC_URL: origin } })
    const browser = await launchBrowser()
    try {
      const page = await browser.newPage()
      await page.goto(`${origin}/login`)
      await page.getByText('Only your email is remembered', { exact: false }).waitFor()
      await page.getByLabel('Email').fill(server.owner.email)
      await page.getByLabel('Password', { exact: true }).fill(server.owner.password)
      await page.getByLabel('Remember me').check()
      await page.getByRole('button', { name: 'Sign In' }).click()
      await page.getByRole('heading', { name: 'Welcome back!' }).waitFor()
      const kept = await page.evaluate(() => [
        localStorage.getItem('rememberedUsername'),
        localStorage.getItem('rememberedPassword'),
      ])
      expect(kept).toEqual([server.owner.email, null])
    } finally {
      await browser.close()
      await server.stop()
    }
  },
)
