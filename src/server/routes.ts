import fastifyCookie from '@fastify/cookie'
import type { FastifyInstance } from 'fastify'
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
import { openActiveUsers } from './events/active-users.ts'
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
import { openLoginInspector } from './features/client-api/inspect-login.ts'
import { codeTemplateHandlers } from './features/code-templates/code-templates.ts'
import { customMessageHandlers } from './features/custom-messages.ts'
import { importHandlers } from './features/imports/imports.ts'
import { acceptFiles } from './features/imports/upload.ts'
import { licenseHandlers } from './features/licenses.ts'
import { serveLiveStream } from './features/live-stream/live-stream.ts'
import { ownAccountHandlers } from './features/own-account/own-account.ts'
import { identityHandlers } from './features/sign-in/identity.ts'
import { demoOffer } from './features/sign-in/offers-demo.ts'
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
import { limitCalls } from './http/call-limits.ts'
import { cutOffAnswers } from './http/cut-off-answers.ts'
import { sendProblem } from './http/error-handler.ts'
import { handOver } from './http/hand-over.ts'
import { serveHealth } from './http/health.ts'
import { keepAnswers } from './http/idempotency.ts'
import { acceptTokens } from './http/management-token.ts'
import { serveOpenApi } from './http/openapi.ts'
import { Problem } from './http/problem.ts'
import { serve } from './http/routes.ts'
import { refuseCrossSite } from './http/same-site.ts'
import { sendSecurityHeaders } from './http/security-headers.ts'
import { acceptStreams } from './http/streams/send-stream.ts'
import { serveWeb } from './http/web-files.ts'
import type { Parts } from './parts.ts'

/** Every call of the dashboard, and its pages. The contract says what each takes and answers. */
export function serveDashboard(dashboard: FastifyInstance, parts: Parts, clientLogin: ClientLogin): void {
  guard(dashboard, parts, clientLogin)
  serveAccounts(dashboard, parts)
  serveApplications(dashboard, parts)
  serveEvents(dashboard, parts)
  servePages(dashboard, parts)
}

type ClientLogin = Parameters<typeof handOver>[2]

/** What runs before the handlers: who asks, from where, and whether the same was asked before. */
function guard(dashboard: FastifyInstance, parts: Parts, clientLogin: ClientLogin): void {
  const { stores, clock, config, signIn } = parts
  sendSecurityHeaders(dashboard, parts.isSecure)
  handOver(dashboard, 'POST /api/auth/login', clientLogin)
  refuseCrossSite(dashboard, () => [parts.origin()])
  dashboard.register(fastifyCookie)
  serveHealth(dashboard, parts.database, parts.version)
  serveOpenApi(dashboard)
  const findSignedIn = callerFinder(signIn)
  const findCaller = acceptTokens(findSignedIn, signIn)
  keepAnswers(dashboard, { stores, clock })
  cutOffAnswers(dashboard, { stores, clock })
  authenticateSessions(dashboard, findCaller)
  // No management token manages users: the session or the admin key does.
  authenticateAdministrators(dashboard, administratorFinder({ ...signIn, config, findCaller: findSignedIn }))
  limitCalls(dashboard, parts.limiters)
  acceptStreams(dashboard, parts.limiters)
  serveLiveStream(dashboard, { stores, bus: parts.bus, findCaller, limiters: parts.limiters })
}

function serveAccounts(dashboard: FastifyInstance, parts: Parts): void {
  const { stores, secrets, clock, passwords, config, mailer, lateWork, origin, signIn, common } = parts
  const { identityProvider: provider, isDemo } = config
  const offersDemo = demoOffer(stores, isDemo)
  const signInParts = signInContext(signIn)
  const passkeys = openPasskeys({ stores, secrets, clock, party: () => passkeyParty(origin()) })
  const ownAccount = { stores, clock, passwords, passkeys, signIn: signInPart(signInParts) }
  serve(dashboard, signInRoutes, signInHandlers(signInParts))
  serve(dashboard, signInStepRoutes, signInStepHandlers(signInParts, { passkeys, mailer, lateWork, origin }))
  serve(
    dashboard,
    identityRoutes,
    identityHandlers({ ...signIn, provider, offersDemo, sendsMail: mailer !== undefined }),
  )
  registerLogoutLink(dashboard, signIn)
  serve(dashboard, ownAccountRoutes, ownAccountHandlers(ownAccount))
  serve(dashboard, accountRoutes, administrationHandlers(common))
  serve(dashboard, auditRoutes, auditHandlers(common))
}

function serveApplications(dashboard: FastifyInstance, parts: Parts): void {
  const { stores, secrets, clock, log, live, keyRing, keyPairs, issuer, common } = parts
  const sign = (text: string) => secrets.lookup('bulk-preview', text)
  const inspector = openLoginInspector(parts.client)
  serve(dashboard, applicationRoutes, applicationHandlers({ ...common, activeUsers: openActiveUsers(stores, clock) }))
  serve(dashboard, apiKeyRoutes, apiKeyHandlers(common))
  serve(dashboard, signingKeyRoutes, signingKeyHandlers({ stores, clock, keyRing, keyPairs, issuer }))
  serve(dashboard, appUserRoutes, appUserHandlers(common))
  serve(dashboard, userInspectionRoutes, userInspectionHandlers({ ...common, live, inspector }))
  serve(dashboard, licenseRoutes, licenseHandlers(common))
  serve(dashboard, bulkRoutes, bulkHandlers({ ...common, log, sign }))
  dashboard.register((files, _options, done) => {
    acceptFiles(files)
    serve(files, importRoutes, importHandlers({ ...common, log }))
    done()
  })
  serve(dashboard, blacklistRoutes, blacklistHandlers(common))
  serve(dashboard, customMessageRoutes, customMessageHandlers(common))
  serve(dashboard, codeTemplateRoutes, codeTemplateHandlers(common))
}

function serveEvents(dashboard: FastifyInstance, { stores, clock, webhooks, config, limiters, common }: Parts): void {
  const { activity: retention } = config
  serve(dashboard, activityRoutes, activityHandlers({ ...common, retention }))
  serve(dashboard, webhookRoutes, webhookHandlers({ stores, clock, webhooks, limiters }))
}

/** What is no call is a page, and what is neither is not found. */
function servePages(dashboard: FastifyInstance, { config, webFolder, stores }: Parts): void {
  const { identityProvider: provider, isDemo, publicUrl: publicOrigin } = config
  const providerOrigin = provider && new URL(provider.signInUrl).origin
  const sendPage =
    webFolder === undefined
      ? undefined
      : serveWeb(dashboard, { folder: webFolder, offersDemo: demoOffer(stores, isDemo), providerOrigin, publicOrigin })
  dashboard.setNotFoundHandler(async (request, reply) => {
    return (await sendPage?.(request, reply)) ?? sendProblem(request, reply, new Problem('not_found'))
  })
}
