import type { Page } from 'playwright-core'

/** The parts of a trace event that are read. */
interface TraceEvent {
  readonly name: string
  readonly pid: number
  readonly tid: number
  /** CPU time of the thread in microseconds: other work on the machine does not count. */
  readonly tdur?: number
  readonly args?: { readonly name?: string }
}

const isTask = ({ name }: TraceEvent) => /RunTask$/.test(name)

/** CPU time of the longest task of the page's main thread while something is done, until the page is idle again. */
export async function longestTaskMs(page: Page, act: () => Promise<unknown>): Promise<number> {
  const browser = page.context().browser()
  if (browser === null) throw new Error('a page of a persistent context cannot be traced')
  const session = await browser.newBrowserCDPSession()
  const events: TraceEvent[] = []
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])))
  const includedCategories = ['toplevel', 'disabled-by-default-devtools.timeline', '__metadata']
  await session.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig: { includedCategories } })
  await act()
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => new Promise<void>((resolve) => requestIdleCallback(() => resolve())))
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve))
  await session.send('Tracing.end')
  await complete
  await session.detach()
  const isMain = ({ name, args }: TraceEvent) => name === 'thread_name' && args?.name === 'CrRendererMain'
  const mains = new Set(events.filter(isMain).map(({ pid, tid }) => `${pid}/${tid}`))
  const tasks = events.filter((event) => isTask(event) && mains.has(`${event.pid}/${event.tid}`))
  return Math.max(0, ...tasks.map(({ tdur = 0 }) => tdur / 1000))
}
