import { useFormDialog } from '../../common/forms/use-form-dialog.tsx'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { Checkbox } from '../../ui/form/checkbox.tsx'
import { Field } from '../../ui/form/field.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { formatDate, isNever } from '../../ui/text/format.ts'
import type { LicenseDialogProps } from './edit-license-dialog.tsx'
import { type HoldAction, useHoldLicense } from './use-license-holds.ts'
import type { License } from './use-licenses.ts'

export interface HoldLicenseDialogProps extends LicenseDialogProps {
  readonly action: HoldAction
}

const texts = {
  pause: {
    title: 'Pause License',
    busy: 'Pausing...',
    text: 'Nobody can sign in or register with this key until you resume it. A running program ends at its next heartbeat.',
  },
  ban: {
    title: 'Ban License',
    busy: 'Banning...',
    text: 'Nobody can sign in or register with this key until you unban it. A running program ends at its next heartbeat.',
  },
  unpause: { title: 'Resume License', busy: 'Resuming...', text: 'This key can be used again.' },
  unban: { title: 'Unban License', busy: 'Unbanning...', text: 'This key can be used again.' },
  reason: 'Reason (Optional)',
  reasonHint: 'For you and your team. Programs never get it.',
  giveBack: 'Add the time of the pause to its expiry',
} as const

/** Pauses or bans a license with a reason, or ends that. */
export function HoldLicenseDialog({ applicationId, license, action, isOpen, onClose }: HoldLicenseDialogProps) {
  const { form, set, text, close, dialog } = useFormDialog({ blank: { reason: '', giveBack: false }, isOpen, onClose })
  const hold = useHoldLicense(applicationId, action, () => close())
  const { title, busy, text: description } = texts[action]
  const longer = action === 'unpause' ? givenBack(license, new Date()) : undefined
  return (
    <FormDialog
      {...dialog(hold, ({ reason, giveBack }) => ({ license, reason, giveBack }))}
      needs="manage"
      title={title}
      description={description}
      submitText={title}
      busyText={busy}
      {...(action === 'ban' && { variant: 'danger' as const })}
    >
      {(action === 'pause' || action === 'ban') && (
        <Field label={texts.reason} hint={texts.reasonHint}>
          <TextInput {...text('reason')} maxLength={200} autoComplete="off" />
        </Field>
      )}
      {longer && (
        <Checkbox
          label={texts.giveBack}
          hint={`It then expires on ${formatDate(longer.toISOString())} instead of ${formatDate(license.expiresAt ?? '')}.`}
          checked={form.giveBack}
          onChange={(giveBack) => set({ giveBack })}
        />
      )}
    </FormDialog>
  )
}

/** The expiry with the time of the pause; undefined where the pause took none. */
function givenBack({ expiresAt, heldAt }: License, now: Date): Date | undefined {
  if (expiresAt === null || heldAt === null || isNever(expiresAt)) return undefined
  const [end, since] = [new Date(expiresAt).getTime(), new Date(heldAt).getTime()]
  return end > since ? new Date(end + Math.max(0, now.getTime() - since)) : undefined
}
