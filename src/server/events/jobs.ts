import type { Backups } from '../backups/open-backups.ts'
import { type SchemaWatch, withReserve } from '../db/open.ts'
import type { PersistentRateLimits } from '../http/limits/persistent-rate-limits.ts'
import type { KeyMaker } from '../http/signing/key-maker.ts'
import type { Clock } from '../lib/clock.ts'
import type { ClockJumpDetector } from '../lib/clock-jump.ts'
import type { Log } from '../lib/log.ts'
import type { Metrics } from '../lib/metrics/metrics.ts'
import type { MailDispatcher } from '../mails/mail-dispatcher.ts'
import type { Stores } from '../store/index.ts'
import type { BlacklistHits } from './blacklist-hits.ts'
import type { ClientTally } from './client-tally.ts'
import type { JobLeases } from './job-leases.ts'
import { type JobRun, openJobRuns } from './job-runs.ts'
import { type LiveSessions, lastSeenFlushMs } from './live-sessions.ts'
import type { Nodes } from './nodes.ts'
import { openPurge } from './purge.ts'
import type { Recorder } from './recorder.ts'
import type { MeasureLag } from './replica-lag.ts'
import type { Retention } from './retention.ts'
import type { Webhooks } from './webhooks/open-webhooks.ts'

/** Background jobs. */
export interface Jobs {
  /** Starts the timers. */
  start(): void
  /** How each job of this server did. */
  list(): readonly JobRun[]
  /** Stores counts, suppressed log entries and last-seen times now, and counts what metrics show. */
  flush(): Promise<void>
  /** Sweeper: ends sessions without a heartbeat for 90 s. Returns how many. */
  sweep(): Promise<number>
  /** Deletes activity beyond the retention limits, unless another node does. Returns how many rows. */
  enforceRetention(): Promise<number>
  /** Removes deleted applications, ended sessions, and undo data that has expired, unless the time is in doubt. */
  purge(): Promise<void>
  /** Writes that this server runs, and measures how far the replica is behind. */
  writeNode(): Promise<void>
  /** Goes on with changes of many rows that a server left unfinished. */
  continueOperations(): Promise<void>
  /** The same for imports. */
  continueImports(): Promise<void>
  /** Runs nothing more, and stores nothing: the schema is one that this program can't write. */
  halt(): Promise<void>
  /** Stops the timers and stores everything that is only in memory. */
  stop(): Promise<void>
}

const countFlushMs = 1_000
const sweepMs = 20_000
const nodeMs = 5_000
const purgeMs = 10_000
const continueMs = 10_000
const backupTickMs = 60_000
const lookAtSchemaMs = 5_000
/** How old what the metrics show of the database may be. */
const sampleMs = 15_000
/** Long enough for a wrong clock to be corrected after a boot, before anything is deleted by its time. */
const retentionMs = 10 * 60 * 1000

interface JobDeps {
  readonly stores: Stores
  readonly recorder: Recorder
  readonly live: LiveSessions
  readonly blacklistHits: BlacklistHits
  readonly clientTally: Pick<ClientTally, 'flush'>
  readonly retention: Retention
  readonly persistentRateLimits: Pick<PersistentRateLimits, 'sync'>
  readonly keyMaker: Pick<KeyMaker, 'start' | 'stop'>
  readonly webhooks: Pick<Webhooks, 'start' | 'queueMessages'>
  readonly mails: Pick<MailDispatcher, 'start'>
  readonly continueOperations: () => Promise<void>
  readonly continueImports: () => Promise<void>
  readonly schema: SchemaWatch
  readonly nodes: Pick<Nodes, 'write' | 'leave'>
  readonly measureLag: MeasureLag
  /** For what several nodes must not run at once; everything else runs on each, and rows decide. */
  readonly leases: JobLeases
  /** Absent where the database is not embedded. */
  readonly backups: Pick<Backups, 'tick'> | undefined
  /** Absent where nobody reads metrics. */
  readonly sampleForMetrics: (() => Promise<void>) | undefined
  readonly metrics: Pick<Metrics, 'jobs'>
  readonly log: Log
  readonly clock: Clock
  readonly clockJumps: ClockJumpDetector
}

export function openJobs({
  stores,
  recorder,
  live,
  blacklistHits,
  clientTally,
  retention,
  persistentRateLimits,
  keyMaker,
  webhooks,
  mails,
  continueOperations,
  continueImports,
  schema,
  nodes,
  measureLag,
  leases,
  backups,
  sampleForMetrics,
  metrics,
  log,
  clock,
  clockJumps,
}: JobDeps): Jobs {
  const runs = openJobRuns({ clock, metrics, log, isHalted: () => schema.fault() !== undefined })
  const { run, every } = runs
  /** Rows of the log are deleted only after webhooks have their messages. */
  const enforceRetention = async () => {
    await webhooks.queueMessages()
    if (!clockJumps.isSure()) return 0
    return (await leases.run('retention', (lost) => withReserve(() => retention.run(lost)))) ?? 0
  }
  /** Measured before the next row is written: a replica has had 5 seconds for the last one. */
  const writeNode = async () => {
    await measureLag()
    await nodes.write()
  }
  const purging = openPurge({ stores, clock, log })
  const purge = async () => {
    if (!clockJumps.isSure()) return
    await webhooks.queueMessages()
    await leases.run('purge', (lost) => withReserve(() => purging.run(lost)))
  }

  return {
    start() {
      clockJumps.started()
      // Before the first purge: rows logged before their partition exists have to be moved.
      run('weeks of activity', () =>
        leases.run('weeks of activity', () => stores.activityPartitions.makeAhead(clock.now())),
      )
      run('node', writeNode)
      every(nodeMs, 'node', writeNode)
      run('unfinished changes', continueOperations)
      every(continueMs, 'unfinished changes', continueOperations)
      run('unfinished imports', continueImports)
      every(continueMs, 'unfinished imports', continueImports)
      every(lookAtSchemaMs, 'schema', () => schema.check())
      every(countFlushMs, 'counts', () => recorder.flush())
      every(countFlushMs, 'limits', () => persistentRateLimits.sync())
      every(countFlushMs, 'blacklist hits', () => blacklistHits.flush())
      every(countFlushMs, 'client versions', () => clientTally.flush())
      every(countFlushMs, 'expiry counts', () => stores.expiryChanges.addUp())
      every(lastSeenFlushMs, 'last seen', () => live.flush())
      every(sweepMs, 'sweep', () => live.sweep())
      every(purgeMs, 'purge', purge)
      every(retentionMs, 'retention', enforceRetention)
      if (backups) every(backupTickMs, 'backups', () => backups.tick())
      if (sampleForMetrics) {
        run('session count', sampleForMetrics)
        every(sampleMs, 'session count', sampleForMetrics)
      }
      keyMaker.start()
      webhooks.start()
      mails.start()
    },
    async flush() {
      await recorder.flush(true)
      await live.flush()
      await blacklistHits.flush()
      await clientTally.flush()
      await persistentRateLimits.sync()
      await sampleForMetrics?.()
    },
    list: runs.list,
    sweep: () => live.sweep(),
    enforceRetention,
    purge,
    writeNode,
    continueOperations,
    continueImports,
    async halt() {
      retention.stop()
      purging.stop()
      await keyMaker.stop()
    },
    async stop() {
      runs.stopTimers()
      live.stop()
      retention.stop()
      purging.stop()
      await keyMaker.stop()
      await runs.settled()
      // Shutdown continues when the database is unavailable; each failure is logged.
      run('last seen', () => live.flush())
      run('counts', () => recorder.flush(true))
      run('blacklist hits', () => blacklistHits.flush())
      run('client versions', () => clientTally.flush())
      run('limits', () => persistentRateLimits.sync())
      run('node', nodes.leave)
      await runs.settled()
    },
  }
}
