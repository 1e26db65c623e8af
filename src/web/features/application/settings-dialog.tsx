import { useEditForm } from '../../common/forms/use-edit-form.tsx'
import { settingsHref } from '../../common/settings-parts.ts'
import { useReadOnlyReason } from '../../session/read-only-reason.ts'
import * as texts from '../../texts/application.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { type DialogState, freshPerOpening } from '../../ui/dialog/opening.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { SettingsBasics } from './settings-basics.tsx'
import { changeOf, settingsErrors, settingsLabels, settingsOf } from './settings-form.ts'
import { type Application, useApplicationCalls } from './use-application.ts'

export interface SettingsDialogProps extends DialogState {
  readonly application: Application
}

export const SettingsDialog = freshPerOpening(SettingsWindow)

function SettingsWindow({ application, isOpen, onClose }: SettingsDialogProps) {
  const calls = useApplicationCalls(application.id)
  const refusal = useReadOnlyReason()
  const { text, flag, errors, dialog } = useEditForm({
    ...{ row: application, isOpen, onClose, calls, changeOf },
    formOf: settingsOf,
    labels: settingsLabels,
    validate: settingsErrors,
    invalidToast: (first) => ({ title: texts.failedToUpdateApplication, description: first }),
  })
  return (
    <FormDialog
      {...dialog}
      size="lg"
      title={texts.settings}
      submitText={texts.saveChanges}
      needs="manage"
      busyText={texts.saving}
    >
      {refusal !== undefined && <Note>{texts.theseSettingsAreRead(refusal)}</Note>}
      <fieldset disabled={refusal !== undefined} className="flex min-w-0 flex-col gap-5">
        <SettingsBasics {...{ text, flag, errors }} />
      </fieldset>
      <TextLink href={settingsHref(application.id, 'general')} className="self-start">
        {texts.allSettings}
      </TextLink>
    </FormDialog>
  )
}
