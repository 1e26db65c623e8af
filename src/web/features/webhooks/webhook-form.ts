import type { EventName } from '../../../shared/events.ts'
import { formatOfUrl, type WebhookFormat } from '../../../shared/webhook-formats.ts'
import type { Labels } from '../../common/forms/find-conflicts.ts'
import * as texts from '../../texts/webhooks.ts'
import type { NewWebhook, WebhookChange } from './use-webhooks.ts'
import { formatNames, type Webhook } from './webhook-types.ts'

/** State of the form. */
export interface WebhookForm {
  readonly url: string
  readonly events: readonly EventName[]
  readonly isActive: boolean
  /** null: derived from the address. */
  readonly format: WebhookFormat | null
  readonly secret: string
  /** Undefined: all applications of the account. */
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

/** An address that contains a secret arrives masked and isn't filled in: a blank field keeps it. */
export const formOf = (webhook: Webhook): WebhookForm => ({
  url: webhook.isUrlMasked ? '' : webhook.url,
  events: webhook.events,
  isActive: webhook.isActive,
  format: webhook.isFormatDerived ? null : webhook.format,
  secret: '',
  applicationId: webhook.applicationId ?? undefined,
})

/** A blank secret is left out: the server generates one. */
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

/** The labels of the dialog; an existing webhook has no secret field. */
export const webhookLabels: Labels<WebhookForm> = {
  url: 'URL',
  events: texts.events,
  isActive: texts.active,
  format: { label: texts.format, show: (format) => (format === null ? texts.byTheUrl : formatNames[format]) },
}

/** The changed fields. */
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

/** The format that would be sent. */
export const effectiveFormat = ({ format, url }: Pick<WebhookForm, 'format' | 'url'>): WebhookFormat =>
  format ?? formatOfUrl(url.trim())
