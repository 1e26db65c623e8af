import type { TemplateDraft } from '../../common/code-samples/template-editor.tsx'
import { TemplateField } from '../../common/code-samples/template-editor.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'

export interface EditTemplateDialogProps {
  readonly draft: TemplateDraft
  readonly source: string
  readonly title: string
}

/** The text of a template, to be changed for everybody. */
export function EditTemplateDialog({ draft, source, title }: EditTemplateDialogProps) {
  return (
    <Dialog
      isOpen={draft.isEditing}
      onOpenChange={(isOpen) => !isOpen && draft.cancel()}
      title={`Edit Template: ${title}`}
      size="lg"
      isDirty={draft.isDirty}
      onSubmit={() => draft.save()}
      footer={
        <>
          <Button onClick={draft.cancel}>Cancel</Button>
          <Button variant="primary" type="submit" isBusy={draft.isSaving} busyText="Saving...">
            Save Template
          </Button>
        </>
      }
    >
      <TemplateField draft={draft} source={source} label={`Template for ${title}`} />
    </Dialog>
  )
}
