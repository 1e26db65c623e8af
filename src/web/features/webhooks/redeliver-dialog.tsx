import { useState } from 'react'
import * as texts from '../../texts/webhooks.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import type { DialogState } from '../../ui/dialog/opening.tsx'
import { Field } from '../../ui/form/field.tsx'
import { Select } from '../../ui/form/select.tsx'
import { useRedeliverSince } from './use-deliveries.ts'

export interface RedeliverDialogProps extends DialogState {
  readonly webhookId: string
}

const spans = [
  { value: '1', label: texts.inTheLastHour },
  { value: '24', label: texts.inTheLast24 },
  { value: '168', label: texts.inTheLast7 },
  { value: '720', label: texts.inTheLast30 },
] as const

const hourMs = 3_600_000

/** Redelivers everything that failed within a period. */
export function RedeliverDialog({ webhookId, ...dialog }: RedeliverDialogProps) {
  const [span, setSpan] = useState<(typeof spans)[number]['value']>('24')
  const redeliver = useRedeliverSince(webhookId, dialog.onClose)
  return (
    <ConfirmDialog
      {...dialog}
      title={texts.redeliverAllFailed}
      text={texts.resendsEveryFailedDelivery}
      tone="primary"
      needs="manage"
      confirmText={texts.redeliverText}
      pendingText={texts.redelivering}
      isPending={redeliver.isPending}
      onConfirm={() => redeliver.mutate(new Date(Date.now() - Number(span) * hourMs).toISOString())}
    >
      <Field label={texts.failed}>
        <Select options={spans} value={span} onChange={setSpan} />
      </Field>
    </ConfirmDialog>
  )
}
