import { portalContrastMin, portalNameMaxLength, portalWelcomeMaxLength } from '../../../shared/constants.ts'
import { useEditForm } from '../../common/forms/use-edit-form.tsx'
import * as texts from '../../texts/portal-settings.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import type { DialogState } from '../../ui/dialog/opening.tsx'
import { Field } from '../../ui/form/field.tsx'
import { Select } from '../../ui/form/select.tsx'
import { Switch } from '../../ui/form/switch.tsx'
import { TextArea } from '../../ui/form/text-area.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { portalChange, portalErrors, portalFormOf, portalLabels, whiteContrast } from './portal-form.ts'
import { type Application, usePortalCalls } from './use-portal-settings.ts'

export interface EditPortalDialogProps extends DialogState {
  readonly application: Application
}

/** Whether the portal is open, where, and how it looks. */
export function EditPortalDialog({ application, isOpen, onClose }: EditPortalDialogProps) {
  const { form, text, flag, value, errors, dialog } = useEditForm({
    ...{ row: application, isOpen, onClose, calls: usePortalCalls(application.id) },
    ...{ formOf: portalFormOf, changeOf: portalChange, labels: portalLabels, validate: portalErrors },
  })
  const ratio = whiteContrast(form.portalColor) ?? 0
  const isReadable = ratio >= portalContrastMin
  return (
    <FormDialog
      {...dialog}
      size="lg"
      needs="manage"
      title={texts.dialogTitle}
      submitText={texts.save}
      busyText={texts.saving}
    >
      {/* its hint has two lines on a phone */}
      <div className="shrink-0">
        <Switch label={texts.enabled} hint={texts.enabledHint} {...flag('portalEnabled')} />
      </div>
      <Field label={texts.slug} hint={texts.slugHint(location.origin)} error={errors.portalSlug}>
        <TextInput {...text('portalSlug')} isMono autoComplete="off" autoCapitalize="none" maxLength={40} />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={texts.name} hint={texts.nameHint} error={errors.portalName}>
          <TextInput {...text('portalName')} autoComplete="off" maxLength={portalNameMaxLength} />
        </Field>
        <Field
          label={texts.color}
          hint={isReadable ? texts.colorContrast(ratio.toFixed(1)) : texts.colorHint}
          error={errors.portalColor}
        >
          <TextInput {...text('portalColor')} isMono autoComplete="off" maxLength={7} />
        </Field>
      </div>
      <Field label={texts.supportUrl} hint={texts.supportHint} error={errors.portalSupportUrl}>
        <TextInput {...text('portalSupportUrl')} type="url" autoComplete="off" />
      </Field>
      <Field label={texts.welcome} hint={texts.welcomeHint} error={errors.portalWelcome}>
        <TextArea {...text('portalWelcome')} maxLength={portalWelcomeMaxLength} />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={texts.keyOnly} error={errors.portalKeyOnly}>
          <Select {...value('portalKeyOnly')} options={texts.keyModes} />
        </Field>
        <Field label={texts.releaseDays} hint={texts.releaseHint} error={errors.deviceReleaseDays}>
          <TextInput {...text('deviceReleaseDays')} inputMode="numeric" autoComplete="off" />
        </Field>
      </div>
    </FormDialog>
  )
}
