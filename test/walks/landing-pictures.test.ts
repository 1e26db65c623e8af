import { describe, expect, it } from 'vitest'
import { hasBrowser } from '../harness/browser.ts'
import { landingPictures } from './landing-pictures.ts'
import { useApplicationWalk } from './open-walk.ts'
import { seedApplication } from './walk-fixtures.ts'
import { waitUntilComplete } from './watched-page.ts'

/** The screens of the landing page's pictures: a real browser, the built pages, the real server. */
describe.skipIf(!hasBrowser)('a picture of the dashboard', () => {
  const walk = useApplicationWalk((server) => seedApplication(server, 30))
  const { application } = walk

  it.each(landingPictures)('%s is not taken before its data is there', async (_, address, text, call) => {
    const { page, server } = walk
    let release = () => {}
    let isHeld = false
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route(
      (url) => url.pathname.endsWith(call),
      async (route) => {
        isHeld = true
        await held
        await route.continue()
      },
    )
    await page.goto(`${server.origin}/app/${application.id}${address}`)
    let isComplete = false
    const complete = waitUntilComplete(page, text).then(() => {
      isComplete = true
    })
    await expect.poll(() => isHeld).toBe(true)
    const placeholders = () => page.locator('[aria-busy="true"], .animate-pulse-soft').count()
    await expect.poll(placeholders).toBeGreaterThan(0)
    expect(isComplete).toBe(false)
    release()
    await complete
    expect(await placeholders()).toBe(0)
    await page.unrouteAll()
  })
})
