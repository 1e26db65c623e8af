import type { FastifyInstance } from 'fastify'
import { ownOrigin } from './config.ts'
import type { Jobs } from './events/jobs.ts'
import type { Recorder } from './events/recorder.ts'
import type { Webhooks } from './events/webhooks/open-webhooks.ts'
import { serveClientApi } from './features/client-api/client-api.ts'
import { acceptJsonOnly, closeWithConnections, createHttpServer, portOf } from './http/create-http-server.ts'
import { answerErrors } from './http/error-handler.ts'
import { describeRoutes } from './http/openapi.ts'
import type { Passwords } from './lib/passwords/passwords.ts'
import { type AppDeps, openParts } from './parts.ts'
import { registerRoutes } from './register-routes.ts'
import type { Stores } from './store/index.ts'

export interface App {
  readonly http: FastifyInstance
  readonly stores: Stores
  readonly passwords: Passwords
  /** Work that timers do in production and tests do by hand: counts, last-seen times, sweeping, purging. */
  readonly jobs: Jobs
  readonly recorder: Recorder
  /** What sends webhooks; its timers run with those of the jobs. */
  readonly webhooks: Webhooks
  /** Resolves when the work that answers left behind is done. */
  whenIdle(): Promise<void>
  /** Stops taking requests, finishes those under way, writes what is only in memory. The database stays open. */
  close(): Promise<void>
}

/** The whole server but for process and port: what ships and what the tests use is this one. */
export async function createApp(deps: AppDeps): Promise<App> {
  const { config } = deps
  const http = createHttpServer(config)
  const origin = () => ownOrigin(config, portOf(http))
  const parts = await openParts(deps, { origin, issuer: () => origin() + config.publicPath })
  acceptJsonOnly(http)
  answerErrors(http, deps.log, parts.refusalPause)
  await describeRoutes(http, deps.version)
  // The public API runs outside of the dashboard's hooks: it reads no cookie, and its calls come by the thousand.
  const client = serveClientApi(http, parts.client)
  await http.register((dashboard, _options, done) => {
    registerRoutes(dashboard, parts, client.login)
    done()
  })
  const { stores, passwords, jobs, recorder, webhooks } = parts
  const whenIdle = async () => {
    await Promise.all([parts.backgroundQueue.settled(), parts.client.renewals.settled()])
  }
  return {
    http,
    stores,
    passwords,
    jobs,
    recorder,
    webhooks,
    whenIdle,
    async close() {
      // Beside each other: what is on its way to receivers has as long as the last requests.
      await Promise.all([closeWithConnections(http), webhooks.stop()])
      await whenIdle()
      await parts.relay.close()
      await jobs.stop()
    },
  }
}
