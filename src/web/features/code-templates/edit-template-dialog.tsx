import type { TemplateDraft } from '../../common/code-samples/template-editor.tsx'
import { TemplateField } from '../../common/code-samples/template-editor.tsx'
import * as texts from '../../texts/code-templates.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import type { DialogState } from '../../ui/dialog/opening.tsx'

export interface EditTemplateDialogProps extends DialogState {
  readonly draft: TemplateDraft
  readonly source: string
  readonly title: string
}

/** Edits a template for all users of this server. */
export function EditTemplateDialog({ draft, source, title, ...dialog }: EditTemplateDialogProps) {
  return (
    <FormDialog
      {...dialog}
      title={texts.editTemplateOf(title)}
      size="lg"
      isDirty={draft.isDirty}
      onSubmit={() => draft.save()}
      submitText={texts.saveTemplate}
      isBusy={draft.isSaving}
      busyText={texts.saving}
    >
      <TemplateField draft={draft} source={source} label={texts.templateFor(title)} />
    </FormDialog>
  )
}
