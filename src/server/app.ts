import type { FastifyInstance } from 'fastify'
import type { AdminKey } from './accounts/admin-key.ts'
import type { Backups } from './backups/open-backups.ts'
import type { Jobs } from './events/jobs.ts'
import type { Recorder } from './events/recorder.ts'
import type { Webhooks } from './events/webhooks/open-webhooks.ts'
import { serveClientApi } from './features/client-api/client-api.ts'
import { serveShops } from './features/shops/intake.ts'
import { acceptJsonOnly, closeWithConnections, createHttpServer, portOf } from './http/create-http-server.ts'
import { answerErrors } from './http/error-handler.ts'
import { logRequests } from './http/log-requests.ts'
import { measureRequests } from './http/measure-requests.ts'
import { refuseWithNewerSchema } from './http/refuse-with-newer-schema.ts'
import { traceRequests } from './http/trace-requests.ts'
import { watchProxies } from './http/untrusted-proxy.ts'
import type { Passwords } from './lib/passwords/passwords.ts'
import type { MailDispatcher } from './mails/mail-dispatcher.ts'
import { ownOrigin } from './own-origin.ts'
import { type AppDeps, openParts } from './parts.ts'
import { registerRoutes } from './register-routes.ts'
import type { Stores } from './store/index.ts'

export interface App {
  readonly http: FastifyInstance
  readonly stores: Stores
  /** Those of the public API and of sign-in: their reads are by key. */
  readonly keyStores: Stores
  readonly passwords: Passwords
  readonly adminKey: AdminKey
  /**
   * Recurring work: counters, last-seen times, ending silent sessions, purging. Timers run it in production, tests by
   * hand.
   */
  readonly jobs: Jobs
  readonly recorder: Recorder
  /** Sends webhooks; its timers run with those of the jobs. */
  readonly webhooks: Webhooks
  /** Sends mail to customers; its timers run with those of the jobs. */
  readonly mails: MailDispatcher
  /** Backups of the embedded database; absent with PostgreSQL. */
  readonly backups: Backups | undefined
  /** Resolves when background work is done. */
  whenIdle(): Promise<void>
  /** Says at /readyz that the server stops; everything is still served. */
  announceStop(): void
  /**
   * Stops accepting requests, finishes those in progress and writes what is only in memory. The database stays open.
   */
  close(): Promise<void>
}

/** The whole server except process and port; production and tests use the same one. */
export async function createApp(deps: AppDeps): Promise<App> {
  const { config } = deps
  const http = createHttpServer(config)
  const origin = () => ownOrigin(config, portOf(http))
  const untrustedProxy = watchProxies(http.server, config.trustProxy, deps.log)
  const parts = await openParts(deps, { origin, issuer: () => origin() + config.publicPath, untrustedProxy })
  traceRequests(http)
  if (config.metricsToken !== undefined) measureRequests(http, parts.metrics.requests)
  acceptJsonOnly(http)
  answerErrors(http, parts)
  refuseWithNewerSchema(http, parts.schema)
  if (config.logRequests === 'all') logRequests(http, deps.log)
  // The public API runs outside of the dashboard's hooks: it reads no cookie, and it gets thousands of requests a
  // second.
  const client = serveClientApi(http, parts.client)
  serveShops(http, { ...parts, stores: parts.keyStores })
  await http.register((dashboard, _options, done) => {
    registerRoutes(dashboard, parts, client.login)
    done()
  })
  const { stores, keyStores, passwords, adminKey, jobs, recorder, webhooks, mails } = parts
  const whenIdle = async () => {
    await Promise.all([parts.backgroundQueue.settled(), parts.client.passwordRehash.settled()])
  }
  return {
    http,
    stores,
    keyStores,
    passwords,
    adminKey,
    jobs,
    recorder,
    webhooks,
    mails,
    backups: parts.backups,
    whenIdle,
    announceStop: parts.announceStop,
    async close() {
      parts.announceStop()
      parts.stopLongWork()
      // In parallel: webhooks in progress have as long as the last requests.
      await Promise.all([closeWithConnections(http), webhooks.stop(), mails.stop(), parts.backups?.stop()])
      await whenIdle()
      await parts.relay.close()
      await jobs.stop()
    },
  }
}
