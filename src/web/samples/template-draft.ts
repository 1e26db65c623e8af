import { useState } from 'react'
import type { SampleLanguage } from '../../shared/render-sample.ts'
import { useSaveTemplate } from './use-templates.ts'

/** A template's text while somebody changes it. */
export function useTemplateDraft(language: SampleLanguage, source: string | undefined) {
  const [draft, setDraft] = useState<string>()
  // What was typed during the save is still a draft.
  const save = useSaveTemplate(language, (_, sent) => setDraft((now) => (now === sent ? undefined : now)))
  const error = save.error === null ? undefined : save.error.message
  return {
    isEditing: draft !== undefined,
    isDirty: draft !== undefined && draft !== source,
    begin: () => setDraft(source),
    cancel: () => {
      save.reset()
      setDraft(undefined)
    },
    change: setDraft,
    save: () => draft !== undefined && save.mutate(draft),
    isSaving: save.isPending,
    /** Why the server refused the text. */
    error,
  }
}

export type TemplateDraft = ReturnType<typeof useTemplateDraft>
