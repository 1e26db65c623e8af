import { useMemo } from 'react'
import { renderSample, type SampleLanguage, type SampleValues } from '../../../shared/render-sample.ts'
import { ApplicationPicker } from '../../samples/application-picker.tsx'
import { RestoreButton } from '../../samples/restore-button.tsx'
import { SampleActions } from '../../samples/sample-actions.tsx'
import { SampleNote } from '../../samples/sample-note.tsx'
import { templateLanguages } from '../../samples/sample-titles.ts'
import { SampleView } from '../../samples/sample-view.tsx'
import { useTemplateDraft } from '../../samples/template-draft.tsx'
import { useChoice } from '../../samples/use-choice.ts'
import { useSampleValues } from '../../samples/use-sample-values.ts'
import { useMayEditTemplates, useUsedTemplate } from '../../samples/use-templates.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Field } from '../../ui/field.tsx'
import { Loading } from '../../ui/loading.tsx'
import { Select } from '../../ui/select.tsx'
import { EditTemplateDialog } from './edit-template-dialog.tsx'

/** The samples' texts of every language, and how they look for an application. */
export function CodeTemplates() {
  const choice = useChoice(templateLanguages)
  const values = useSampleValues(choice.application)
  return (
    <>
      <Card>
        <div className="grid min-w-0 gap-4 sm:grid-cols-2 lg:max-w-3xl">
          <ApplicationPicker choice={choice} />
          <Field label="Language">
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
              Edit Template
            </Button>
          )}
          <SampleActions code={code} file={template.sample.facts.file} />
        </>
      }
    >
      <div className="border-t border-line">
        <SampleView template={template} language={language} values={values} label={`${title} code`} />
      </div>
      <EditTemplateDialog draft={draft} source={template.source} title={title} />
    </Card>
  )
}
