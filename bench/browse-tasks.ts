import type { BrowserContext, Page } from 'playwright-core'
import { launchBrowser } from '../test/harness/browser.ts'
import { answerMessages } from './child.ts'
import { longestTaskMs } from './page-tasks.ts'
import type { TasksCall, TasksResult } from './table-tasks-result.ts'

const slowdown = 4
const widths = [1440, 390]
const wheelSteps = 10
const wheelPx = 1_200

/** Both tables in a slowed browser: loading, scrolling, and what is done with users. */
answerMessages(async ({ origin, cookie, rounds }: TasksCall): Promise<TasksResult> => {
  const browser = await launchBrowser()
  const longest = new Map<string, number[]>()
  try {
    for (const width of widths) {
      const context = await browser.newContext({ viewport: { width, height: 900 }, locale: 'en-US' })
      const [name = '', value = ''] = cookie.split('=')
      await context.addCookies([{ name, value, url: origin }])
      for (let round = 0; round <= rounds; round += 1) {
        for (const section of ['users', 'activity']) {
          const tasks = await visit(context, `${origin}/app/1?section=${section}`, width)
          // The first round fills the browser's cache of compiled code.
          if (round === 0) continue
          for (const [action, ms] of Object.entries(tasks)) {
            const key = `${section} at ${width} px, ${action}`
            longest.set(key, [...(longest.get(key) ?? []), ms])
          }
        }
      }
      await context.close()
    }
  } finally {
    await browser.close()
  }
  return [...longest].map(([name, longestMs]) => ({ name, longestMs }))
})

async function visit(context: BrowserContext, address: string, width: number): Promise<Record<string, number>> {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  const isWide = width === widths[0]
  const tasks: Record<string, number> = {}
  const measure = async (action: string, act: () => Promise<unknown>) => {
    tasks[action] = await longestTaskMs(page, act)
  }
  await measure('loading', async () => {
    await page.goto(address)
    await page.locator('tbody [data-index]').first().waitFor()
  })
  await page.mouse.move(width / 2, 600)
  await measure('scrolling', () => scroll(page))
  if (isWide && address.endsWith('users')) {
    await page.evaluate(() => scrollTo(0, 0))
    await measure('sorting', () => page.getByRole('columnheader', { name: 'Expires' }).getByRole('button').click())
    await measure('selecting all', () => page.getByRole('checkbox', { name: 'Select all loaded rows' }).click())
  }
  await page.close()
  return tasks
}

async function scroll(page: Page): Promise<void> {
  for (let step = 0; step < wheelSteps; step += 1) {
    await page.mouse.wheel(0, wheelPx)
    await page.evaluate(() => new Promise(requestAnimationFrame))
  }
}
