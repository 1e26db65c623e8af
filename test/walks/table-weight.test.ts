import { describe, expect, it } from 'vitest'
import { hasBrowser } from '../harness/browser.ts'
import { useApplicationWalk } from './open-walk.ts'
import { seedApplication } from './walk-fixtures.ts'

/** What React keeps of an element on the page, as far as it is read. */
interface Fiber {
  readonly type: unknown
  readonly child: Fiber | null
  readonly sibling: Fiber | null
}

/**
 * What a table costs a slow computer, in numbers that no other work on the machine changes. `npm run bench table-tasks`
 * has the milliseconds.
 */
describe.skipIf(!hasBrowser)('a table', { timeout: 120_000 }, () => {
  const walk = useApplicationWalk((server) => seedApplication(server, 150))
  const { application } = walk

  it.each([
    ['users', 30, 45, 19],
    ['activity', 30, 45, 3],
  ])(
    'of %s has at most %i components and %i elements in a row, and starts with the rows that are seen',
    async (section, components, elements, fewest) => {
      const { page, server } = walk
      await page.addInitScript(() => {
        const seen: number[] = []
        Object.assign(window, { rowsOfCommits: seen })
        new MutationObserver((records) => {
          const added = records.flatMap((record) => [...record.addedNodes]).filter((node) => node instanceof Element)
          const rows = added
            .flatMap((node) => [node, ...node.querySelectorAll('tr')])
            .filter((node) => node.matches('tr[data-index]'))
          // A row may be told twice: by itself and with what it was put into.
          if (rows.length > 0) seen.push(new Set(rows).size)
        }).observe(document, { subtree: true, childList: true })
      })
      await page.goto(`${server.origin}/app/${application.id}?section=${section}`)
      await expect.poll(() => page.locator('tbody tr[data-index]').count()).toBeGreaterThanOrEqual(fewest)
      const rows = await page.locator('tbody tr[data-index]').evaluateAll((all) => {
        const fiberOf = (element: Element) =>
          Object.entries(element).find(([key]) => key.startsWith('__reactFiber$'))?.[1] as Fiber | undefined
        const count = (fiber: Fiber | null | undefined): number =>
          fiber
            ? Number(typeof fiber.type !== 'string' && fiber.type !== null) + count(fiber.child) + count(fiber.sibling)
            : 0
        return all.map((row) => [count(fiberOf(row)?.child), row.querySelectorAll('*').length] as const)
      })
      expect(Math.min(...rows.map(([count]) => count))).toBeGreaterThan(5)
      expect(Math.max(...rows.map(([count]) => count))).toBeLessThanOrEqual(components)
      expect(Math.max(...rows.map(([, count]) => count))).toBeLessThanOrEqual(elements)
      const commits = await page.evaluate(() => (window as unknown as { rowsOfCommits: number[] }).rowsOfCommits)
      const seenRows = await page
        .locator('tbody tr[data-index]')
        .evaluateAll((all) => all.filter((row) => row.getBoundingClientRect().top < innerHeight).length)
      expect(commits[0]).toBeLessThanOrEqual(seenRows + 1)
    },
  )
})
