import { readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { type Metric, readMetric } from './series.ts'

const nanosecondsPerSecond = 1e9
const microsecondsPerSecond = 1e6

/** Facts about this process, under the names that Prometheus clients commonly use. */
export function openProcessMetrics(): { readonly metrics: readonly Metric[]; stop(): void } {
  const delay = monitorEventLoopDelay({ resolution: 10 })
  delay.enable()
  const startedAt = Date.now() / 1000 - process.uptime()
  const memory = (key: 'rss' | 'heapTotal' | 'heapUsed' | 'external') => () => process.memoryUsage()[key]
  const cpu = (key: 'user' | 'system') => () => process.cpuUsage()[key] / microsecondsPerSecond
  const lag = (percent: number) => () => (delay.count === 0 ? 0 : delay.percentile(percent) / nanosecondsPerSecond)
  const largestLag = () => {
    const largest = lag(100)()
    delay.reset()
    return largest
  }
  return {
    metrics: [
      readMetric('process_cpu_user_seconds_total', 'counter', 'CPU time in user mode.', cpu('user')),
      readMetric('process_cpu_system_seconds_total', 'counter', 'CPU time in system mode.', cpu('system')),
      readMetric('process_start_time_seconds', 'gauge', 'When the process started, in Unix time.', () => startedAt),
      readMetric('process_resident_memory_bytes', 'gauge', 'Resident memory.', memory('rss')),
      readMetric('process_open_fds', 'gauge', 'Open files and connections.', openFiles),
      readMetric('process_max_fds', 'gauge', 'Limit of open files and connections.', maxOpenFiles),
      readMetric('nodejs_heap_size_total_bytes', 'gauge', 'Size of the heap.', memory('heapTotal')),
      readMetric('nodejs_heap_size_used_bytes', 'gauge', 'Used part of the heap.', memory('heapUsed')),
      readMetric('nodejs_external_memory_bytes', 'gauge', 'Memory outside of the heap.', memory('external')),
      readMetric('nodejs_eventloop_lag_p50_seconds', 'gauge', 'Median delay of the event loop.', lag(50)),
      readMetric('nodejs_eventloop_lag_p99_seconds', 'gauge', '99th percentile of that delay.', lag(99)),
      // Last, since it begins the next measurement.
      readMetric('nodejs_eventloop_lag_max_seconds', 'gauge', 'Largest delay since the last scrape.', largestLag),
    ],
    stop: () => void delay.disable(),
  }
}

/** Undefined where the system doesn't tell. */
const openFiles = () =>
  readdir('/proc/self/fd').then(
    ({ length }) => length,
    () => undefined,
  )

function maxOpenFiles(): number | undefined {
  try {
    const soft = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]
    return soft === undefined ? undefined : Number(soft)
  } catch {
    return undefined
  }
}
