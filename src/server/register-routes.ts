import fastifyCookie from '@fastify/cookie'
import type { FastifyInstance } from 'fastify'
import { portalSlugPattern } from '../shared/constants.ts'
import { accountRoutes } from '../shared/contract/accounts.ts'
import { activityRoutes } from '../shared/contract/activity.ts'
import { apiKeyRoutes } from '../shared/contract/api-keys.ts'
import { appUserRoutes } from '../shared/contract/app-users.ts'
import { applicationRoutes } from '../shared/contract/applications.ts'
import { auditRoutes } from '../shared/contract/audit.ts'
import { banEverywhereRoutes } from '../shared/contract/ban-everywhere.ts'
import { blacklistRoutes } from '../shared/contract/blacklist.ts'
import { bulkRoutes } from '../shared/contract/bulk.ts'
import { codeTemplateRoutes } from '../shared/contract/code-templates.ts'
import { customMessageRoutes } from '../shared/contract/custom-messages.ts'
import { deviceRoutes } from '../shared/contract/devices.ts'
import { identityRoutes } from '../shared/contract/identity.ts'
import { importRoutes } from '../shared/contract/imports.ts'
import { licensePresetRoutes } from '../shared/contract/license-presets.ts'
import { licenseRoutes } from '../shared/contract/licenses.ts'
import { mailRoutes } from '../shared/contract/mail.ts'
import { offlineLicenseRoutes } from '../shared/contract/offline-licenses.ts'
import { ownAccountRoutes } from '../shared/contract/own-account.ts'
import { passwordLinkRoutes } from '../shared/contract/password-links.ts'
import { portalRoutes } from '../shared/contract/portal.ts'
import { portalLogoRoutes } from '../shared/contract/portal-logo.ts'
import type { CostlyCall } from '../shared/contract/route.ts'
import { savedViewRoutes } from '../shared/contract/saved-views.ts'
import { searchRoutes } from '../shared/contract/search.ts'
import { shopRoutes } from '../shared/contract/shops.ts'
import { signInRoutes, signInStepRoutes } from '../shared/contract/sign-in.ts'
import { signingKeyRoutes } from '../shared/contract/signing-keys.ts'
import { statsRoutes } from '../shared/contract/stats.ts'
import { systemRoutes } from '../shared/contract/system.ts'
import { systemBackupRoutes } from '../shared/contract/system-backups.ts'
import { teamRoutes } from '../shared/contract/team.ts'
import { userInspectionRoutes } from '../shared/contract/user-inspection.ts'
import { webhookRoutes } from '../shared/contract/webhooks.ts'
import { openPasskeys } from './accounts/passkeys.ts'
import { relyingParty } from './accounts/relying-party.ts'
import { activityHandlers } from './features/activity/activity.ts'
import { administrationHandlers } from './features/administration/administration.ts'
import { apiKeyHandlers } from './features/api-keys.ts'
import { appUserHandlers } from './features/app-users.ts'
import { applicationHandlers } from './features/applications.ts'
import { auditHandlers } from './features/audit.ts'
import { banEverywhereHandlers } from './features/blacklist/ban-everywhere.ts'
import { blacklistHandlers } from './features/blacklist/blacklist.ts'
import { bulkHandlers } from './features/bulk/bulk.ts'
import { licenseDeletionHandlers } from './features/bulk/delete-license.ts'
import { openCustomerAccess } from './features/client-api/calls/customer-access.ts'
import { openOfflineLicenses } from './features/client-api/calls/offline-licenses.ts'
import { openLoginInspector } from './features/client-api/login-inspector.ts'
import { codeTemplateHandlers } from './features/code-templates.ts'
import { customMessageHandlers } from './features/custom-messages.ts'
import { deviceHandlers } from './features/devices.ts'
import { acceptFiles } from './features/imports/import-file.ts'
import { importHandlers } from './features/imports/imports.ts'
import { licenseHoldHandlers } from './features/license-holds.ts'
import { licensePresetHandlers } from './features/license-presets.ts'
import { licenseHandlers } from './features/licenses.ts'
import { openDiskLevel } from './features/live-stream/disk-level.ts'
import { serveLiveStream } from './features/live-stream/live-stream.ts'
import { mailSettingsHandlers } from './features/mail-settings.ts'
import { offlineLicenseHandlers } from './features/offline-licenses.ts'
import { ownAccountHandlers } from './features/own-account/own-account.ts'
import { passwordLinkHandlers } from './features/password-links.ts'
import { portalHandlers } from './features/portal/portal.ts'
import { type PortalContext, portalContext } from './features/portal/portal-context.ts'
import { portalLogoHandlers, servePortalLogo } from './features/portal/portal-logo.ts'
import { portalCallerFinder } from './features/portal/portal-session.ts'
import { savedViewHandlers } from './features/saved-views.ts'
import { searchHandlers } from './features/search/search.ts'
import { orderHandlers } from './features/shops/orders.ts'
import { shopHandlers } from './features/shops/shops.ts'
import { callerFinder, signInForOwnAccount } from './features/sign-in/dashboard-session.ts'
import { demoAvailability, identityHandlers } from './features/sign-in/identity.ts'
import { registerLogoutLink, signInHandlers, signInStepHandlers } from './features/sign-in/sign-in.ts'
import { signInContext } from './features/sign-in/sign-in-context.ts'
import { signingKeyHandlers } from './features/signing-keys.ts'
import { statsHandlers } from './features/stats/stats.ts'
import { systemHandlers } from './features/system/system.ts'
import { systemBackupHandlers } from './features/system-backups.ts'
import { teamHandlers } from './features/team/team.ts'
import { userInspectionHandlers } from './features/user-inspection/user-inspection.ts'
import { webhookFinder } from './features/webhooks/find-webhooks.ts'
import { webhookHandlers } from './features/webhooks/webhooks.ts'
import { administratorFinder } from './http/auth/administrator.ts'
import { authenticateRoutes } from './http/auth/authenticate.ts'
import { acceptManagementTokens } from './http/auth/management-token.ts'
import { refuseCrossSite } from './http/auth/refuse-cross-site.ts'
import { delegateRoute } from './http/delegate-route.ts'
import { sendProblem } from './http/error-handler.ts'
import { serveHealth } from './http/health.ts'
import { enableIdempotency } from './http/idempotency.ts'
import type { Limiters } from './http/limits/limiters.ts'
import { refuseFor } from './http/limits/rate-limit.ts'
import { measureUnknown } from './http/measure-requests.ts'
import { serveOpenApi } from './http/openapi/serve-openapi.ts'
import { Problem } from './http/problem.ts'
import { sendSecurityHeaders } from './http/security-headers.ts'
import { serveMetrics } from './http/serve-metrics.ts'
import { serveRoutes } from './http/serve-routes.ts'
import { acceptStreams } from './http/streams/send-stream.ts'
import { serveWeb } from './http/web-files.ts'
import type { Parts } from './parts.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    cost?: CostlyCall | undefined
  }
}

/** Registers all routes of the dashboard, and its pages. The contract defines their input and output. */
export function registerRoutes(dashboard: FastifyInstance, parts: Parts, clientLogin: ClientLogin): void {
  const portal = portalContext({
    ...{
      stores: parts.keyStores,
      lists: parts.stores,
      clock: parts.clock,
      recorder: parts.recorder,
      passwords: parts.passwords,
    },
    ...{ limiters: parts.limiters, isSecure: parts.isSecure, access: openCustomerAccess(parts.client) },
    ...{ mailQueue: parts.mailQueue, backgroundQueue: parts.backgroundQueue },
    signBrowser: (text) => parts.secrets.lookup('portal-browser', text),
    signCode: (text) => parts.secrets.lookup('portal-code', text),
  })
  registerHooks(dashboard, parts, { clientLogin, portal })
  registerAccounts(dashboard, parts)
  registerApplications(dashboard, parts)
  registerEvents(dashboard, parts)
  serveRoutes(dashboard, portalRoutes, portalHandlers(portal, parts.live))
  servePortalLogo(dashboard, portal)
  registerPages(dashboard, parts)
}

type ClientLogin = Parameters<typeof delegateRoute>[2]

interface Callers {
  readonly clientLogin: ClientLogin
  readonly portal: PortalContext
}

/** The hooks that run before handlers: authentication, origin, idempotency, limits. */
function registerHooks(dashboard: FastifyInstance, parts: Parts, { clientLogin, portal }: Callers): void {
  const { keyStores: stores, clock, config, adminKey, signIn } = parts
  sendSecurityHeaders(dashboard, parts.isSecure)
  delegateRoute(dashboard, 'POST /api/auth/login', clientLogin)
  refuseCrossSite(dashboard, () => [parts.origin()])
  dashboard.register(fastifyCookie)
  serveHealth(dashboard, parts)
  if (config.metricsToken !== undefined) measureUnknown(dashboard, parts.metrics.requests)
  const publicAddress = config.publicUrl === undefined ? '/' : config.publicUrl + config.publicPath
  serveOpenApi(dashboard, { version: parts.version, server: publicAddress })
  const findSignedIn = callerFinder(signIn)
  const findCaller = acceptManagementTokens(findSignedIn, signIn)
  enableIdempotency(dashboard, { stores, clock })
  // Management tokens can't manage users: only sessions and the admin key can.
  const findAdministrator = administratorFinder({ ...signIn, adminKey, findCaller: findSignedIn })
  authenticateRoutes(dashboard, { findCaller, findAdministrator, findPortalCaller: portalCallerFinder(portal) })
  limitCalls(dashboard, parts.limiters)
  acceptStreams(dashboard, { ...parts, stores })
  const { bus, limiters, database } = parts
  const diskLevel = openDiskLevel(database, config.dataDir)
  const liveStreams = serveLiveStream(dashboard, { stores: parts.stores, bus, findCaller, limiters, diskLevel })
  serveMetrics(dashboard, { ...parts, liveStreams })
}

/**
 * Limits requests per session, and separately those that the contract marks as costly. Runs right after authentication.
 * Requests with a token were already counted when the token was found.
 */
function limitCalls(dashboard: FastifyInstance, limiters: Limiters): void {
  const calls = limiters.window('dashboardCalls')
  const costly = { export: limiters.window('exports'), bulk: limiters.window('bulkRuns') }
  const portalCalls = limiters.window<number>('portalCalls')
  dashboard.addHook('preValidation', async ({ caller, administrator, portalCaller, routeOptions }) => {
    if (portalCaller) return refuseFor(portalCalls.take(portalCaller.session.id))
    // The admin key has no session; its holder runs the server.
    const session = caller?.sessionHash ?? administrator?.sessionHash
    if (session === undefined || session === null) return
    if (!caller?.token) refuseFor(calls.take(session))
    const { cost } = routeOptions.config
    if (cost) refuseFor(costly[cost].take(session))
  })
}

function registerAccounts(dashboard: FastifyInstance, parts: Parts): void {
  const { stores, secrets, clock, passwords, config, mailer, backgroundQueue, origin, signIn, common } = parts
  const { identityProvider: provider, isDemo } = config
  const offersDemo = demoAvailability(stores, isDemo)
  const signInContextOfServer = signInContext(signIn)
  const passkeys = openPasskeys({ stores, secrets, clock, findRelyingParty: () => relyingParty(origin()) })
  const { requireStrongPassword } = signInContextOfServer
  const signInOfAccount = signInForOwnAccount(signInContextOfServer)
  const ownAccount = { stores, clock, passwords, passkeys, requireStrongPassword, signIn: signInOfAccount }
  serveRoutes(dashboard, signInRoutes, signInHandlers(signInContextOfServer))
  serveRoutes(
    dashboard,
    signInStepRoutes,
    signInStepHandlers(signInContextOfServer, { passkeys, mailer, backgroundQueue, origin }),
  )
  serveRoutes(
    dashboard,
    identityRoutes,
    identityHandlers(signInContextOfServer, {
      provider,
      offersDemo,
      sendsMail: mailer !== undefined,
      invitesMakeAccounts: config.invitesMakeAccounts,
    }),
  )
  registerLogoutLink(dashboard, signIn)
  serveRoutes(dashboard, ownAccountRoutes, ownAccountHandlers(ownAccount))
  serveRoutes(dashboard, savedViewRoutes, savedViewHandlers({ stores }))
  serveRoutes(dashboard, accountRoutes, administrationHandlers({ ...common, requireStrongPassword }))
  serveRoutes(dashboard, auditRoutes, auditHandlers(common))
  serveRoutes(dashboard, systemRoutes, systemHandlers(parts))
  const { backups, limiters } = parts
  serveRoutes(dashboard, systemBackupRoutes, systemBackupHandlers({ backups, limiters, isDemo }))
}

function registerApplications(dashboard: FastifyInstance, parts: Parts): void {
  const { stores, clock, live, keyRing, keyPairs, issuer, common } = parts
  const inspector = openLoginInspector(parts.client)
  const { limiters, mailer, backgroundQueue, origin } = parts
  serveRoutes(dashboard, applicationRoutes, applicationHandlers(common))
  serveRoutes(dashboard, teamRoutes, teamHandlers({ ...common, limiters, mailer, backgroundQueue, origin }))
  serveRoutes(dashboard, apiKeyRoutes, apiKeyHandlers(common))
  serveRoutes(dashboard, signingKeyRoutes, signingKeyHandlers({ stores, clock, keyRing, keyPairs, issuer }))
  serveRoutes(dashboard, appUserRoutes, appUserHandlers(common))
  serveRoutes(dashboard, deviceRoutes, deviceHandlers(common))
  serveRoutes(dashboard, passwordLinkRoutes, passwordLinkHandlers({ ...common, origin: parts.issuer }))
  serveRoutes(dashboard, userInspectionRoutes, userInspectionHandlers({ ...common, live, inspector }))
  serveRoutes(dashboard, licensePresetRoutes, licensePresetHandlers(common))
  const offlineLicenses = openOfflineLicenses(parts.client)
  serveRoutes(dashboard, offlineLicenseRoutes, offlineLicenseHandlers({ stores, clock, limiters, offlineLicenses }))
  const shops = { ...common, bus: parts.bus, origin: parts.issuer, mailQueue: parts.mailQueue }
  serveRoutes(dashboard, portalLogoRoutes, portalLogoHandlers(common))
  serveRoutes(dashboard, shopRoutes, { ...shopHandlers(shops), ...orderHandlers(shops) })
  const hasServerSmtp = mailer !== undefined
  serveRoutes(
    dashboard,
    mailRoutes,
    mailSettingsHandlers({ stores, clock, limiters, hasServerSmtp, sendAs: parts.sendAs }),
  )
  serveRoutes(dashboard, licenseRoutes, {
    ...licenseHandlers(common),
    ...licenseHoldHandlers(common),
    ...licenseDeletionHandlers(parts.bulk),
  })
  serveRoutes(dashboard, bulkRoutes, bulkHandlers(parts.bulk))
  dashboard.register((files, _options, done) => {
    acceptFiles(files)
    serveRoutes(files, importRoutes, importHandlers(parts.imports))
    done()
  })
  serveRoutes(dashboard, blacklistRoutes, blacklistHandlers(common))
  serveRoutes(dashboard, banEverywhereRoutes, banEverywhereHandlers(common))
  serveRoutes(dashboard, searchRoutes, searchHandlers({ stores, limiters, findWebhooks: webhookFinder(stores) }))
  serveRoutes(dashboard, customMessageRoutes, customMessageHandlers(common))
  serveRoutes(dashboard, codeTemplateRoutes, codeTemplateHandlers(common))
}

function registerEvents(
  dashboard: FastifyInstance,
  { stores, clock, webhooks, config, limiters, clientTally, common }: Parts,
): void {
  const { activity: retention } = config
  serveRoutes(dashboard, activityRoutes, activityHandlers({ ...common, retention }))
  serveRoutes(dashboard, statsRoutes, statsHandlers({ ...common, clientTally }))
  serveRoutes(dashboard, webhookRoutes, webhookHandlers({ stores, clock, webhooks, limiters }))
}

/** Requests for no route get a page, or 404 if there is none. */
function registerPages(dashboard: FastifyInstance, { config, webFolder, stores, keyStores, signIn }: Parts): void {
  const { identityProvider: provider, isDemo, publicUrl: publicOrigin } = config
  const providerOrigin = provider && new URL(provider.signInUrl).origin
  const sendPage =
    webFolder === undefined
      ? undefined
      : serveWeb(dashboard, {
          folder: webFolder,
          offersDemo: demoAvailability(stores, isDemo),
          providerOrigin,
          publicOrigin,
          isPortal: async (slug) =>
            portalSlugPattern.test(slug) && (await keyStores.applications.findPortal(slug)) !== undefined,
          guideReaders: config.hasPublicDocs ? 'everybody' : callerFinder(signIn),
        })
  dashboard.setNotFoundHandler(async (request, reply) => {
    return (await sendPage?.(request, reply)) ?? sendProblem(request, reply, new Problem('not_found'))
  })
}
