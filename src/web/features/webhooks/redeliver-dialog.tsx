import { useState } from 'react'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import type { DialogState } from '../../ui/dialog/opening.tsx'
import { Field } from '../../ui/form/field.tsx'
import { Select } from '../../ui/form/select.tsx'
import { useRedeliverSince } from './use-deliveries.ts'

export interface RedeliverDialogProps extends DialogState {
  readonly webhookId: string
}

const spans = [
  { value: '1', label: 'In the last hour' },
  { value: '24', label: 'In the last 24 hours' },
  { value: '168', label: 'In the last 7 days' },
  { value: '720', label: 'In the last 30 days' },
] as const

const hourMs = 3_600_000

/** Redelivers everything that failed within a period. */
export function RedeliverDialog({ webhookId, ...dialog }: RedeliverDialogProps) {
  const [span, setSpan] = useState<(typeof spans)[number]['value']>('24')
  const redeliver = useRedeliverSince(webhookId, dialog.onClose)
  return (
    <ConfirmDialog
      {...dialog}
      title="Redeliver All Failed"
      text="Resends every failed delivery with its original ID, so your server can spot duplicates."
      tone="primary"
      needs="manage"
      confirmText="Redeliver"
      pendingText="Redelivering..."
      isPending={redeliver.isPending}
      onConfirm={() => redeliver.mutate(new Date(Date.now() - Number(span) * hourMs).toISOString())}
    >
      <Field label="Failed">
        <Select options={spans} value={span} onChange={setSpan} />
      </Field>
    </ConfirmDialog>
  )
}
