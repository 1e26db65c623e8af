import { hasBrowser } from '../../test/harness/browser.ts'
import { startServer } from '../../test/harness/start-server.ts'
import { startChild } from '../child.ts'
import { atMost, type Row, Unmeasurable } from '../figure.ts'
import { seedFull } from '../full-installation.ts'
import { signIn } from '../sign-in.ts'
import type { TasksCall, TasksResult } from '../table-tasks-result.ts'
import { inTemporaryFolder } from '../temporary-folder.ts'

/** A slow computer: the browser makes its main thread four times slower. */
export async function tableTasks(): Promise<readonly Row[]> {
  if (!hasBrowser) throw new Unmeasurable('it needs Chromium')
  return inTemporaryFolder(async (dataDir) => {
    const seeded = await seedFull(dataDir, { users: 2_000, licenses: 500, activity: 5_000, sessions: 50 })
    const server = await startServer({ dataDir, hasOwner: false })
    const browser = startChild<TasksCall, TasksResult>('./browse-tasks.ts')
    try {
      const cookie = await signIn(server.origin, seeded)
      const longest = await browser.ask({ origin: server.origin, cookie, rounds: 5 })
      return longest.map(({ name, longestMs }) => ({
        name: `${name}, ms`,
        values: longestMs,
        digits: 0,
        target: atMost(200),
      }))
    } finally {
      await browser.stop()
      await server.stop()
    }
  })
}
