import type { ReactNode } from 'react'
import { isMasked } from '../../../shared/api-key-mask.ts'
import type { SampleValues } from '../../../shared/render-sample.ts'
import { ApiKeyText } from '../../common/api-key-text.tsx'
import { ApplicationPicker } from '../../common/code-samples/application-picker.tsx'
import { RegionView } from '../../common/code-samples/region-view.tsx'
import type { CodeChoice } from '../../common/code-samples/use-code-choice.ts'
import { TextLink } from '../../ui/text-link.tsx'
import { Chapter } from './chapter.tsx'

export interface QuickStartProps {
  readonly choice: CodeChoice
  readonly values: SampleValues | undefined
}

/** Three steps to a first login. */
export function QuickStart({ choice, values }: QuickStartProps) {
  const { application } = choice
  return (
    <Chapter id="quick-start" intro="Three steps to the first login.">
      <ol className="flex min-w-0 flex-col gap-6">
        <Step number={1} title="Create an application">
          <p className="text-fg-2">
            Your software sends an API key with each request. Select an application to fill in this page. Don't have
            one? <TextLink href="/?dialog=new-application">Create one</TextLink>.
          </p>
          <div className="grid min-w-0 gap-4 sm:grid-cols-2">
            <ApplicationPicker choice={choice} />
            {application !== undefined && !isMasked(application.apiKey) && (
              <div className="flex min-w-0 flex-col gap-1.5">
                <span className="font-medium">API Key</span>
                <ApiKeyText
                  key={application.id}
                  applicationId={application.id}
                  apiKey={application.apiKey}
                  copied={{ title: 'Copied to clipboard' }}
                />
              </div>
            )}
          </div>
        </Step>
        <Step number={2} title="Add a user or a license key">
          <p className="text-fg-2">
            Add a user, or create license keys for your users to register with
            {application === undefined ? (
              '.'
            ) : (
              <>
                : <TextLink href={`/app/${application.id}?section=users`}>Users</TextLink>,{' '}
                <TextLink href={`/app/${application.id}/licenses`}>License keys</TextLink>.
              </>
            )}
          </p>
        </Step>
        <Step number={3} title="Copy a sample and run it">
          <p className="text-fg-2">
            Each sample is one file. These are the only values to set, already filled in. The whole file, and a package
            that takes ten lines, are in{' '}
            <a className="text-accent underline underline-offset-4" href="#integration-examples">
              Integration Examples
            </a>
            .
          </p>
          {values !== undefined && <RegionView language="javascript" region="config" values={values} />}
        </Step>
      </ol>
    </Chapter>
  )
}

function Step(props: { readonly number: number; readonly title: string; readonly children: ReactNode }) {
  return (
    <li className="flex min-w-0 gap-4">
      <span
        aria-hidden
        className="flex size-8 shrink-0 items-center justify-center rounded-full border border-line bg-raised font-semibold text-accent"
      >
        {props.number}
      </span>
      <div className="flex min-w-0 grow flex-col gap-3">
        <h3 className="pt-1 text-section font-semibold">{props.title}</h3>
        {props.children}
      </div>
    </li>
  )
}
