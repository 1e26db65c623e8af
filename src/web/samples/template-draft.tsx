import { useState } from 'react'
import type { SampleLanguage } from '../../shared/render-sample.ts'
import { ChangedMeanwhile, type Clash } from '../forms/changed-meanwhile.ts'
import { late } from '../ui/late.tsx'
import { type UsedTemplate, useSaveTemplate } from './use-templates.ts'

/** Nobody is asked at first sight. */
const OverwriteDialog = late(async () => (await import('../forms/overwrite-dialog.tsx')).OverwriteDialog)

/** A template's text while somebody changes it; where somebody else changed it meanwhile, the save asks. */
export function useTemplateDraft(language: SampleLanguage, template: UsedTemplate | undefined) {
  const [draft, setDraft] = useState<{ readonly text: string; readonly opened: UsedTemplate }>()
  const [clashes, setClashes] = useState<readonly Clash[]>()
  // What was typed during the save is still a draft.
  const save = useSaveTemplate(language, (_, { text }) => setDraft((now) => (now?.text === text ? undefined : now)))
  const send = (isAsked: boolean) => {
    setClashes(undefined)
    if (draft === undefined) return
    save.mutate(
      { ...draft, isAsked },
      { onError: (error) => error instanceof ChangedMeanwhile && setClashes(error.clashes) },
    )
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
    /** Why the server refused the text. */
    error: save.error === null || save.error instanceof ChangedMeanwhile ? undefined : save.error.message,
    question: <OverwriteDialog clashes={clashes} onKeep={() => setClashes(undefined)} onOverwrite={() => send(true)} />,
  }
}

export type TemplateDraft = ReturnType<typeof useTemplateDraft>
