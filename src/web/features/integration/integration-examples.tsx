import { useMemo } from 'react'
import { renderSample, type SampleLanguage, type SampleValues } from '../../../shared/render-sample.ts'
import { integrationLanguages } from '../../common/code-samples/sample-languages.ts'
import { SampleActions, SampleBar, SampleView } from '../../common/code-samples/sample-view.tsx'
import { RestoreButton, TemplateField, useTemplateDraft } from '../../common/code-samples/template-editor.tsx'
import type { CodeChoice } from '../../common/code-samples/use-code-choice.ts'
import { useMayEditTemplates, useUsedTemplate } from '../../common/code-samples/use-templates.ts'
import { useLeaveGuard } from '../../common/forms/leave-guard.tsx'
import * as texts from '../../texts/integration.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Loading } from '../../ui/feedback/loading.tsx'
import { Tabs } from '../../ui/tabs.tsx'

export interface IntegrationExamplesProps {
  readonly choice: CodeChoice
  readonly values: SampleValues | undefined
}

/** The tabs of example code. */
export function IntegrationExamples({ choice, values }: IntegrationExamplesProps) {
  return (
    <Tabs
      label={texts.language}
      className="overflow-clip rounded-card border border-line bg-surface"
      tabs={integrationLanguages}
      value={choice.language}
      onChange={(lang) => choice.choose({ lang })}
    >
      {values === undefined ? (
        <Loading />
      ) : (
        <Example key={choice.language} language={choice.language} values={values} />
      )}
    </Tabs>
  )
}

function Example({ language, values }: { readonly language: SampleLanguage; readonly values: SampleValues }) {
  const { template, error, retry } = useUsedTemplate(language)
  const mayEdit = useMayEditTemplates()
  const draft = useTemplateDraft(language, template)
  const guard = useLeaveGuard(draft.isDirty)
  const code = useMemo(
    () => (template === undefined ? '' : renderSample(template.source, language, values)),
    [template, language, values],
  )
  if (error !== null) return <ErrorState message={error.message} onRetry={retry} />
  if (template === undefined) return <Loading />
  const label = integrationLanguages.find(({ value }) => value === language)?.label ?? language
  return (
    <>
      <SampleBar template={template}>
        {draft.isEditing ? (
          <>
            <Button size="sm" onClick={draft.cancel}>
              {texts.cancel}
            </Button>
            <Button variant="primary" size="sm" isBusy={draft.isSaving} busyText={texts.saving} onClick={draft.save}>
              {texts.save}
            </Button>
          </>
        ) : (
          <>
            {mayEdit && template.isEdited && <RestoreButton language={language} />}
            {mayEdit && (
              <Button size="sm" onClick={draft.begin}>
                {texts.editCode}
              </Button>
            )}
            <SampleActions code={code} file={template.sample.facts.file} />
          </>
        )}
      </SampleBar>
      {draft.isEditing ? (
        <div className="px-4 pb-4">
          <TemplateField draft={draft} source={template.source} label={texts.templateFor(label)} />
        </div>
      ) : (
        <div className="border-t border-line">
          <SampleView template={template} language={language} values={values} label={texts.code(label)} />
        </div>
      )}
      {guard.question}
    </>
  )
}
