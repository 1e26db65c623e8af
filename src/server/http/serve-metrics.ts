import { statSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import type { Backups } from '../backups/open-backups.ts'
import type { Config } from '../config.ts'
import { type Database, newestStep } from '../db/open.ts'
import { isLate } from '../events/job-runs.ts'
import type { Jobs } from '../events/jobs.ts'
import type { Nodes } from '../events/nodes.ts'
import type { Clock } from '../lib/clock.ts'
import type { Metrics } from '../lib/metrics/metrics.ts'
import { openProcessMetrics } from '../lib/metrics/process-metrics.ts'
import { asOpenMetrics, type Metric, readMetric } from '../lib/metrics/series.ts'
import type { Passwords } from '../lib/passwords/passwords.ts'
import { equalsConstantTime, hashToken } from '../lib/tokens.ts'
import { countActiveRequests } from './measure-requests.ts'

/** The pages that are told of changes. */
interface LiveStreams {
  readonly count: () => number
}

interface MetricsDeps {
  /** Absent where the database is not embedded. */
  readonly backups: Backups | undefined
  readonly config: Pick<Config, 'backups' | 'dataDir' | 'metricsToken'>
  readonly database: Database
  readonly sampled: Readonly<SampledForMetrics>
  readonly liveStreams: LiveStreams
  readonly jobs: Pick<Jobs, 'list'>
  readonly metrics: Metrics
  readonly clock: Clock
  readonly nodes: Pick<Nodes, 'count'>
  readonly passwords: Passwords
  readonly version: string
}

/** What a job reads of the database every 15 s; nothing before the first time. */
export interface SampledForMetrics {
  liveSessions?: number
  /** Deliveries that wait, up to a limit. */
  webhooksPending?: number
  /** How long the delivery waits that is due for longest. */
  webhooksLateMs?: number
}

/**
 * `GET /metrics` for Prometheus, for those who send the token of the configuration; everybody else gets what an unknown
 * path gives. A scrape reads memory and the file system, never the database.
 */
export function serveMetrics(http: FastifyInstance, deps: MetricsDeps): void {
  const { config } = deps
  if (config.metricsToken === undefined) return
  const expected = hashToken(config.metricsToken)
  const own = openProcessMetrics()
  http.addHook('onClose', async () => own.stop())
  const { counted } = deps.metrics
  const all = [
    ...counted,
    deps.passwords.durations,
    deps.database.queries,
    ...gauges(http, deps),
    ...ofBackups(deps),
    ...own.metrics,
  ]
  http.get('/metrics', { exposeHeadRoute: true }, async (request, reply) => {
    const token = /^Bearer ([!-~]{1,512})$/i.exec(request.headers.authorization ?? '')?.[1]
    if (token === undefined || !equalsConstantTime(hashToken(token), expected)) return reply.callNotFound()
    const texts = await Promise.all(all.map((metric) => metric.text()))
    const isOpenMetrics = /\bapplication\/openmetrics-text\b/i.test(request.headers.accept ?? '')
    reply.header('cache-control', 'no-store').type(isOpenMetrics ? openMetricsType : plainType)
    return reply.serializer(String).send(isOpenMetrics ? asOpenMetrics(texts.join('')) : texts.join(''))
  })
}

const plainType = 'text/plain; version=0.0.4; charset=utf-8'
const openMetricsType = 'application/openmetrics-text; version=1.0.0; charset=utf-8'

/** Values that are read at a scrape. */
function gauges(
  http: FastifyInstance,
  { clock, config, database, jobs, liveStreams, nodes, passwords, sampled, version }: MetricsDeps,
): readonly Metric[] {
  const { engine } = database
  const disk = () => statfs(config.dataDir)
  return [
    readMetric('keywright_build_info', 'gauge', 'Version, schema and database of this server; always 1.', () => [
      [{ version, schema: newestStep, engine }, 1],
    ]),
    readMetric(
      'http_server_active_requests',
      'gauge',
      'Requests that are under way, with pages that are told of changes.',
      countActiveRequests(http),
    ),
    readMetric('keywright_live_streams', 'gauge', 'Pages that are told of changes.', liveStreams.count),
    readMetric(
      'keywright_sessions_live',
      'gauge',
      'Client sessions of all servers on this database, counted every 15 s.',
      () => sampled.liveSessions,
    ),
    readMetric(
      'keywright_webhook_pending',
      'gauge',
      'Webhook deliveries of all servers that wait, counted every 15 s up to 100,000.',
      () => sampled.webhooksPending,
    ),
    readMetric(
      'keywright_webhook_oldest_pending_seconds',
      'gauge',
      'How long a webhook delivery of all servers is overdue, of endpoints that are not backing off; looked at every 15 s.',
      () => secondsOf(sampled.webhooksLateMs),
    ),
    readMetric(
      'keywright_job_late',
      'gauge',
      '1 while a job has not succeeded for three times its pause, at least two minutes.',
      () => jobs.list().map((job) => [{ job_name: job.name }, Number(isLate(job, clock.nowMs()))] as const),
    ),
    readMetric('keywright_nodes', 'gauge', 'Servers on this database, counted every 5 s.', nodes.count),
    readMetric(
      'keywright_clock_skew_seconds',
      'gauge',
      "How far this machine's clock is ahead of the database's; negative when it is behind.",
      () => clock.skewMs() / 1000,
    ),
    readMetric(
      'keywright_replica_lag_seconds',
      'gauge',
      'How far the replica of DATABASE_READ_URL is behind; absent while it is not reached.',
      () => secondsOf(database.engine === 'postgres' ? database.replica?.lagMs() : undefined),
    ),
    readMetric('keywright_connections_open', 'gauge', 'Open connections of clients and browsers.', () =>
      connections(http),
    ),
    readMetric('keywright_password_queue_length', 'gauge', 'Password hashes that wait for their turn.', () =>
      passwords.waiting(),
    ),
    readMetric(
      'keywright_db_connections',
      'gauge',
      'Connections to PostgreSQL, or threads that read SQLite, by what they do.',
      () => {
        const { busy, idle } = database.load()
        return [
          [{ state: 'busy' }, busy],
          [{ state: 'idle' }, idle],
        ]
      },
    ),
    readMetric(
      'keywright_db_waiting',
      'gauge',
      'Statements and changes that wait for the database.',
      () => database.load().waiting,
    ),
    readMetric('keywright_db_disk_full', 'gauge', '1 while changes are refused because the disk is full.', () =>
      Number(database.isDiskFull()),
    ),
    readMetric('keywright_sqlite_wal_bytes', 'gauge', 'Size of the log of the embedded database.', () =>
      database.engine === 'sqlite' && database.file !== undefined ? bytesOf(`${database.file}-wal`) : undefined,
    ),
    readMetric('keywright_disk_free_bytes', 'gauge', 'Free space on the disk of DATA_DIR.', async () => {
      const { bavail, bsize } = await disk()
      return bavail * bsize
    }),
    readMetric('keywright_disk_size_bytes', 'gauge', 'Size of the disk of DATA_DIR.', async () => {
      const { blocks, bsize } = await disk()
      return blocks * bsize
    }),
  ]
}

/** Only where copies are made by themselves; 0 until the first one. */
function ofBackups({ backups, config }: MetricsDeps): readonly Metric[] {
  if (!backups || config.backups.everyHours === 0) return []
  const places = ['folder', ...(config.backups.bucket ? ['s3'] : [])]
  const read = (value: (copy: ReturnType<Backups['newest']>[number]) => number) => () => {
    const newest = backups.newest()
    return places.map((place) => {
      const copy = newest.find((each) => each.place === place)
      return [{ place }, copy ? value(copy) : 0] as const
    })
  }
  return [
    readMetric(
      'keywright_backup_last_success_timestamp_seconds',
      'gauge',
      'When the newest backup of the embedded database was made, in Unix time.',
      read(({ createdAt }) => createdAt.getTime() / 1000),
    ),
    readMetric(
      'keywright_backup_bytes',
      'gauge',
      'Size of the newest backup.',
      read(({ bytes }) => bytes ?? 0),
    ),
  ]
}

const secondsOf = (ms: number | undefined) => (ms === undefined ? undefined : ms / 1000)

const bytesOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0

const connections = ({ server }: FastifyInstance) =>
  new Promise<number>((resolve, reject) => {
    server.getConnections((error, count) => (error ? reject(error) : resolve(count)))
  })
