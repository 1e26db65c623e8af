import { useEditForm } from '../../common/forms/use-edit-form.tsx'
import { useFormDialog } from '../../common/forms/use-form-dialog.tsx'
import * as texts from '../../texts/webhooks.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import type { DialogState } from '../../ui/dialog/opening.tsx'
import { useCreateWebhook, useWebhookCalls, type WithSecret } from './use-webhooks.ts'
import { WebhookFields } from './webhook-fields.tsx'
import { blankWebhook, changeOf, formOf, newWebhookOf, type WebhookForm, webhookLabels } from './webhook-form.ts'
import type { Webhook } from './webhook-types.ts'

export interface AddWebhookDialogProps extends DialogState {
  /** Undefined: the application is fixed. */
  readonly applications: ReadonlyMap<number, string> | undefined
  /** The application that the list shows now. */
  readonly applicationId: number | undefined
  readonly onCreated: (created: WithSecret) => void
}

export function AddWebhookDialog({ applications, applicationId, isOpen, onClose, onCreated }: AddWebhookDialogProps) {
  const fields = useFormDialog({ blank: blankWebhook(applicationId), isOpen, onClose })
  const create = useCreateWebhook(onCreated, fields.close)
  return (
    <FormDialog
      {...fields.dialog(create, newWebhookOf)}
      size="lg"
      title={texts.addWebhook}
      description={texts.sendEventsToYour}
      needs="manage"
      submitText={texts.createWebhook}
      busyText={texts.creating}
      disabledReason={missingIn(fields.form)}
    >
      <WebhookFields {...fields} applications={applications} isNew maskedUrl={undefined} />
    </FormDialog>
  )
}

export interface EditWebhookDialogProps extends DialogState {
  readonly webhook: Webhook
}

export function EditWebhookDialog({ webhook, isOpen, onClose }: EditWebhookDialogProps) {
  const calls = useWebhookCalls(webhook)
  const fields = useEditForm({ row: webhook, isOpen, onClose, calls, formOf, changeOf, labels: webhookLabels })
  const maskedUrl = webhook.isUrlMasked ? webhook.url : undefined
  return (
    <FormDialog
      {...fields.dialog}
      size="lg"
      title={texts.editWebhook}
      needs="manage"
      submitText={texts.saveChanges}
      busyText={texts.saving}
      disabledReason={missingIn(fields.form, maskedUrl)}
    >
      <WebhookFields {...fields} applications={undefined} isNew={false} maskedUrl={maskedUrl} />
    </FormDialog>
  )
}

function missingIn(form: WebhookForm, maskedUrl?: string): string | undefined {
  if (form.url.trim() === '' && maskedUrl === undefined) return texts.enterAUrl
  return form.events.length === 0 ? texts.chooseAtLeastOne : undefined
}
