import './docs.css'
import { ArrowLeft, Moon, Sun } from 'lucide-react'
import { docsLanguages } from '../../common/code-samples/sample-languages.ts'
import { useCodeChoice } from '../../common/code-samples/use-code-choice.ts'
import { serverAddress, useSampleValues } from '../../common/code-samples/use-sample-values.ts'
import { PageHeading } from '../../layout/page-heading.tsx'
import { PageShell } from '../../layout/page-shell.tsx'
import { markLoggedOut, markLogoutSent } from '../../session/sign-in-flags.ts'
import { BrandMark } from '../../ui/brand.tsx'
import { buttonClass } from '../../ui/button-class.ts'
import { ErrorBoundary } from '../../ui/feedback/error-boundary.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Link } from '../../ui/link.tsx'
import { AdvancedFeatures } from './advanced-features.tsx'
import { ApiReference } from './api-reference.tsx'
import { BestPractices } from './best-practices.tsx'
import { DocsAside } from './docs-aside.tsx'
import { type DocsTheme, useDocsTheme } from './docs-theme.ts'
import { ErrorReference } from './error-reference.tsx'
import { GuideChapter } from './guide-chapter.tsx'
import { IntegrationChapter } from './integration-chapter.tsx'
import { QuickStart } from './quick-start.tsx'
import { useFormerAnchors } from './use-former-anchors.ts'
import { useWholePage } from './use-whole-page.ts'

/** The documentation with the values of the chosen application. */
export function Docs() {
  const [theme, toggle] = useDocsTheme()
  const choice = useCodeChoice(docsLanguages)
  const values = useSampleValues(choice.application)
  const whole = useWholePage()
  useFormerAnchors()
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
            <DocsAside whole={whole} />
            <div className="docs-page flex min-w-0 flex-col gap-6">
              <PageHeading
                title="Documentation"
                description={
                  choice.application === undefined
                    ? 'Connect your software to this server.'
                    : `Filled in for ${choice.application.name}.`
                }
              />
              <QuickStart choice={choice} values={values} />
              <GuideChapter />
              <ApiReference facts={facts} />
              <IntegrationChapter choice={choice} values={values} whole={whole} />
              <AdvancedFeatures facts={facts} />
              <ErrorReference />
              <BestPractices />
            </div>
          </div>
        </ErrorBoundary>
      </PageShell>
    </div>
  )
}

/** Decorative stars behind the page, without motion where reduced motion is preferred. */
function Starfield() {
  return <div className="starfield" aria-hidden />
}

interface DocsBarProps {
  readonly theme: DocsTheme
  readonly onToggle: () => void
}

/** The documentation's top bar: back, theme, log out. */
function DocsBar({ theme, onToggle }: DocsBarProps) {
  const iconOf = theme === 'dark' ? Sun : Moon
  const Icon = iconOf
  return (
    <header className="docs-bar sticky low:static top-0 z-30 flex h-(--top-bar) shrink-0 items-center gap-2 border-b border-line bg-bg/90 px-4 backdrop-blur-md sm:gap-4 sm:px-6">
      <Link
        href="/"
        className="flex min-h-9 items-center gap-2 rounded-control font-medium whitespace-nowrap text-fg-2 hover:text-fg"
      >
        <ArrowLeft size={16} strokeWidth={1.75} className="shrink-0" aria-hidden />
        Back to Dashboard
      </Link>
      <span className="flex grow items-center justify-center gap-2.5 max-md:*:hidden">
        <BrandMark size={24} />
        <span className="font-semibold">Documentation</span>
      </span>
      <IconButton
        label={theme === 'dark' ? 'Switch to light theme' : 'Switch to dark theme'}
        icon={<Icon size={18} strokeWidth={1.75} />}
        onClick={onToggle}
      />
      <a
        href="/api/logout"
        className={buttonClass('ghost', 'sm')}
        // Following the link ends the session; this browser also records the sign-out.
        onClick={() => {
          markLoggedOut()
          markLogoutSent()
        }}
      >
        Logout
      </a>
    </header>
  )
}
