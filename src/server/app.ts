import fastifyCookie from '@fastify/cookie'
import fastify, { type FastifyInstance } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { accountRoutes } from '../shared/contract/accounts.ts'
import { activityRoutes } from '../shared/contract/activity.ts'
import { apiKeyRoutes } from '../shared/contract/api-keys.ts'
import { appUserRoutes } from '../shared/contract/app-users.ts'
import { applicationRoutes } from '../shared/contract/applications.ts'
import { auditRoutes } from '../shared/contract/audit.ts'
import { blacklistRoutes } from '../shared/contract/blacklist.ts'
import { bulkRoutes } from '../shared/contract/bulk.ts'
import { codeTemplateRoutes } from '../shared/contract/code-templates.ts'
import { customMessageRoutes } from '../shared/contract/custom-messages.ts'
import { identityRoutes } from '../shared/contract/identity.ts'
import { importRoutes } from '../shared/contract/imports.ts'
import { licenseRoutes } from '../shared/contract/licenses.ts'
import { ownAccountRoutes } from '../shared/contract/own-account.ts'
import { signInRoutes } from '../shared/contract/sign-in.ts'
import { signInStepRoutes } from '../shared/contract/sign-in-steps.ts'
import { signingKeyRoutes } from '../shared/contract/signing-keys.ts'
import { userInspectionRoutes } from '../shared/contract/user-inspection.ts'
import { webhookRoutes } from '../shared/contract/webhooks.ts'
import { type Config, ownOrigin } from './config.ts'
import type { Database } from './db/open.ts'
import { openActiveUsers } from './events/active-users.ts'
import { openBlacklistHits } from './events/blacklist-hits.ts'
import { type Jobs, openJobs } from './events/jobs.ts'
import { openLiveBus } from './events/live-bus.ts'
import { openLiveRelay } from './events/live-relay.ts'
import { openLiveSessions } from './events/live-sessions.ts'
import { openRecorder, type Recorder } from './events/recorder.ts'
import { openRetention } from './events/retention.ts'
import { openWebhooks, type Webhooks } from './events/webhooks/open-webhooks.ts'
import { openOutbox } from './events/webhooks/outbox.ts'
import { passkeyParty } from './factors/passkey-party.ts'
import { openPasskeys } from './factors/passkeys.ts'
import { activityHandlers } from './features/activity/activity.ts'
import { administrationHandlers } from './features/administration/administration.ts'
import { apiKeyHandlers } from './features/api-keys.ts'
import { appUserHandlers } from './features/app-users.ts'
import { applicationHandlers } from './features/applications.ts'
import { auditHandlers } from './features/audit.ts'
import { blacklistHandlers } from './features/blacklist/blacklist.ts'
import { bulkHandlers } from './features/bulk/bulk.ts'
import { openClientContexts } from './features/client-api/context.ts'
import { openLoginInspector } from './features/client-api/inspect-login.ts'
import { openClientLimits } from './features/client-api/limits.ts'
import { serveClientApi } from './features/client-api/routes.ts'
import { codeTemplateHandlers } from './features/code-templates/code-templates.ts'
import { customMessageHandlers } from './features/custom-messages.ts'
import { importHandlers } from './features/imports/imports.ts'
import { acceptFiles } from './features/imports/upload.ts'
import { licenseHandlers } from './features/licenses.ts'
import { serveLiveStream } from './features/live-stream/live-stream.ts'
import { ownAccountHandlers } from './features/own-account/own-account.ts'
import { identityHandlers } from './features/sign-in/identity.ts'
import { callerFinder } from './features/sign-in/session-life.ts'
import { registerLogoutLink, signInHandlers } from './features/sign-in/sign-in.ts'
import { signInContext } from './features/sign-in/sign-in-context.ts'
import { signInPart } from './features/sign-in/sign-in-part.ts'
import { signInStepHandlers } from './features/sign-in/sign-in-steps.ts'
import { signingKeyHandlers } from './features/signing-keys.ts'
import { userInspectionHandlers } from './features/user-inspection/user-inspection.ts'
import { webhookHandlers } from './features/webhooks/webhooks.ts'
import { administratorFinder } from './http/administrator.ts'
import { authenticateAdministrators, authenticateSessions } from './http/authenticate.ts'
import type { Changed } from './http/dashboard.ts'
import { answerErrors, answerFrameworkErrors, sendProblem } from './http/error-handler.ts'
import { handOver } from './http/hand-over.ts'
import { serveHealth } from './http/health.ts'
import { keepAnswers } from './http/idempotency.ts'
import { acceptJsonOnly } from './http/json-body.ts'
import { openLimitKeeper } from './http/limit-keeper.ts'
import { acceptTokens } from './http/management-token.ts'
import { serveOpenApi } from './http/openapi.ts'
import { Problem } from './http/problem.ts'
import { newRequestId } from './http/request-id.ts'
import { serve } from './http/routes.ts'
import { refuseCrossSite } from './http/same-site.ts'
import { sendSecurityHeaders } from './http/security-headers.ts'
import { type KeyPairs, openKeyPairs } from './http/sign-answer/key-pairs.ts'
import { openSigning } from './http/sign-answer/open-signing.ts'
import { serveWeb } from './http/web-files.ts'
import type { Clock } from './lib/clock.ts'
import { openLateWork } from './lib/late-work.ts'
import type { Log } from './lib/log.ts'
import { openMailer } from './lib/mailer.ts'
import { openPasswords, type Passwords } from './lib/password.ts'
import type { Secrets } from './lib/secrets.ts'
import { assertMasterKey } from './master-key-check.ts'
import { openHotStore } from './store/hot.ts'
import { openStores, type Stores } from './store/index.ts'

export interface AppDeps {
  readonly config: Config
  readonly database: Database
  readonly secrets: Secrets
  readonly clock: Clock
  readonly log: Log
  readonly version: string
  /** Where new key pairs come from; tests bring some that were made before. */
  readonly keyPairs?: KeyPairs
  /** Folder of the built web; without it only the API is served. */
  readonly webFolder?: string
}

export interface App {
  readonly http: FastifyInstance
  readonly stores: Stores
  readonly passwords: Passwords
  /** Work that timers do in production and tests do by hand: counts, last-seen times, sweeping, purging. */
  readonly jobs: Jobs
  readonly recorder: Recorder
  /** What sends webhooks; its timers run with those of the jobs. */
  readonly webhooks: Webhooks
  /** Stops taking requests, finishes those under way, writes what is only in memory. The database stays open. */
  close(): Promise<void>
}

const dashboardBodyLimitBytes = 256 * 1024

/** The whole server but for process and port: what ships and what the tests use is this one. */
export async function createApp(deps: AppDeps): Promise<App> {
  const { config, database, secrets, clock, log } = deps
  const stores = openStores(database, secrets)
  await assertMasterKey(stores, secrets)
  const hot = openHotStore(database)
  const bus = openLiveBus()
  const relay = openLiveRelay(database, bus)
  const outbox = openOutbox(stores, clock)
  const recorder = openRecorder(stores, bus, outbox, clock, config.rateLimitScale)
  const live = openLiveSessions(hot, stores, recorder, clock)
  const hits = openBlacklistHits(stores, clock)
  const contexts = openClientContexts(stores, clock, hits.hit)
  const passwords = openPasswords()
  const limitKeeper = openLimitKeeper(stores, clock, database.engine === 'postgres')
  const limits = openClientLimits(clock, config.rateLimitScale, limitKeeper)
  const { keyPairs, keyRing, keyMaker, signer } = openSigning({
    stores,
    clock,
    log,
    config,
    keyPairs: deps.keyPairs ?? openKeyPairs(),
  })
  const retention = openRetention({ stores, clock, limits: config.activity })
  const onTried = (applicationId: number) => bus.changed(applicationId, ['delivery'])
  const webhooks = openWebhooks({ stores, database, outbox, clock, log, onTried, ...config.webhooks })
  const jobs = openJobs({
    webhooks,
    retention,
    stores,
    recorder,
    live,
    hits,
    limitKeeper,
    keyMaker,
    log,
    clock,
  })
  const isSecure = config.publicUrl?.startsWith('https:') ?? false
  const signIn = { stores, passwords, clock, isSecure, rateLimitScale: config.rateLimitScale, limitKeeper }
  const onChanged = ({ applicationId }: Changed) => {
    contexts.forget()
    if (applicationId !== undefined) keyMaker.noticed(applicationId)
  }
  const common = { stores, clock, passwords, recorder, onChanged }

  await limitKeeper.load()
  const http = createHttp(config)
  acceptJsonOnly(http)
  answerErrors(http, log)
  await serveOpenApi(http, deps.version)
  // The public API runs outside of the dashboard's hooks: it reads no cookie, and its calls come by the thousand.
  const issuer = () => ownOrigin(config, portOf(http)) + config.publicPath
  const chance = (text: string) => Buffer.from(secrets.lookup('chance', text), 'base64url').readUInt32BE(0) / 2 ** 32
  const clientDeps = { stores, hot, contexts, limits, recorder, live, passwords, chance, signer, issuer, clock }
  const client = serveClientApi(http, clientDeps)
  const origin = () => ownOrigin(config, portOf(http))
  const mailer = config.mail && openMailer(config.mail)
  const lateWork = openLateWork(log)
  await http.register((dashboard) => {
    sendSecurityHeaders(dashboard, isSecure)
    handOver(dashboard, 'POST /api/auth/login', client.login)
    refuseCrossSite(dashboard, () => [ownOrigin(config, portOf(http))])
    dashboard.register(fastifyCookie)
    serveHealth(dashboard, database, deps.version)
    const findSignedIn = callerFinder(signIn)
    const findCaller = acceptTokens(findSignedIn, signIn)
    keepAnswers(dashboard, { stores, clock })
    authenticateSessions(dashboard, findCaller)
    // No management token manages users: the session or the admin key does.
    authenticateAdministrators(dashboard, administratorFinder({ ...signIn, config, findCaller: findSignedIn }))
    const signInParts = signInContext(signIn)
    serve(dashboard, signInRoutes, signInHandlers(signInParts))
    const passkeys = openPasskeys({ stores, secrets, clock, party: () => passkeyParty(origin()) })
    serve(dashboard, signInStepRoutes, signInStepHandlers(signInParts, { passkeys, mailer, lateWork, origin }))
    const ownAccount = { stores, clock, passwords, passkeys, signIn: signInPart(signInParts) }
    serve(dashboard, ownAccountRoutes, ownAccountHandlers(ownAccount))
    const { identityProvider: provider, isDemo } = config
    serve(dashboard, identityRoutes, identityHandlers({ ...signIn, provider, isDemo, sendsMail: mailer !== undefined }))
    registerLogoutLink(dashboard, signIn)
    serve(dashboard, accountRoutes, administrationHandlers(common))
    serve(dashboard, auditRoutes, auditHandlers(common))
    serve(dashboard, applicationRoutes, applicationHandlers({ ...common, activeUsers: openActiveUsers(stores, clock) }))
    serve(dashboard, apiKeyRoutes, apiKeyHandlers(common))
    serve(dashboard, signingKeyRoutes, signingKeyHandlers({ stores, clock, keyRing, keyPairs, issuer }))
    serve(dashboard, appUserRoutes, appUserHandlers(common))
    const inspector = openLoginInspector(clientDeps)
    serve(dashboard, userInspectionRoutes, userInspectionHandlers({ ...common, live, inspector }))
    const sign = (text: string) => secrets.lookup('bulk-preview', text)
    serve(dashboard, bulkRoutes, bulkHandlers({ ...common, log, sign }))
    dashboard.register((files, _options, done) => {
      acceptFiles(files)
      serve(files, importRoutes, importHandlers({ ...common, log }))
      done()
    })
    serve(dashboard, licenseRoutes, licenseHandlers(common))
    serve(
      dashboard,
      activityRoutes,
      activityHandlers({ ...common, retention: config.activity, rateLimitScale: config.rateLimitScale }),
    )
    const { rateLimitScale } = config
    serve(dashboard, webhookRoutes, webhookHandlers({ stores, clock, webhooks, rateLimitScale }))
    serve(dashboard, blacklistRoutes, blacklistHandlers(common))
    serve(dashboard, customMessageRoutes, customMessageHandlers(common))
    serve(dashboard, codeTemplateRoutes, codeTemplateHandlers(common))
    serveLiveStream(dashboard, { stores, bus, findCaller })
    const providerOrigin = provider && new URL(provider.signInUrl).origin
    const { webFolder: folder } = deps
    const sendPage =
      folder === undefined
        ? undefined
        : serveWeb(dashboard, { folder, isDemo, providerOrigin, publicOrigin: config.publicUrl })
    dashboard.setNotFoundHandler((request, reply) => {
      return sendPage?.(request, reply) ?? sendProblem(request, reply, new Problem('not_found'))
    })
  })
  return {
    http,
    stores,
    passwords,
    jobs,
    recorder,
    webhooks,
    async close() {
      await closeWithConnections(http)
      await lateWork.settled()
      await relay.close()
      await jobs.stop()
    },
  }
}

/** How often connections are looked at that have had their last answer meanwhile. */
const closeIdleEveryMs = 50

/** A connection that was answering when the stop came is idle only afterwards, and nobody else would end it then. */
async function closeWithConnections(http: FastifyInstance): Promise<void> {
  const timer = setInterval(() => http.server.closeIdleConnections(), closeIdleEveryMs)
  try {
    await http.close()
  } finally {
    clearInterval(timer)
  }
}

/** The server's options; all of them stand here, so that the tested app has the shipped one's. */
function createHttp(config: Config): FastifyInstance {
  const http = fastify({
    logger: false,
    genReqId: newRequestId,
    // A list of networks: `true` or a number would believe what anybody types into X-Forwarded-For.
    trustProxy: config.trustProxy.length > 0 ? [...config.trustProxy] : false,
    bodyLimit: dashboardBodyLimitBytes,
    exposeHeadRoutes: false,
    requestTimeout: 20_000,
    // Clients beat every 30 s: the connection should live on between two beats.
    keepAliveTimeout: 75_000,
    forceCloseConnections: 'idle',
    http: { headersTimeout: 10_000, requestTimeout: 20_000, connectionsCheckingInterval: 2_000, maxHeaderSize: 8192 },
    frameworkErrors: answerFrameworkErrors,
  })
  http.setValidatorCompiler(validatorCompiler)
  http.setSerializerCompiler(serializerCompiler)
  return http as unknown as FastifyInstance
}

function portOf(http: FastifyInstance): number {
  const address = http.server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}
