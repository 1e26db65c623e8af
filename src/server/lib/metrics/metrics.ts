import { limitTable } from '../limits/limit-table.ts'
import { createCounter, createHistogram, type EventCounter, type Histogram, type Metric, readMetric } from './series.ts'

/** What the parts of the server count while they work. In memory only, and of this process. */
export interface Metrics {
  /** Answers of the public API by call and code. */
  readonly outcomes: EventCounter
  /** Attempts of webhook deliveries by result. */
  readonly deliveries: EventCounter
  /** Runs of recurring jobs. */
  readonly jobs: {
    /** A run ended; `endedAtMs` is left out for one that failed. */
    ended(job: string, tookMs: number, endedAtMs?: number): void
  }
  /** Checks that found a limit used up, by its name in the table of limits. */
  readonly rateLimited: EventCounter
  readonly requests: Histogram
  /** All of the above. */
  readonly counted: readonly Metric[]
}

export function openMetrics(): Metrics {
  const outcomes = createCounter('keywright_outcomes_total', 'Answers of the client API, by call and code.', [
    'call',
    'code',
  ])
  const deliveries = createCounter(
    'keywright_webhook_deliveries_total',
    'Attempts to deliver a webhook.',
    ['result'],
    ['delivered', 'failed'],
  )
  const rateLimited = createCounter(
    'keywright_rate_limited_total',
    'Checks that found a limit used up, by limit.',
    ['limit'],
    Object.keys(limitTable),
  )
  const requests = createHistogram(
    'http_server_request_duration_seconds',
    'Time from a request to the end of its response, by route.',
  )
  const jobDurations = createHistogram('keywright_job_duration_seconds', 'Time that a run of a recurring job took.')
  const succeededAt = new Map<string, number>()
  const lastSuccess = readMetric(
    'keywright_job_last_success_timestamp_seconds',
    'gauge',
    'When the job last succeeded, in Unix time.',
    () => [...succeededAt].map(([job, ms]) => [{ job_name: job }, ms / 1000] as const),
  )
  return {
    outcomes,
    deliveries,
    requests,
    rateLimited,
    jobs: {
      ended(job, tookMs, endedAtMs) {
        jobDurations.series({ job_name: job }).observeMs(tookMs)
        if (endedAtMs !== undefined) succeededAt.set(job, endedAtMs)
      },
    },
    counted: [outcomes, deliveries, rateLimited, requests, jobDurations, lastSuccess],
  }
}
