import type { PersistentRateLimits } from '../http/limits/persistent-rate-limits.ts'
import type { KeyMaker } from '../http/signing/key-maker.ts'
import type { Clock } from '../lib/clock.ts'
import type { ClockJumpDetector } from '../lib/clock-jump.ts'
import type { Log } from '../lib/log.ts'
import type { Stores } from '../store/index.ts'
import type { BlacklistHits } from './blacklist-hits.ts'
import { type LiveSessions, lastSeenFlushMs } from './live-sessions.ts'
import { openPurge } from './purge.ts'
import type { Recorder } from './recorder.ts'
import type { Retention } from './retention.ts'
import type { Webhooks } from './webhooks/open-webhooks.ts'

/** Work that goes on beside the requests. */
export interface Jobs {
  /** Starts the timers. */
  start(): void
  /** Writes counts, held log entries and last-seen times now. */
  flush(): Promise<void>
  /** Ends sessions that gave no sign of life; returns how many. */
  sweep(): Promise<number>
  /** Deletes activity that is kept no longer; returns how many rows. */
  retain(): Promise<number>
  /** Deletes deleted applications, ended sessions and changes too old to be undone. */
  purge(): Promise<void>
  /** Stops the timers and writes everything that is only in memory. */
  stop(): Promise<void>
}

const countFlushMs = 1_000
const sweepMs = 20_000
const purgeMs = 10_000
/** A clock that is wrong when the machine starts is set right by then, before anything is deleted by it. */
const retentionMs = 10 * 60 * 1000

interface JobDeps {
  readonly stores: Stores
  readonly recorder: Recorder
  readonly live: LiveSessions
  readonly hits: BlacklistHits
  readonly retention: Retention
  readonly limitKeeper: Pick<PersistentRateLimits, 'sync'>
  readonly keyMaker: Pick<KeyMaker, 'start' | 'stop'>
  readonly webhooks: Pick<Webhooks, 'start' | 'queueMessages'>
  readonly log: Log
  readonly clock: Clock
  readonly clockWatch: ClockJumpDetector
}

export function openJobs({
  stores,
  recorder,
  live,
  hits,
  retention,
  limitKeeper,
  keyMaker,
  webhooks,
  log,
  clock,
  clockWatch,
}: JobDeps): Jobs {
  const timers: NodeJS.Timeout[] = []
  const running = new Map<string, Promise<unknown>>()

  /** Runs a job unless its last run is still under way; a failure is logged and the next run tries again. */
  const run = (name: string, job: () => Promise<unknown>) => {
    if (running.has(name)) return
    const promise = job()
      .catch((error: unknown) => log.error('job failed', { job: name, error: String(error) }))
      .finally(() => running.delete(name))
    running.set(name, promise)
  }
  const every = (ms: number, name: string, job: () => Promise<unknown>) => {
    timers.push(setInterval(() => run(name, job), ms).unref())
  }
  /** Of a row of the log that goes, webhooks have their messages. */
  const retain = async () => {
    await webhooks.queueMessages()
    return retention.run()
  }
  const purging = openPurge({ stores, clock, log })
  const purge = async () => {
    await webhooks.queueMessages()
    await purging.run()
  }

  return {
    start() {
      clockWatch.started()
      // Before the first purge: what is logged until its week is made has to be moved.
      run('weeks of activity', () => stores.activityPartitions.makeAhead(clock.now()))
      every(countFlushMs, 'counts', () => recorder.flush())
      every(countFlushMs, 'limits', () => limitKeeper.sync())
      every(countFlushMs, 'blacklist hits', () => hits.flush())
      every(lastSeenFlushMs, 'last seen', () => live.flush())
      every(sweepMs, 'sweep', () => live.sweep())
      every(purgeMs, 'purge', async () => (clockWatch.wasJustSet() ? undefined : purge()))
      every(retentionMs, 'retention', retain)
      keyMaker.start()
      webhooks.start()
    },
    async flush() {
      await recorder.flush(true)
      await live.flush()
      await hits.flush()
      await limitKeeper.sync()
    },
    sweep: () => live.sweep(),
    retain,
    purge,
    async stop() {
      for (const timer of timers) clearInterval(timer)
      retention.stop()
      purging.stop()
      await keyMaker.stop()
      await Promise.all(running.values())
      // A database that is away must not keep the server from ending; each failure is logged.
      run('last seen', () => live.flush())
      run('counts', () => recorder.flush(true))
      run('blacklist hits', () => hits.flush())
      run('limits', () => limitKeeper.sync())
      await Promise.all(running.values())
    },
  }
}
