import { Boxes } from 'lucide-react'
import { isMasked } from '../../../shared/api-key-mask.ts'
import { ApiKeyText } from '../../common/api-key-text.tsx'
import { ApplicationPicker } from '../../common/code-samples/application-picker.tsx'
import { integrationLanguages } from '../../common/code-samples/sample-languages.ts'
import { useCodeChoice } from '../../common/code-samples/use-code-choice.ts'
import { serverAddress, useSampleValues } from '../../common/code-samples/use-sample-values.ts'
import * as texts from '../../texts/integration.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Loading } from '../../ui/feedback/loading.tsx'
import { CopyableText } from '../../ui/text/copyable-text.tsx'
import { IntegrationExamples } from './integration-examples.tsx'

/** Example code for the chosen application. */
export function Integration() {
  const choice = useCodeChoice(integrationLanguages)
  const values = useSampleValues(choice.application)
  const { applications, application, error } = choice
  if (applications === undefined) return error === null ? <Loading /> : <ErrorState message={error.message} />
  const baseUrl = `${values?.ORIGIN ?? serverAddress(undefined, window.location.origin)}/api/v1`
  return (
    <>
      {application === undefined ? (
        <Card>
          <EmptyState
            icon={Boxes}
            title={texts.noApplicationsYet}
            text={texts.createOneToFill}
            actions={<ButtonLink href="/?dialog=new-application">{texts.newApplication}</ButtonLink>}
          />
        </Card>
      ) : (
        <Card>
          <div className="grid min-w-0 gap-x-6 gap-y-4 md:grid-cols-3">
            <ApplicationPicker choice={choice} />
            <Fact label={texts.apiKey}>
              {isMasked(application.apiKey) ? (
                <code className="text-meta text-fg-3">{application.apiKey}</code>
              ) : (
                <ApiKeyText
                  key={application.id}
                  applicationId={application.id}
                  apiKey={application.apiKey}
                  copied={{ title: texts.copiedToClipboard }}
                />
              )}
            </Fact>
            <Fact label={texts.baseUrl}>
              <CopyableText text={baseUrl} what={texts.baseUrlText} />
            </Fact>
          </div>
        </Card>
      )}
      <IntegrationExamples choice={choice} values={values} />
    </>
  )
}

function Fact({ label, children }: { readonly label: string; readonly children: React.ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <span className="font-medium">{label}</span>
      {children}
    </div>
  )
}
