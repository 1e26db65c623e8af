import { useState } from 'react'
import * as texts from '../../texts/api-config.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import type { DialogState } from '../../ui/dialog/opening.tsx'
import { Field } from '../../ui/form/field.tsx'
import { Select } from '../../ui/form/select.tsx'
import { Time } from '../../ui/text/time.tsx'
import { type Grace, useRotateKey } from './use-api-keys.ts'

export interface RotateKeyDialogProps extends DialogState {
  readonly applicationId: number
  readonly lastUsedAt: string | null
}

const graces: readonly { readonly value: Grace; readonly label: string }[] = [
  { value: 'now', label: texts.dontKeepIt },
  { value: '24h', label: '24 hours' },
  { value: '7d', label: '7 days' },
  { value: '30d', label: '30 days' },
]

/** Creates a new key; the previous one works for a chosen time. */
export function RotateKeyDialog({ applicationId, lastUsedAt, ...dialog }: RotateKeyDialogProps) {
  const [grace, setGrace] = useState<Grace>('30d')
  const rotate = useRotateKey(applicationId, dialog.onClose)
  return (
    <ConfirmDialog
      {...dialog}
      title={texts.rotateApiKey}
      text={texts.createsANewKey}
      tone={grace === 'now' ? 'danger' : 'primary'}
      needs="manage"
      confirmText={texts.rotateKey}
      pendingText={texts.rotating}
      isPending={rotate.isPending}
      onConfirm={() => rotate.mutate(grace)}
    >
      <Field
        label={texts.keepOldKeyFor}
        hint={grace === 'now' ? texts.clientsWithTheOld : texts.releaseYourSoftwareWith}
      >
        <Select options={graces} value={grace} onChange={setGrace} />
      </Field>
      <p className="text-second text-fg-2">
        {texts.oldKeyLastUsed} <Time value={lastUsedAt} none="never" />
      </p>
    </ConfirmDialog>
  )
}
