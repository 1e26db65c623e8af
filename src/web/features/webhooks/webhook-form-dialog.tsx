import { useState } from 'react'
import { fieldErrors } from '../../api/api-error.ts'
import { useLeaveGuard } from '../../common/forms/leave-guard.tsx'
import { useEditForm } from '../../common/forms/use-edit-form.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { perOpening } from '../../ui/dialog/opening.tsx'
import { useCreateWebhook, useWebhookCalls, type WithSecret } from './use-webhooks.ts'
import { WebhookFields } from './webhook-fields.tsx'
import { blankWebhook, changeOf, formOf, newWebhookOf, type WebhookForm, webhookLabels } from './webhook-form.ts'
import type { Webhook } from './webhook-types.ts'

interface WindowProps {
  readonly isOpen: boolean
  readonly onClose: () => void
}

export interface AddWebhookDialogProps extends WindowProps {
  readonly applications: ReadonlyMap<number, string>
  /** The application that the list shows now. */
  readonly applicationId: number | undefined
  readonly onCreated: (created: WithSecret) => void
}

export const AddWebhookDialog = perOpening(AddWebhookWindow)

function AddWebhookWindow({ isOpen, onClose, applications, applicationId, onCreated }: AddWebhookDialogProps) {
  const [form, setForm] = useState(() => blankWebhook(applicationId))
  const isDirty = JSON.stringify(form) !== JSON.stringify(blankWebhook(applicationId))
  const guard = useLeaveGuard(isOpen && isDirty)
  const close = () => guard.leave(onClose)
  const create = useCreateWebhook(onCreated, close)
  return (
    <WebhookWindow
      {...{ isOpen, close, form, isDirty }}
      title="Add Webhook"
      description="Your server hears of an event the moment it happens."
      error={create.error}
      onChange={(change) => setForm((old) => ({ ...old, ...change }))}
      onSubmit={() => create.mutate(newWebhookOf(form))}
      isPending={create.isPending}
      button="Create Webhook"
      busyText="Creating..."
      applications={applications}
      isNew
      question={guard.question}
    />
  )
}

export interface EditWebhookDialogProps extends WindowProps {
  readonly webhook: Webhook
}

export const EditWebhookDialog = perOpening(EditWebhookWindow)

function EditWebhookWindow({ isOpen, onClose, webhook }: EditWebhookDialogProps) {
  const calls = useWebhookCalls(webhook)
  const edits = useEditForm({ row: webhook, isOpen, onClose, calls, formOf, changeOf, labels: webhookLabels })
  const { form, close, isDirty } = edits
  return (
    <WebhookWindow
      {...{ isOpen, close, form, isDirty }}
      title="Edit Webhook"
      error={edits.error}
      onChange={edits.set}
      onSubmit={edits.submit}
      isPending={edits.isSaving}
      button="Save Changes"
      busyText="Saving..."
      maskedUrl={webhook.isUrlMasked ? webhook.url : undefined}
      question={edits.question}
    />
  )
}

interface WebhookWindowProps {
  readonly isOpen: boolean
  readonly close: () => void
  readonly title: string
  readonly description?: string
  readonly form: WebhookForm
  readonly isDirty: boolean
  readonly error: Error | null
  readonly onChange: (change: Partial<WebhookForm>) => void
  readonly onSubmit: () => void
  readonly isPending: boolean
  readonly button: string
  readonly busyText: string
  readonly applications?: ReadonlyMap<number, string>
  readonly isNew?: boolean
  readonly maskedUrl?: string | undefined
  readonly question: React.ReactNode
}

function WebhookWindow(props: WebhookWindowProps) {
  const { isOpen, close, form, maskedUrl } = props
  const whyNot =
    form.url.trim() === '' && maskedUrl === undefined
      ? 'Enter the address of the receiver.'
      : form.events.length === 0
        ? 'Choose at least one event.'
        : undefined
  return (
    <Dialog
      size="lg"
      isOpen={isOpen}
      onOpenChange={(isOpening) => !isOpening && close()}
      title={props.title}
      description={props.description}
      isDirty={props.isDirty}
      onSubmit={() => whyNot === undefined && props.onSubmit()}
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button
            variant="primary"
            type="submit"
            isBusy={props.isPending}
            busyText={props.busyText}
            disabledReason={whyNot}
          >
            {props.button}
          </Button>
        </>
      }
    >
      <WebhookFields
        form={form}
        onChange={props.onChange}
        errors={fieldErrors(props.error)}
        applications={props.applications}
        isNew={props.isNew ?? false}
        maskedUrl={maskedUrl}
      />
      {props.question}
    </Dialog>
  )
}
