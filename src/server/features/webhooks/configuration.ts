import type { webhookRoutes } from '../../../shared/contract/webhooks.ts'
import type { EventName } from '../../../shared/events.ts'
import { formatOfUrl, type WebhookFormat } from '../../../shared/webhook-formats.ts'
import type { Webhooks } from '../../events/webhooks/open-webhooks.ts'
import { isUsableSecret, newWebhookSecret } from '../../events/webhooks/send/outgoing-request.ts'
import { findApplication, membershipsOf } from '../../http/auth/application-access.ts'
import type { Caller } from '../../http/auth/authenticate.ts'
import { audit, type Dashboard } from '../../http/dashboard.ts'
import { fieldError } from '../../http/field-error.ts'
import { Problem } from '../../http/problem.ts'
import type { Handlers } from '../../http/serve-routes.ts'
import { pagedList } from '../../http/streams/paged-list.ts'
import type { Patch } from '../../store/columns.ts'
import { defined } from '../../store/columns.ts'
import type { Webhook, WebhookSettings } from '../../store/webhooks/webhooks.ts'
import { findWebhook, webhookSubject } from './find-webhook.ts'
import { maskedUrl, webhookViews } from './webhook-view.ts'

export interface WebhookDeps extends Pick<Dashboard, 'stores' | 'clock'> {
  readonly webhooks: Webhooks
}

export type ConfigurationRoutes = Pick<
  typeof webhookRoutes,
  | 'GET /api/webhooks'
  | 'POST /api/webhooks'
  | 'GET /api/webhooks/:id'
  | 'PUT /api/webhooks/:id'
  | 'DELETE /api/webhooks/:id'
  | 'POST /api/webhooks/:id/rotate-secret'
>

/** Every event writes a row for each subscribed webhook, so their number is limited. */
const maxWebhooks = 50
const defaultEvents: readonly EventName[] = ['user_login']
const defaultOverlapHours = 24
const hourMs = 3_600_000

export function configurationHandlers({ stores, clock, webhooks }: WebhookDeps): Handlers<ConfigurationRoutes> {
  const show = async (caller: Caller, webhook: Webhook) => {
    const [shown] = await webhookViews(stores, caller, [webhook], clock.now())
    if (!shown) throw new Problem('webhook_not_found')
    return shown
  }

  return {
    'GET /api/webhooks': async ({ caller, query }) => {
      const { limit, cursor, applicationId, sort = 'id:desc', ...filter } = query
      const accountId =
        applicationId === undefined
          ? caller.accountId
          : (await findApplication(stores, caller, applicationId, 'look')).ownerId
      const memberOf = applicationId === undefined ? await membershipsOf(stores, caller) : []
      const scope = { accountId, applicationId, memberOf }
      return pagedList(
        { limit, cursor },
        {
          sort,
          sortedBy: 'number',
          total: await stores.webhooks.count(scope, filter),
          read: async (after, size) => {
            const slice = await stores.webhooks.list(scope, filter, sort === 'id:desc', after, size)
            return { rows: await webhookViews(stores, caller, slice.rows, clock.now()), next: slice.next }
          },
          show: (webhook) => webhook,
        },
      )
    },

    'POST /api/webhooks': async ({ caller, request, body, idempotentTransaction }) => {
      const { applicationId, url, events = defaultEvents, isActive = true, format } = body
      const secret = validSecret(body.secret) ?? newWebhookSecret()
      const settings = { url, ...formatFor(url, format), events: unique(events), isActive }
      const now = clock.now()
      const made = await idempotentTransaction(async (tx) => {
        const accountId =
          applicationId == null
            ? caller.accountId
            : (await findApplication(tx, caller, applicationId, 'manage')).ownerId
        const target = { accountId, applicationId: applicationId ?? null }
        if ((await tx.webhooks.countAt(accountId, target.applicationId)) >= maxWebhooks) {
          throw new Problem('too_many_webhooks')
        }
        const webhook = await tx.webhooks.insert({ ...target, ...settings, secret }, now)
        await audit(tx, { caller, request }, 'webhook.create', webhookSubject(webhook), now)
        const [shown] = await webhookViews(tx, caller, [webhook], now)
        if (!shown) throw new Problem('webhook_not_found')
        return { ...shown, secret }
      })
      webhooks.changed()
      return made
    },

    'GET /api/webhooks/:id': async ({ caller, params }) =>
      show(caller, await findWebhook(stores, caller, params.id, 'look')),

    'PUT /api/webhooks/:id': async ({ caller, request, params, body }) => {
      const now = clock.now()
      const secret = validSecret(body.secret)
      const webhook = await stores.transaction(async (tx) => {
        const before = await findWebhook(tx, caller, params.id, 'manage')
        const changed = await tx.webhooks.update(
          before.id,
          settingsChange(before, body, maskedUrl(before, caller, await tx.members.rolesOf(caller.accountId)).url),
        )
        const rotated = secret === undefined ? changed : await tx.webhooks.replaceSecret(before.id, secret, null)
        if (!rotated) throw new Problem('webhook_not_found')
        const names = Object.keys(defined(body)).join(', ')
        if (names) await audit(tx, { caller, request }, 'webhook.update', webhookSubject(before), now, names)
        return rotated
      })
      webhooks.changed()
      return show(caller, webhook)
    },

    'DELETE /api/webhooks/:id': async ({ caller, request, params }) => {
      const now = clock.now()
      await stores.transaction(async (tx) => {
        const found = await findWebhook(tx, caller, params.id, 'manage')
        await tx.webhooks.remove(found.id, now)
        await audit(tx, { caller, request }, 'webhook.delete', webhookSubject(found), now)
      })
      webhooks.changed()
      return { message: 'Webhook deleted' }
    },

    'POST /api/webhooks/:id/rotate-secret': async ({ caller, request, params, body }) => {
      const { overlapHours = defaultOverlapHours } = body
      const secret = validSecret(body.secret) ?? newWebhookSecret()
      const now = clock.now()
      const webhook = await stores.transaction(async (tx) => {
        const found = await findWebhook(tx, caller, params.id, 'manage')
        const endsAt = overlapHours === 0 ? null : new Date(now.getTime() + overlapHours * hourMs)
        const rotated = await tx.webhooks.replaceSecret(found.id, secret, endsAt)
        if (!rotated) throw new Problem('webhook_not_found')
        const details = `${overlapHours} h overlap`
        await audit(tx, { caller, request }, 'webhook.rotate_secret', webhookSubject(found), now, details)
        return rotated
      })
      return { ...(await show(caller, webhook)), secret }
    },
  }
}

/** A blank secret counts as none. */
function validSecret(secret: string | undefined): string | undefined {
  if (!secret?.trim()) return undefined
  if (!isUsableSecret(secret)) {
    throw fieldError('secret', 'After whsec_, a secret needs Base64 of at least 16 bytes.')
  }
  return secret
}

function formatFor(url: string, format: WebhookFormat | null | undefined) {
  const derived = formatOfUrl(url)
  return { format: format ?? derived, isFormatDerived: format == null }
}

/** A derived format follows a new URL. A URL that is sent back masked, as it was shown, is left unchanged. */
function settingsChange(
  before: Webhook,
  sent: Patch<Omit<WebhookSettings, 'format'> & { format: WebhookFormat | null }>,
  shown: string,
): Patch<WebhookSettings> {
  const { events, isActive, format } = sent
  const url = sent.url === shown ? undefined : sent.url
  const isDerivedAnew = url !== undefined && before.isFormatDerived
  return {
    url,
    events: events && unique(events),
    isActive,
    ...((format !== undefined || isDerivedAnew) && formatFor(url ?? before.url, format)),
  }
}

const unique = (events: readonly EventName[]): readonly EventName[] => [...new Set(events)]
