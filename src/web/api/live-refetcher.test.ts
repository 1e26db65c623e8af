import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createRefetcher } from './live-refetcher.ts'

/** As much of a browser's document as tells whether the tab is looked at. */
const tab = Object.assign(new EventTarget(), { hidden: false })

beforeEach(() => {
  vi.useFakeTimers()
  tab.hidden = false
  vi.stubGlobal('document', tab)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** A page that shows the users, read as far as ten pages, and the figures of application 7. */
function openPage() {
  const client = new QueryClient()
  let calls = 0
  const show = (queryKey: readonly unknown[], pages: number) => {
    const queryFn = async () => {
      calls += pages
      return pages === 1 ? {} : { pages: Array.from({ length: pages }, () => []) }
    }
    return new QueryObserver(client, { queryKey, queryFn, staleTime: Number.POSITIVE_INFINITY }).subscribe(() => {})
  }
  const stops = [
    show(['GET /api/applications/:id/users', 7], 10),
    show(['GET /api/applications/:id/stats', 7], 1),
    show(['GET /api/applications/:id', 7], 1),
  ]
  const refresher = createRefetcher(client)
  return {
    calls: () => calls,
    refresher,
    close() {
      refresher.stop()
      for (const stop of stops) stop()
      client.clear()
    },
  }
}

const happens = ['user', 'session', 'activity', 'stats'] as const

test('a page on which everything happens all the time makes less than half of the calls that its session may', async () => {
  const page = openPage()
  await vi.advanceTimersByTimeAsync(0)
  const before = page.calls()
  for (let passedMs = 0; passedMs < 60_000; passedMs += 100) {
    page.refresher.changed(7, happens)
    await vi.advanceTimersByTimeAsync(100)
  }
  expect(page.calls() - before).toBeGreaterThan(100)
  expect(page.calls() - before).toBeLessThan(300)
  page.close()
})

test('a tab in the background calls nothing, and catches up once it is looked at', async () => {
  const page = openPage()
  await vi.advanceTimersByTimeAsync(0)
  tab.hidden = true
  const before = page.calls()
  for (let n = 0; n < 100; n += 1) {
    page.refresher.changed(7, happens)
    await vi.advanceTimersByTimeAsync(100)
  }
  expect(page.calls()).toBe(before)
  tab.hidden = false
  tab.dispatchEvent(new Event('visibilitychange'))
  await vi.advanceTimersByTimeAsync(0)
  expect(page.calls()).toBe(before + 12)
  page.close()
})

/** A page that shows the users; each answer comes when it is let go. */
function openSlowPage() {
  const client = new QueryClient()
  const answers: (() => void)[] = []
  const observer = new QueryObserver(client, {
    queryKey: ['GET /api/applications/:id/users', 7],
    queryFn: () => new Promise<object>((resolve) => answers.push(() => resolve({}))),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const stop = observer.subscribe(() => {})
  const refresher = createRefetcher(client)
  return {
    refresher,
    asked: () => answers.length,
    answer: () => answers.at(-1)?.(),
    close() {
      refresher.stop()
      stop()
      client.clear()
    },
  }
}

test.each([
  ['a change', (page: ReturnType<typeof openSlowPage>) => page.refresher.changed(7, ['user'])],
  ['news of everything', (page: ReturnType<typeof openSlowPage>) => page.refresher.refetchAll()],
])('%s that comes while a list is being read has it read once more, however long that takes', async (_, happen) => {
  const page = openSlowPage()
  await vi.advanceTimersByTimeAsync(0)
  page.answer()
  await vi.advanceTimersByTimeAsync(0)
  page.refresher.changed(7, ['user'])
  expect(page.asked()).toBe(2)
  happen(page)
  await vi.advanceTimersByTimeAsync(30_000)
  expect(page.asked()).toBe(2)
  page.answer()
  await vi.advanceTimersByTimeAsync(2_000)
  expect(page.asked()).toBe(3)
  page.answer()
  await vi.advanceTimersByTimeAsync(30_000)
  expect(page.asked()).toBe(3)
  page.close()
})

test('what is read for the first time while something changes is read once more', async () => {
  const page = openSlowPage()
  await vi.advanceTimersByTimeAsync(0)
  page.refresher.changed(7, ['user'])
  page.answer()
  await vi.advanceTimersByTimeAsync(2_000)
  expect(page.asked()).toBe(2)
  page.close()
})

/** The users of application 7 in the cache of a page that is left, and whether they are read anew when shown again. */
function leftPage(client = new QueryClient()) {
  const queryKey = ['GET /api/applications/:id/users', 7]
  client.setQueryData(queryKey, {})
  const refresher = createRefetcher(client)
  return { client, refresher, isStale: () => client.getQueryState(queryKey)?.isInvalidated }
}

test('a change that waits for its turn when the page is left is seen when the page is shown again', async () => {
  const { client, refresher, isStale } = leftPage()
  refresher.changed(7, ['license'])
  refresher.changed(7, ['user'])
  expect(isStale()).toBe(false)
  refresher.stop()
  expect(isStale()).toBe(true)
  client.clear()
})

test('counts that the server updates after the page was left are seen when the page is shown again', async () => {
  const { client, refresher } = leftPage()
  const queryKey = ['GET /api/applications/:id/stats/events', 7]
  client.setQueryData(queryKey, {})
  refresher.changed(7, ['stats'])
  refresher.stop()
  client.setQueryData(queryKey, {})
  await vi.advanceTimersByTimeAsync(2_000)
  expect(client.getQueryState(queryKey)?.isInvalidated).toBe(true)
  client.clear()
})

test('a change in an application that is not shown asks for nothing, and is seen when that application is shown', async () => {
  const page = openPage()
  await vi.advanceTimersByTimeAsync(0)
  const before = page.calls()
  const other = leftPage()
  other.refresher.changedElsewhere(7, ['user'])
  page.refresher.changedElsewhere(7, ['user'])
  await vi.advanceTimersByTimeAsync(5_000)
  expect(page.calls()).toBe(before)
  expect(other.isStale()).toBe(true)
  other.refresher.stop()
  other.client.clear()
  page.close()
})
