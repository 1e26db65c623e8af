import { useState } from 'react'
import * as texts from '../../texts/webhooks.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import type { DialogState } from '../../ui/dialog/opening.tsx'
import { Field } from '../../ui/form/field.tsx'
import { Select } from '../../ui/form/select.tsx'
import { useRotateSecret, type WithSecret } from './use-webhooks.ts'
import type { Webhook } from './webhook-types.ts'

export interface RotateSecretDialogProps extends DialogState {
  readonly webhook: Webhook
  readonly onRotated: (rotated: WithSecret) => void
}

const overlaps = [
  { value: '0', label: texts.dontKeepIt },
  { value: '1', label: '1 hour' },
  { value: '24', label: '24 hours' },
  { value: '72', label: '3 days' },
  { value: '168', label: '7 days' },
] as const

/** Creates a new secret; the previous one also signs for a chosen time. */
export function RotateSecretDialog({ webhook, onRotated, ...dialog }: RotateSecretDialogProps) {
  const [overlap, setOverlap] = useState<(typeof overlaps)[number]['value']>('24')
  const rotate = useRotateSecret(webhook, onRotated, dialog.onClose)
  return (
    <ConfirmDialog
      {...dialog}
      title={texts.rotateSecret}
      text={texts.createsANewSecret}
      tone="primary"
      needs="manage"
      confirmText={texts.rotateSecret}
      pendingText={texts.rotating}
      isPending={rotate.isPending}
      onConfirm={() => rotate.mutate(Number(overlap))}
    >
      <Field label={texts.keepOldSecretFor} hint={texts.deliveriesCarryBothSignatures}>
        <Select options={overlaps} value={overlap} onChange={setOverlap} />
      </Field>
    </ConfirmDialog>
  )
}
