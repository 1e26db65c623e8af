import type { EventName } from '../../../shared/events.ts'
import { formatOfUrl, type WebhookFormat } from '../../../shared/webhook-formats.ts'
import type { Labels } from '../../common/forms/find-conflicts.ts'
import type { NewWebhook, WebhookChange } from './use-webhooks.ts'
import { formatNames, type Webhook } from './webhook-types.ts'

/** The form of a webhook while it is edited. */
export interface WebhookForm {
  readonly url: string
  readonly events: readonly EventName[]
  readonly isActive: boolean
  /** null: as the address says. */
  readonly format: WebhookFormat | null
  readonly secret: string
  /** Undefined: every application of the account. */
  readonly applicationId: number | undefined
}

export const blankWebhook = (applicationId: number | undefined): WebhookForm => ({
  url: '',
  events: ['user_login'],
  isActive: true,
  format: null,
  secret: '',
  applicationId,
})

/** An address that is a secret comes masked and is not filled in: a blank one stays as it is. */
export const formOf = (webhook: Webhook): WebhookForm => ({
  url: webhook.isUrlMasked ? '' : webhook.url,
  events: webhook.events,
  isActive: webhook.isActive,
  format: webhook.isFormatDerived ? null : webhook.format,
  secret: '',
  applicationId: webhook.applicationId ?? undefined,
})

/** A blank secret is left out: the server makes one. */
export function newWebhookOf(form: WebhookForm): NewWebhook {
  const { url, events, isActive, format, secret, applicationId } = form
  return {
    url: url.trim(),
    events: [...events],
    isActive,
    ...(format !== null && { format }),
    ...(secret.trim() !== '' && effectiveFormat(form) === 'json' && { secret }),
    ...(applicationId !== undefined && { applicationId }),
  }
}

/** As the dialog names them; the secret is no field of a stored one. */
export const webhookLabels: Labels<WebhookForm> = {
  url: 'URL',
  events: 'Events',
  isActive: 'Active',
  format: { label: 'Format', show: (format) => (format === null ? 'By the URL' : formatNames[format]) },
}

/** What differs from what was opened. */
export function changeOf(form: WebhookForm, opened: Webhook): WebhookChange {
  const stored = formOf(opened)
  const url = form.url.trim()
  const isNewUrl = url !== '' && url !== stored.url
  return {
    ...(isNewUrl && { url }),
    ...(form.events.join() !== stored.events.join() && { events: [...form.events] }),
    ...(form.isActive !== stored.isActive && { isActive: form.isActive }),
    ...(form.format !== stored.format && { format: form.format }),
  }
}

/** What would be sent. */
export const effectiveFormat = ({ format, url }: Pick<WebhookForm, 'format' | 'url'>): WebhookFormat =>
  format ?? formatOfUrl(url.trim())
