import { RotateCcw } from 'lucide-react'
import { useState } from 'react'
import type { SampleLanguage } from '../../../shared/render-sample.ts'
import * as texts from '../../texts/code-samples.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { useDialog } from '../../ui/dialog/use-dialog-value.ts'
import { Note } from '../../ui/feedback/note.tsx'
import { EditConflict } from '../forms/edit-conflict.ts'
import { useOverwriteQuestion } from '../forms/overwrite-dialog.tsx'
import { CodeField } from './code-field.tsx'
import { type UsedTemplate, useRestoreTemplate, useSaveTemplate } from './use-templates.ts'

/** A template being edited; if someone else changed it meanwhile, the save asks. */
export function useTemplateDraft(language: SampleLanguage, template: UsedTemplate | undefined) {
  const [draft, setDraft] = useState<{ readonly text: string; readonly opened: UsedTemplate }>()
  const overwrite = useOverwriteQuestion(() => send(true))
  // Text typed during the save stays a draft.
  const save = useSaveTemplate(language, (_, { text }) => setDraft((now) => (now?.text === text ? undefined : now)))
  const send = (isAsked: boolean) => {
    overwrite.hide()
    if (draft === undefined) return
    save.mutate({ ...draft, isAsked }, { onError: overwrite.ask })
  }
  return {
    isEditing: draft !== undefined,
    isDirty: draft !== undefined && draft.text !== draft.opened.source,
    begin: () => setDraft(template && { text: template.source, opened: template }),
    cancel: () => {
      save.reset()
      setDraft(undefined)
    },
    change: (text: string) => setDraft((old) => old && { ...old, text }),
    save: () => send(false),
    isSaving: save.isPending,
    /** Why the server rejected the text. */
    error: save.error === null || save.error instanceof EditConflict ? undefined : save.error.message,
    question: overwrite.question,
  }
}

export type TemplateDraft = ReturnType<typeof useTemplateDraft>

/** Restores the shipped text of a language, after asking. */
export function RestoreButton({ language }: { readonly language: SampleLanguage }) {
  const asking = useDialog()
  const restore = useRestoreTemplate(language, asking.close)
  return (
    <>
      <Button size="sm" icon={<RotateCcw size={16} strokeWidth={1.75} aria-hidden />} onClick={asking.open}>
        {texts.restore}
      </Button>
      <ConfirmDialog
        {...asking.dialog}
        title={texts.restoreTheShippedText}
        text={texts.theEditedTemplateIs}
        confirmText={texts.restore}
        tone="primary"
        isPending={restore.isPending}
        onConfirm={() => restore.mutate(undefined)}
      />
    </>
  )
}

interface TemplateFieldProps {
  readonly draft: TemplateDraft
  readonly source: string
  readonly label: string
}

/** The editor of a template, with the rules for its placeholders. */
export function TemplateField({ draft, source, label }: TemplateFieldProps) {
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <Note>
        {texts.thisTemplateAppliesTo} <code>{texts.yourApiKey}</code> {texts.areFilledInFor}
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
