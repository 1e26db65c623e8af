import { type App, createApp } from '../src/server/app.ts'
import { readConfig } from '../src/server/config.ts'
import { openDatabase } from '../src/server/db/open.ts'
import { type Clock, systemClock } from '../src/server/lib/clock.ts'
import { openLog } from '../src/server/lib/log.ts'
import { openSecrets } from '../src/server/lib/secrets.ts'
import { answerMessages } from './child.ts'

export type RetainingCall =
  | { readonly start: { readonly dataDir: string; readonly activityRows: number } }
  | { readonly retain: true }

let app: App | undefined

/** Nothing is deleted before this signal; this purge does not wait for the ten-minute timer. */
const settledMs = 10 * 60 * 1000
let aheadMs = 0
const clock: Clock = { ...systemClock, elapsedMs: () => systemClock.elapsedMs() + aheadMs }

/**
 * The server as shipped, except that the purge of activity, which normally runs every ten minutes, starts on a signal.
 */
answerMessages(async (call: RetainingCall): Promise<number> => {
  if ('start' in call) return start(call.start)
  aheadMs = settledMs
  return (await app?.jobs.enforceRetention()) ?? 0
})

async function start({ dataDir, activityRows }: { dataDir: string; activityRows: number }): Promise<number> {
  const config = readConfig({ DATA_DIR: dataDir, RATE_LIMIT_SCALE: '1000', ACTIVITY_ROWS: String(activityRows) })
  const database = await openDatabase({ dataDir })
  const opened = await createApp({
    config,
    database,
    secrets: openSecrets(dataDir),
    clock,
    log: openLog('error', 'json', (line) => console.error(line)),
    version: '0.0.0-bench',
  })
  await opened.http.listen({ host: '127.0.0.1', port: 0 })
  opened.jobs.start()
  app = opened
  const address = opened.http.server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}
