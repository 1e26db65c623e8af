import type { ReactNode } from 'react'
import { PageHeading } from '../../layout/page-heading.tsx'
import { PageShell } from '../../layout/page-shell.tsx'
import { docsLanguages } from '../../samples/sample-titles.ts'
import { serverAddress } from '../../samples/sample-values.ts'
import { useChoice } from '../../samples/use-choice.ts'
import { useSampleValues } from '../../samples/use-sample-values.ts'
import { ErrorBoundary } from '../../ui/error-boundary.tsx'
import { Loading } from '../../ui/loading.tsx'
import { AdvancedFeatures } from './advanced-features.tsx'
import { ApiReference } from './api-reference.tsx'
import { BestPractices } from './best-practices.tsx'
import './docs.css'
import { late } from '../../ui/late.tsx'
import { DocsAside } from './docs-aside.tsx'
import { DocsBar } from './docs-bar.tsx'
import { useDocsTheme } from './docs-theme.ts'
import { ErrorReference } from './error-reference.tsx'
import { IntegrationChapter } from './integration-chapter.tsx'
import { OfflineLease } from './offline-lease.tsx'
import { QuickStart } from './quick-start.tsx'
import { SessionsChapter } from './sessions-chapter.tsx'
import { SignedAnswers } from './signed-answers.tsx'
import { Starfield } from './starfield.tsx'
import { WebhooksChapter } from './webhooks-chapter.tsx'

const AllCalls = late(
  async () => (await import('./all-calls.tsx')).AllCalls,
  () => <Loading />,
)

/** The documentation. `webhookSnippets`: the code by which a receiver checks a delivery. */
export function Docs({ webhookSnippets }: { readonly webhookSnippets: ReactNode }) {
  const [theme, toggle] = useDocsTheme()
  const choice = useChoice(docsLanguages)
  const values = useSampleValues(choice.application)
  const facts = {
    apiKey: values?.API_KEY ?? 'YOUR_API_KEY',
    version: values?.APP_VERSION ?? '1.0.0',
    origin: values?.ORIGIN ?? serverAddress(undefined, window.location.origin),
  }
  return (
    <div className="isolate">
      <Starfield />
      <PageShell topBar={<DocsBar theme={theme} onToggle={toggle} />}>
        <ErrorBoundary resetKey="docs">
          <div className="mx-auto grid w-full max-w-[1440px] min-w-0 gap-8 px-4 py-6 sm:px-6 sm:py-8 lg:grid-cols-[240px_minmax(0,1fr)]">
            <DocsAside />
            <div className="docs-page flex min-w-0 flex-col gap-6">
              <PageHeading
                title="Documentation"
                description={
                  choice.application === undefined
                    ? 'Everything a program needs to know of this server.'
                    : `Filled in for ${choice.application.name}.`
                }
              />
              <QuickStart choice={choice} values={values} />
              <ApiReference facts={facts} />
              <SessionsChapter facts={facts} />
              <IntegrationChapter choice={choice} values={values} />
              <AdvancedFeatures facts={facts} />
              <SignedAnswers language={choice.language} values={values} />
              <OfflineLease />
              <WebhooksChapter snippets={webhookSnippets} />
              <ErrorReference />
              <AllCalls apiKey={facts.apiKey} />
              <BestPractices />
            </div>
          </div>
        </ErrorBoundary>
      </PageShell>
    </div>
  )
}
