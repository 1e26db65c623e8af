import { hasBrowser } from '../../test/harness/browser.ts'
import { startServer } from '../../test/harness/start-server.ts'
import type { BrowseCall, BrowseResult } from '../browse-result.ts'
import { startChild } from '../child.ts'
import { atMost, type Row, Unmeasurable } from '../figure.ts'
import { seedFull } from '../full-installation.ts'
import { signIn } from '../sign-in.ts'
import { quantile } from '../statistics.ts'
import { inTemporaryFolder } from '../temporary-folder.ts'

const users = 100_000

/** Everything is real, with a headless browser. */
export async function usersTable(): Promise<readonly Row[]> {
  if (!hasBrowser) throw new Unmeasurable('it needs Chromium')
  return inTemporaryFolder(async (dataDir) => {
    const seeded = await seedFull(dataDir, { users, licenses: 10_000, activity: 200_000, sessions: 1_000 })
    const server = await startServer({ dataDir, hasOwner: false })
    const browser = startChild<BrowseCall, BrowseResult>('./browse-users.ts')
    try {
      const cookie = await signIn(server.origin, seeded)
      return rowsOf(await browser.ask({ origin: server.origin, cookie, users, loads: 7, searches: 12 }))
    } finally {
      await browser.stop()
      await server.stop()
    }
  })
}

const mib = (bytes: number) => bytes / 2 ** 20
const worst = (values: readonly number[]) => Math.max(0, ...values)

/** With fewer than fifty interactions, INP is the slowest one. */
function rowsOf(seen: BrowseResult): Row[] {
  return [
    { name: 'ready, nothing cached, ms', values: seen.readyMs, digits: 0, target: atMost(1_000) },
    { name: 'search, from the last key to its rows, ms', values: seen.searchMs, digits: 0, target: atMost(300) },
    {
      name: `INP, worst of ${seen.interactionsMs.length}, ms`,
      values: [worst(seen.interactionsMs)],
      digits: 0,
      target: atMost(100),
    },
    { name: 'frames while scrolling, p95, ms', values: [quantile(seen.framesMs, 0.95)], digits: 0, target: atMost(50) },
    { name: 'rows in the document, at most', values: [seen.mounted], digits: 0, target: atMost(60) },
    { name: 'heap after scrolling 48,000 px, MiB', values: [mib(seen.scrolledBytes)], digits: 1, target: atMost(80) },
    {
      name: `heap after scrolling through ${seen.reached}, MiB`,
      values: [mib(seen.endBytes)],
      digits: 1,
      target: atMost(80),
    },
    { name: 'INP there, worst, ms', values: [worst(seen.endInteractionsMs)], digits: 0, target: atMost(100) },
    { name: 'seconds to scroll through them', values: [seen.reachedSeconds], digits: 0 },
  ]
}
