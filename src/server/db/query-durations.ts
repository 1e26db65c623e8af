import { createHistogram, type Durations, type Metric } from '../lib/metrics/series.ts'

/** What is measured: statements on PostgreSQL; on SQLite reads of the threads, and the commit of a batch. */
type Operation = 'read' | 'change' | 'hot' | 'commit'

interface QueryDurations {
  readonly metric: Metric
  of(operation: Operation): Durations
}

export function openQueryDurations(): QueryDurations {
  const metric = createHistogram('keywright_db_query_duration_seconds', 'Time that the database took, by operation.')
  return { metric, of: (operation) => metric.series({ operation }) }
}

/** Runs the work and measures it, also if it fails. */
export async function measured<T>(durations: Durations, work: () => Promise<T>): Promise<T> {
  const startedMs = performance.now()
  try {
    return await work()
  } finally {
    durations.observeMs(performance.now() - startedMs)
  }
}
