import { useMemo } from 'react'
import { renderSample, type SampleLanguage, type SampleValues } from '../../../shared/render-sample.ts'
import { ApplicationPicker } from '../../common/code-samples/application-picker.tsx'
import { templateLanguages } from '../../common/code-samples/sample-languages.ts'
import { SampleActions, SampleNote, SampleView } from '../../common/code-samples/sample-view.tsx'
import { RestoreButton, useTemplateDraft } from '../../common/code-samples/template-editor.tsx'
import { useCodeChoice } from '../../common/code-samples/use-code-choice.ts'
import { useSampleValues } from '../../common/code-samples/use-sample-values.ts'
import { useMayEditTemplates, useUsedTemplate } from '../../common/code-samples/use-templates.ts'
import * as texts from '../../texts/code-templates.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { lazyDialog } from '../../ui/dialog/lazy-dialog.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Loading } from '../../ui/feedback/loading.tsx'
import { Field } from '../../ui/form/field.tsx'
import { Select } from '../../ui/form/select.tsx'

const EditTemplateDialog = lazyDialog(async () => (await import('./edit-template-dialog.tsx')).EditTemplateDialog)

/** The templates of every language, with a preview for an application. */
export function CodeTemplates() {
  const choice = useCodeChoice(templateLanguages)
  const values = useSampleValues(choice.application)
  return (
    <>
      <Card>
        <div className="grid min-w-0 gap-4 sm:grid-cols-2 lg:max-w-3xl">
          <ApplicationPicker choice={choice} />
          <Field label={texts.language}>
            <Select options={templateLanguages} value={choice.language} onChange={(lang) => choice.choose({ lang })} />
          </Field>
        </div>
      </Card>
      {values === undefined ? (
        <Loading />
      ) : (
        <Template key={choice.language} language={choice.language} values={values} />
      )}
    </>
  )
}

function Template({ language, values }: { readonly language: SampleLanguage; readonly values: SampleValues }) {
  const { template, error, retry } = useUsedTemplate(language)
  const mayEdit = useMayEditTemplates()
  const draft = useTemplateDraft(language, template)
  const code = useMemo(
    () => (template === undefined ? '' : renderSample(template.source, language, values)),
    [template, language, values],
  )
  if (error !== null) return <ErrorState message={error.message} onRetry={retry} />
  if (template === undefined) return <Loading />
  const title = template.sample.facts.title
  return (
    <Card
      title={title}
      description={<SampleNote template={template} />}
      isFlush
      actions={
        <>
          {mayEdit && template.isEdited && <RestoreButton language={language} />}
          {mayEdit && (
            <Button size="sm" variant="primary" onClick={draft.begin}>
              {texts.editTemplate}
            </Button>
          )}
          <SampleActions code={code} file={template.sample.facts.file} />
        </>
      }
    >
      <div className="border-t border-line">
        <SampleView template={template} language={language} values={values} label={texts.code(title)} />
      </div>
      <EditTemplateDialog
        draft={draft}
        source={template.source}
        title={title}
        isOpen={draft.isEditing}
        onClose={draft.cancel}
      />
    </Card>
  )
}
