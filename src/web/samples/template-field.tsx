import { CodeField } from '../ui/code-field.tsx'
import { Note } from '../ui/note.tsx'
import type { TemplateDraft } from './template-draft.tsx'

export interface TemplateFieldProps {
  readonly draft: TemplateDraft
  readonly source: string
  readonly label: string
}

/** The text of a template to be changed, with what has to stay in it. */
export function TemplateField({ draft, source, label }: TemplateFieldProps) {
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <Note>
        This is the template for everybody who uses this server. Values such as <code>YOUR_API_KEY</code> are filled in
        for each application: every placeholder must stay in the text exactly once. A changed template is marked as
        edited, not tested.
      </Note>
      {draft.error !== undefined && (
        <p role="alert" className="text-bad">
          {draft.error}
        </p>
      )}
      {draft.question}
      <div className="h-[min(60dvh,560px)] min-w-0 overflow-hidden rounded-inner border border-control">
        <CodeField label={label} text={source} onChange={draft.change} />
      </div>
    </div>
  )
}
