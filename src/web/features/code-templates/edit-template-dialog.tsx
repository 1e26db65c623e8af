import type { TemplateDraft } from '../../common/code-samples/template-editor.tsx'
import { TemplateField } from '../../common/code-samples/template-editor.tsx'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import type { DialogState } from '../../ui/dialog/opening.tsx'

export interface EditTemplateDialogProps extends DialogState {
  readonly draft: TemplateDraft
  readonly source: string
  readonly title: string
}

/** Edits a template for all users of this server. */
export function EditTemplateDialog({ draft, source, title, isOpen, onClose }: EditTemplateDialogProps) {
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title={`Edit Template: ${title}`}
      size="lg"
      isDirty={draft.isDirty}
      onSubmit={() => draft.save()}
      submitText="Save Template"
      isBusy={draft.isSaving}
      busyText="Saving..."
    >
      <TemplateField draft={draft} source={source} label={`Template for ${title}`} />
    </FormDialog>
  )
}
