import { useQuery, useQueryClient } from '@tanstack/react-query'
import { hasPermission } from '../../../shared/permissions.ts'
import type { SampleLanguage } from '../../../shared/render-sample.ts'
import { type ApiReply, api } from '../../api/client.ts'
import { fileKeys } from '../../api/query-keys/files.ts'
import { answer } from '../../api/query-keys/keys.ts'
import { useMutate } from '../../api/use-mutate.ts'
import { useCurrentUser } from '../../session/session.ts'
import * as areaTexts from '../../texts/code-samples.ts'
import { EditConflict } from '../forms/edit-conflict.ts'
import type { HighlightedSample } from './code-kinds.ts'
import { loadSample } from './load-sample.ts'

const allKey = 'GET /api/code-templates'
const oneKey = 'GET /api/code-templates/:language'
type CodeTemplate = ApiReply<typeof oneKey>

export const useMayEditTemplates = () => hasPermission(useCurrentUser(), 'edit_code')

/** The shipped, highlighted sample. */
export function useSample(language: SampleLanguage) {
  return useQuery({
    queryKey: fileKeys.sample(language),
    queryFn: ({ signal }) => loadSample(language, signal),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** Which languages were changed on this server, by whom and when. */
function useTemplateFacts(language: SampleLanguage) {
  return useQuery({
    queryKey: templateKeys.all,
    queryFn: ({ signal }) => api(allKey, {}, { signal }),
    select: (templates) => templates.find((one) => one.language === language),
  })
}

/** The edited text of this installation; fetched only if there is one. */
function useTemplate(language: SampleLanguage, isWanted: boolean) {
  return useQuery({
    queryKey: templateKeys.one(language),
    queryFn: ({ signal }) => api(oneKey, { params: { language } }, { signal }),
    enabled: isWanted,
  })
}

export interface UsedTemplate {
  readonly sample: HighlightedSample
  /** The text used in this installation, with placeholders. */
  readonly source: string
  readonly isEdited: boolean
  readonly editedBy: string | null
  readonly editedAt: string | null
}

/** The sample of a language as used in this installation; undefined while it loads. */
export function useUsedTemplate(language: SampleLanguage): {
  readonly template: UsedTemplate | undefined
  readonly error: Error | null
  readonly retry: () => void
} {
  const shipped = useSample(language)
  const facts = useTemplateFacts(language)
  const isEdited = facts.data?.isEdited ?? false
  const changed = useTemplate(language, isEdited)
  const source = isEdited ? changed.data?.source : shipped.data?.text
  return {
    template:
      shipped.data === undefined || facts.data === undefined || source === undefined
        ? undefined
        : {
            sample: shipped.data,
            source,
            isEdited,
            editedBy: facts.data.editedBy,
            editedAt: facts.data.editedAt,
          },
    error: shipped.error ?? facts.error ?? changed.error,
    retry: () => {
      for (const query of [shipped, facts, changed]) if (query.isError) void query.refetch()
    },
  }
}

interface SavedText {
  readonly text: string
  /** The template when editing began. */
  readonly opened: UsedTemplate
  /** Overwrites someone else's change. */
  readonly isAsked: boolean
}

export function useSaveTemplate(language: SampleLanguage, onDone: (saved: CodeTemplate, sent: SavedText) => void) {
  const onReply = useCacheTemplate()
  return useMutate(
    async ({ text: source, opened, isAsked }: SavedText) => {
      const now = await api(oneKey, { params: { language } })
      // a shipped text may be bundled with the pages, so two shipped texts are not compared
      const isOther = (now.isEdited || opened.isEdited) && now.source !== opened.source && now.source !== source
      if (isOther && !isAsked) throw new EditConflict([conflictWith(now)])
      return api('PUT /api/code-templates/:language', { params: { language }, body: { source } })
    },
    { done: areaTexts.codeTemplateUpdatedSuccessfully, failed: false, refresh: allKey, onReply, onDone },
  )
}

export function useRestoreTemplate(language: SampleLanguage, onDone: () => void) {
  const onReply = useCacheTemplate()
  return useMutate((_: undefined) => api('DELETE /api/code-templates/:language', { params: { language } }), {
    done: areaTexts.shippedTextRestored,
    failed: areaTexts.failedToRestoreShipped,
    refresh: allKey,
    onReply,
    onDone,
  })
}

const conflictWith = ({ title, editedBy }: CodeTemplate) => ({
  label: areaTexts.templateFor(title),
  theirs: editedBy === null ? areaTexts.shippedTextRestored : areaTexts.textOf(editedBy),
  mine: areaTexts.yourText,
})

function useCacheTemplate() {
  const client = useQueryClient()
  return (template: CodeTemplate) => {
    client.setQueryData(templateKeys.one(template.language), template)
  }
}

/** Code templates of this server. */
const templateKeys = {
  all: answer('GET /api/code-templates'),
  one: (language: SampleLanguage) => answer('GET /api/code-templates/:language', language),
} as const
