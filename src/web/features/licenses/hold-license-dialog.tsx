import { useFormDialog } from '../../common/forms/use-form-dialog.tsx'
import * as texts from '../../texts/licenses.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { Checkbox } from '../../ui/form/checkbox.tsx'
import { Field } from '../../ui/form/field.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { isNever } from '../../ui/text/format.ts'
import type { LicenseDialogProps } from './edit-license-dialog.tsx'
import { type HoldAction, useHoldLicense } from './use-license-holds.ts'
import type { License } from './use-licenses.ts'

export interface HoldLicenseDialogProps extends LicenseDialogProps {
  readonly action: HoldAction
}

const wording = {
  pause: { title: texts.pauseLicense, busy: texts.pausing, description: texts.noOneCanUntilResume },
  unpause: { title: texts.resumeLicense, busy: texts.resuming, description: texts.thisKeyCanBeUsed },
  ban: { title: texts.banLicense, busy: texts.banning, description: texts.noOneCanUntilUnban },
  unban: { title: texts.unbanLicense, busy: texts.unbanning, description: texts.thisKeyCanBeUsed },
} as const

/** Pauses or bans a license with a reason, or ends that. */
export function HoldLicenseDialog({ applicationId, license, action, isOpen, onClose }: HoldLicenseDialogProps) {
  const { form, set, text, close, dialog } = useFormDialog({ blank: { reason: '', giveBack: false }, isOpen, onClose })
  const hold = useHoldLicense(applicationId, action, () => close())
  const { title, busy, description } = wording[action]
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
        <Field label={texts.reasonOptional} hint={texts.onlyYourTeamSees}>
          <TextInput {...text('reason')} maxLength={200} autoComplete="off" />
        </Field>
      )}
      {longer && (
        <Checkbox
          label={texts.addTheTimeOf}
          hint={texts.newExpiryInsteadOf(longer.toISOString(), license.expiresAt ?? '')}
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
