import type { portalRoutes } from '../../../shared/contract/portal.ts'
import { endUserSessions } from '../../events/live-sessions.ts'
import type { Handlers } from '../../http/serve-routes.ts'
import { canonical } from '../../lib/canonical.ts'
import type { Application } from '../../store/applications/applications.ts'
import type { Stores } from '../../store/index.ts'
import { afterAnswer, sendCode, useCode } from './codes.ts'
import { isImportedEmail } from './imported-email.ts'
import { requireLongPassword } from './own-access.ts'
import { customerCall, type PortalContext } from './portal-context.ts'

type Routes = Pick<
  typeof portalRoutes,
  | 'POST /api/portal/:slug/code'
  | 'POST /api/portal/:slug/forgot'
  | 'POST /api/portal/:slug/reset'
  | 'POST /api/portal/:slug/recover-key'
>

const minuteMs = 60_000
const codeMinutes = 10
const resetMinutes = 30
/** The newest orders whose keys are sent again, and the keys in one mail. */
const mostOrders = 20
const mostKeys = 50

/** Ways back in by email. No answer tells whether a name, an address or a key is known: the work comes after it. */
export function mailedHandlers(context: PortalContext): Handlers<Routes> {
  const { stores, passwords, clock, recorder } = context
  return {
    'POST /api/portal/:slug/code': async ({ params: { slug }, body, request }) => {
      const application = await context.findPortal(request, slug)
      await afterAnswer(context, request, application, () => sendSignInCode(context, application, body.license_key))
      return { message: 'If we know an email address for this key, a code is on its way.' }
    },

    'POST /api/portal/:slug/forgot': async ({ params: { slug }, body, request }) => {
      const application = await context.findPortal(request, slug)
      await afterAnswer(context, request, application, () => sendResetCode(context, application, body))
      return { message: 'If we know an email address for this name, a code is on its way.' }
    },

    'POST /api/portal/:slug/reset': async ({ params: { slug }, body, request }) => {
      const application = await context.findPortal(request, slug)
      requireLongPassword(application, body.new_password)
      const { id } = application
      const user = await stores.appUsers.findByName(id, body.username)
      const customer = { userId: user?.id ?? 0, licenseId: null }
      const sentTo = await useCode(context, request, application, { kind: 'reset', customer, code: body.code })
      const line = {
        ...{ tenant: application.ownerId, application: id, address: customerCall(request, application).ip },
        ...{ account: canonical(body.username), isStranger: false },
      }
      const passwordHash = await passwords.hash(body.new_password, { line })
      const now = clock.now()
      await stores.transaction(async (tx) => {
        await tx.appUsers.update(id, customer.userId, { passwordHash })
        if (user?.email === null) await tx.appUsers.proveEmail(id, customer.userId, sentTo, now)
        await endUserSessions(recorder, tx, id, [customer.userId], now)
      })
      return { message: 'Password changed' }
    },

    'POST /api/portal/:slug/recover-key': async ({ params: { slug }, body, request }) => {
      const application = await context.findPortal(request, slug)
      await afterAnswer(context, request, application, () => sendKeys(context, application, body.email))
      return { message: 'If license keys were bought with this address, they are on their way.' }
    },
  }
}

async function sendSignInCode(context: PortalContext, application: Application, licenseKey: string): Promise<void> {
  const { stores } = context
  const license = await stores.licenses.findByKey(application.id, licenseKey)
  if (!license) return
  const holder = await stores.appUsers.findHolder(application.id, license.id)
  const to =
    (holder && (await stores.appUsers.provedEmail(application.id, holder.id))) ??
    (await stores.orders.emailOfLicense(application.id, license.id))
  if (to === null) return
  await sendCode(context, application, {
    ...{ kind: 'sign_in', to, validMs: codeMinutes * minuteMs },
    customer: { userId: null, licenseId: license.id },
    subject: (code) => ({ kind: 'code', code, validMinutes: codeMinutes }),
  })
}

interface Forgetful {
  readonly username: string
  readonly email?: string | undefined
}

async function sendResetCode(context: PortalContext, application: Application, sent: Forgetful): Promise<void> {
  const { appUsers } = context.stores
  const user = await appUsers.findByName(application.id, sent.username)
  if (!user || user.kind === 'license') return
  const to = user.email ?? (await importedAddress(appUsers, user, application.id, sent.email))
  if (to === undefined) return
  await sendCode(context, application, {
    ...{ kind: 'reset', to, validMs: resetMinutes * minuteMs },
    customer: { userId: user.id, licenseId: null },
    subject: (code) => ({ kind: 'reset', username: user.username, code, validMinutes: resetMinutes }),
  })
}

/** The address that was entered, if it is the one that the user was imported with. */
async function importedAddress(
  appUsers: Stores['appUsers'],
  { id }: { readonly id: number },
  applicationId: number,
  entered: string | undefined,
): Promise<string | undefined> {
  const hash = entered === undefined ? null : await appUsers.importedEmail(applicationId, id)
  return entered !== undefined && hash !== null && isImportedEmail(entered, hash) ? entered : undefined
}

async function sendKeys({ lists, mailQueue }: PortalContext, { id }: Application, email: string): Promise<void> {
  const orders = await lists.orders.ofBuyer(id, email, mostOrders)
  const keys: string[] = []
  for (const licenseId of orders.flatMap(({ licenseIds }) => licenseIds).slice(0, mostKeys)) {
    const license = await lists.licenses.find(id, licenseId)
    if (license) keys.push(license.licenseKey)
  }
  const to = orders[0]?.email
  if (keys.length === 0 || !to) return
  const order = [...new Set(orders.map(({ orderRef }) => orderRef))].join(', ')
  await lists.transaction((tx) =>
    mailQueue.queueMail(tx, { applicationId: id, to, subject: { kind: 'key', keys, order, isTest: false } }),
  )
}
