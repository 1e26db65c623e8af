import type { JobName } from '../../shared/contract/system.ts'
import type { Clock } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import type { Metrics } from '../lib/metrics/metrics.ts'

/** What this server knows of one of its jobs. */
export interface JobRun {
  readonly name: JobName
  /** Undefined for one that runs once, at the start. */
  readonly everyMs: number | undefined
  /** When its timer was started, or its only run. */
  readonly since: Date
  readonly isRunning: boolean
  /** How the last run that ended did; undefined before the first one. */
  readonly last: { readonly endedAt: Date; readonly tookMs: number; readonly hasFailed: boolean } | undefined
  readonly succeededAt: Date | undefined
}

/** Runs the jobs and remembers how each of them did. */
export interface JobRuns {
  /** Runs a job unless its last run is still in progress. A failure is logged, and the next run tries again. */
  run(name: JobName, job: () => Promise<unknown>): void
  /** Runs it again and again. */
  every(ms: number, name: JobName, job: () => Promise<unknown>): void
  list(): readonly JobRun[]
  /** Starts none by itself anymore. */
  stopTimers(): void
  /** Resolves when those in progress have ended. */
  settled(): Promise<void>
}

/** A server that was just busy has not lost a job. */
const lateFromMs = 120_000

/** Three times its pause without a success. One that runs now may have much to do. */
export function isLate({ everyMs, isRunning, since, succeededAt }: JobRun, nowMs: number): boolean {
  if (everyMs === undefined || isRunning) return false
  return nowMs - (succeededAt ?? since).getTime() > Math.max(3 * everyMs, lateFromMs)
}

interface JobRunDeps {
  readonly clock: Pick<Clock, 'now' | 'nowMs'>
  readonly metrics: Pick<Metrics, 'jobs'>
  readonly log: Pick<Log, 'error'>
  /** Nothing may be written anymore. */
  readonly isHalted: () => boolean
}

export function openJobRuns({ clock, metrics, log, isHalted }: JobRunDeps): JobRuns {
  const timers: NodeJS.Timeout[] = []
  const running = new Map<JobName, Promise<unknown>>()
  const known = new Map<JobName, Omit<JobRun, 'name' | 'isRunning'>>()

  const factsOf = (name: JobName) =>
    known.get(name) ?? { everyMs: undefined, since: clock.now(), last: undefined, succeededAt: undefined }

  const ended = (name: JobName, startedMs: number, hasFailed: boolean) => {
    const [tookMs, endedAt] = [performance.now() - startedMs, clock.now()]
    const facts = factsOf(name)
    const succeededAt = hasFailed ? facts.succeededAt : endedAt
    known.set(name, { ...facts, last: { endedAt, tookMs, hasFailed }, succeededAt })
    metrics.jobs.ended(name, tookMs, hasFailed ? undefined : endedAt.getTime())
  }
  const run = (name: JobName, job: () => Promise<unknown>) => {
    if (running.has(name) || isHalted()) return
    known.set(name, factsOf(name))
    const startedMs = performance.now()
    const promise = job()
      .then(() => ended(name, startedMs, false))
      .catch((error: unknown) => {
        ended(name, startedMs, true)
        log.error('job failed', { job: name, error: String(error) })
      })
      .finally(() => running.delete(name))
    running.set(name, promise)
  }
  return {
    run,
    every(ms, name, job) {
      known.set(name, { ...factsOf(name), everyMs: ms })
      timers.push(setInterval(() => run(name, job), ms).unref())
    },
    list: () => [...known].map(([name, facts]) => ({ name, isRunning: running.has(name), ...facts })),
    stopTimers() {
      for (const timer of timers) clearInterval(timer)
    },
    settled: async () => void (await Promise.all(running.values())),
  }
}
