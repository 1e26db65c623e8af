import { useEffect, useMemo } from 'react'
import { renderSample, type SampleLanguage, type SampleValues } from '../../../shared/render-sample.ts'
import { docsLanguages } from '../../common/code-samples/sample-languages.ts'
import { SamplePictures } from '../../common/code-samples/sample-pictures.tsx'
import { SampleActions, SampleBar, SampleView } from '../../common/code-samples/sample-view.tsx'
import type { CodeChoice } from '../../common/code-samples/use-code-choice.ts'
import { useUsedTemplate } from '../../common/code-samples/use-templates.ts'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Loading } from '../../ui/feedback/loading.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { CodeBlock } from '../../ui/text/code-block.tsx'
import { Chapter } from './chapter.tsx'
import { PackageQuickstart, usePackageFacts } from './package-quickstart.tsx'
import { RenderWhenVisible } from './render-when-visible.tsx'
import type { WholePage } from './use-whole-page.ts'

export interface IntegrationChapterProps {
  readonly choice: CodeChoice
  readonly values: SampleValues | undefined
  readonly whole: WholePage
}

/** The complete samples, a tab for each language. */
export function IntegrationChapter({ choice, values, whole }: IntegrationChapterProps) {
  return (
    <Chapter
      id="integration-examples"
      intro="Complete programs with your application's key, version and server URL filled in."
    >
      <Tabs
        label="Language"
        className="overflow-clip rounded-inner border border-line"
        tabs={docsLanguages}
        value={choice.language}
        onChange={(lang) => choice.choose({ lang })}
      >
        <RenderWhenVisible isWanted={whole.isWanted}>
          {values === undefined ? (
            <Loading />
          ) : (
            <Program language={choice.language} values={values} onLoaded={whole.onLoaded} />
          )}
        </RenderWhenVisible>
      </Tabs>
    </Chapter>
  )
}

interface ProgramProps {
  readonly language: SampleLanguage
  readonly values: SampleValues
  /** It is on the page, or could not be loaded. */
  readonly onLoaded: () => void
}

function Program({ language, values, onLoaded }: ProgramProps) {
  const { template, error, retry } = useUsedTemplate(language)
  const packaged = usePackageFacts(language)
  const isLoaded = (template !== undefined || error !== null) && !packaged.isPending
  useEffect(() => {
    if (isLoaded) onLoaded()
  }, [isLoaded, onLoaded])
  const code = useMemo(
    () => (template === undefined ? '' : renderSample(template.source, language, values)),
    [template, language, values],
  )
  if (error !== null) return <ErrorState message={error.message} onRetry={retry} />
  if (template === undefined) return <Loading />
  const { file, build, run } = template.sample.facts
  const label = docsLanguages.find(({ value }) => value === language)?.label ?? language
  return (
    <>
      {packaged.data && <PackageQuickstart facts={packaged.data} language={language} values={values} />}
      {packaged.isError && <ErrorState message={packaged.error.message} onRetry={packaged.refetch} />}
      <SampleBar template={template}>
        <SampleActions code={code} file={file} />
      </SampleBar>
      <div className="border-y border-line">
        <SampleView template={template} language={language} values={values} label={`${label} code`} />
      </div>
      <SamplePictures language={language} />
      <div className="grid min-w-0 gap-4 p-4 lg:grid-cols-3">
        <CodeBlock label="Windows" code={[...build.windows, ...run.windows].join('\n')} />
        <CodeBlock label="Linux" code={[...build.linux, ...run.linux].join('\n')} />
        <CodeBlock label="macOS" code={[...build.macos, ...run.macos].join('\n')} />
      </div>
    </>
  )
}
