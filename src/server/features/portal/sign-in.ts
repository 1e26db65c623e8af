import type { portalRoutes } from '../../../shared/contract/portal.ts'
import { outcomeRow } from '../../../shared/outcomes.ts'
import { fieldValueError } from '../../http/field-error.ts'
import { outcomeProblem, Problem } from '../../http/problem.ts'
import type { Handlers } from '../../http/serve-routes.ts'
import type { Application } from '../../store/applications/applications.ts'
import { useCode } from './codes.ts'
import { customerCall, isRefusal, type PortalContext, type PortalRequest, refusedBy } from './portal-context.ts'
import { beginSession, callerIn, endSession } from './portal-session.ts'

type Routes = Pick<
  typeof portalRoutes,
  'GET /api/portal/:slug' | 'POST /api/portal/:slug/sign-in' | 'POST /api/portal/:slug/sign-out'
>

/** What everybody may call: how the portal looks, the ways into it and out of it. */
export function portalSignInHandlers(context: PortalContext): Handlers<Routes> {
  const { stores } = context
  return {
    'GET /api/portal/:slug': async ({ request, params: { slug } }) => {
      const application = await context.findPortal(request, slug)
      const tag = await stores.portal.logos.tag(application.id)
      return {
        name: application.portalName ?? application.name,
        logo: tag === undefined ? null : `/api/portal/${slug}/logo?v=${tag.slice(0, 12)}`,
        color: application.portalColor,
        support_url: application.portalSupportUrl,
        welcome: application.portalWelcome,
        key_only: application.portalKeyOnly,
        sends_mail: await context.mailQueue.canSend(stores, application.id),
        is_signed_in: (await callerIn(context, request, application)) !== null,
      }
    },

    'POST /api/portal/:slug/sign-in': async ({ params: { slug }, body, ...http }) => {
      const application = await context.findPortal(http.request, slug)
      const { username, password, license_key: licenseKey, code } = body
      if (licenseKey === undefined) {
        if (username === undefined) throw fieldValueError('username', 'is required')
        if (password === undefined) throw fieldValueError('password', 'is required')
        return signInByName(context, http, application, { username, password })
      }
      return code === undefined
        ? signInByKey(context, http, application, licenseKey)
        : signInByCode(context, http, application, { licenseKey, code })
    },

    'POST /api/portal/:slug/sign-out': async ({ params: { slug }, ...http }) => {
      await endSession(context, http, await context.findPortal(http.request, slug))
      return { message: 'Signed out' }
    },
  }
}

async function signInByName(
  context: PortalContext,
  http: PortalRequest,
  application: Application,
  sent: { readonly username: string; readonly password: string },
) {
  const { access, browsers } = context
  const cookies = context.cookiesOf(application)
  const user = await access.signIn(customerCall(http.request, application), sent, (known) =>
    browsers.of(cookies, http.request, known),
  )
  if (isRefusal(user)) throw refusedBy(user)
  const customer = { userId: user.id, licenseId: null }
  await beginSession(context, http, application, { customer, access: 'manage' })
  browsers.remember(cookies, http.request, http.reply, user)
  return { access: 'manage' as const }
}

/** The key is all that is asked for: what it opens is the developer's choice. */
async function signInByKey(context: PortalContext, http: PortalRequest, application: Application, licenseKey: string) {
  const { access } = context
  const { portalKeyOnly: rights } = application
  if (rights === 'off') throw outcomeProblem('license_login_closed', outcomeRow('license_login_closed').message)
  const call = customerCall(http.request, application)
  requireOnline(application)
  const license = await access.findLicense(call, licenseKey)
  if (typeof license !== 'number') throw refusedBy(license)
  const customer = { userId: null, licenseId: license }
  const state = await access.state(call, customer)
  if (!state) throw outcomeProblem('license_not_found', outcomeRow('license_not_found').message)
  if (state.refusal) throw refusedBy(state.refusal)
  await beginSession(context, http, application, { customer, access: rights })
  return { access: rights }
}

/** Key and code: as much as name and password. An unknown key is answered as a wrong code. */
async function signInByCode(
  context: PortalContext,
  http: PortalRequest,
  application: Application,
  { licenseKey, code }: { readonly licenseKey: string; readonly code: string },
) {
  const { access, stores } = context
  requireOnline(application)
  const license = await stores.licenses.findByKey(application.id, licenseKey)
  const customer = { userId: null, licenseId: license?.id ?? 0 }
  await useCode(context, http.request, application, { kind: 'sign_in', customer, code })
  const state = await access.state(customerCall(http.request, application), customer)
  if (!state) throw new Problem('code_invalid')
  if (state.refusal) throw refusedBy(state.refusal)
  await beginSession(context, http, application, { customer, access: 'manage' })
  return { access: 'manage' as const }
}

function requireOnline({ isActive }: Application): void {
  if (!isActive) throw outcomeProblem('application_offline', outcomeRow('application_offline').message)
}
