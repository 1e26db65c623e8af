import { landingLinks } from '../../layout/landing-links.ts'
import * as texts from '../../texts/landing.ts'
import { Brand } from '../../ui/brand.tsx'
import { buttonClass } from '../../ui/button-class.ts'
import { DocumentationSection } from './documentation-section.tsx'
import { FeatureTiles } from './feature-tiles.tsx'
import { LandingSection } from './landing-section.tsx'
import { PricingSection } from './pricing-section.tsx'
import { Screenshot } from './screenshot.tsx'

/**
 * The public landing page, rendered once at build time: no state, effects or handlers in here. `enhanceLanding` adds
 * the interactive parts; without it everything can be read and reached. The source is linked where it has an address.
 */
export function LandingPage({ sourceAddress }: { readonly sourceAddress: string }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#content"
        className="absolute -top-12 left-4 z-40 rounded-control bg-overlay px-4 py-2 transition-[top] focus:top-2"
      >
        {texts.skipToContent}
      </a>
      <LandingBar />
      <main id="content" tabIndex={-1} className="grow outline-none">
        <Hero />
        <FeatureTiles />
        <DocumentationSection />
        <DashboardPictures />
        <PricingSection />
      </main>
      <footer className="border-t border-line px-6 py-8 text-center text-second text-fg-3">
        {texts.keywrightIsFreeSoftware}
        {sourceAddress !== '' && (
          <>
            {' '}
            <a href={sourceAddress} className="underline hover:text-fg">
              {texts.readTheSource}
            </a>
          </>
        )}
      </footer>
    </div>
  )
}

function Hero() {
  return (
    <section className="relative overflow-hidden px-6 pt-16 sm:pt-24">
      <div
        aria-hidden
        className="pointer-events-none absolute left-1/2 top-0 h-[480px] w-[900px] -translate-x-1/2 rounded-full bg-accent-solid/15 blur-[120px]"
      />
      <div className="relative mx-auto flex max-w-4xl flex-col items-center text-center">
        <h1 className="text-balance text-[clamp(2.25rem,6vw,3.5rem)] leading-[1.07] font-semibold tracking-tight">
          {texts.licensingForTheSoftware}
        </h1>
        <p className="mt-6 max-w-2xl text-balance text-[1.125rem] leading-7 text-fg-2">{texts.loginsLicenseKeysAnd}</p>
        <div className="mt-8 flex flex-wrap items-center justify-center gap-3">
          <div className="flex items-center gap-3 rounded-control border border-control bg-raised py-1 pr-1 pl-4">
            <code className="text-body">{texts.npmStart}</code>
            <button
              type="button"
              data-landing="copy"
              data-text="npm start"
              hidden
              className={buttonClass('ghost', 'sm')}
            >
              {texts.copy}
            </button>
          </div>
          <a href="/firebase-login" className={buttonClass('primary', 'md')}>
            {texts.signIn}
          </a>
          <a href="/login" data-landing="demo" hidden className={buttonClass('secondary', 'md')}>
            {texts.tryTheDemo}
          </a>
        </div>
        <p className="mt-4 text-second text-fg-3">{texts.freeMitEmbeddedDatabase}</p>
      </div>
      <Screenshot
        name="users"
        sizes={largeSizes}
        alt={texts.theUsersOfAn}
        fetchPriority="high"
        className="relative mx-auto mt-14 h-auto w-full max-w-6xl rounded-t-card border border-b-0 border-line shadow-float"
      />
    </section>
  )
}

/** Becomes translucent by `data-scrolled`, which `enhanceLanding` sets. */
function LandingBar() {
  return (
    <header
      data-landing="bar"
      className="sticky top-0 z-30 flex h-(--top-bar) shrink-0 items-center gap-4 border-b border-transparent bg-bg px-4 transition-colors duration-150 data-scrolled:border-line data-scrolled:bg-bg/80 data-scrolled:backdrop-blur-md sm:px-6"
    >
      <a href="/" className="rounded-control">
        <Brand />
      </a>
      <nav aria-label={texts.main} className="flex grow items-center gap-1 max-md:hidden">
        {landingLinks.map(({ label, href }) => (
          <a key={href} href={href} className="rounded-control px-3 py-1.5 font-medium text-fg-2 hover:text-fg">
            {label}
          </a>
        ))}
      </nav>
      <span className="grow md:hidden" />
      <a href="/firebase-login" className={buttonClass('primary', 'sm')}>
        {texts.signIn}
      </a>
      <details data-landing="menu" className="relative md:hidden">
        <summary
          aria-label={texts.menu}
          className="flex size-9 list-none items-center justify-center rounded-control text-fg-2 touch:size-11 [&::-webkit-details-marker]:hidden"
        >
          <svg
            width="18"
            height="18"
            viewBox="0 0 24 24"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.75"
            aria-hidden
          >
            <path d="M4 6h16M4 12h16M4 18h16" />
          </svg>
        </summary>
        <nav
          aria-label={texts.sections}
          className="absolute right-0 top-full mt-2 flex w-52 flex-col rounded-card bg-overlay p-1.5 shadow-float"
        >
          {landingLinks.map(({ label, href }) => (
            <a key={href} href={href} className="rounded-control px-3 py-2 touch:py-3 hover:bg-raised">
              {label}
            </a>
          ))}
        </nav>
      </details>
    </header>
  )
}

const pictures = [
  ['overview', texts.overview, texts.seeAnApplicationAt],
  ['licenses', texts.licenseKeysText, texts.seeEachLicenseKey],
  ['activity', texts.activity, texts.seeEveryLoginAnd],
] as const

const largeSizes = '(min-width: 75rem) 1152px, 100vw'

/** Screenshots of the demo, taken by `npm run pictures`: a large one, and two beside each other. */
function DashboardPictures() {
  return (
    <LandingSection id="dashboard" title={texts.aFastDashboard} text={texts.search100000Users}>
      <div className="grid gap-8 lg:grid-cols-2">
        {pictures.map(([name, title, text], index) => (
          <figure key={name} className={index === 0 ? 'lg:col-span-2' : undefined}>
            <Screenshot
              name={name}
              sizes={index === 0 ? largeSizes : '(min-width: 75rem) 560px, (min-width: 64rem) 48vw, 100vw'}
              alt={text}
              loading="lazy"
              decoding="async"
              className="h-auto w-full rounded-card border border-line"
            />
            <figcaption className="mt-3 text-fg-2">{title}</figcaption>
          </figure>
        ))}
      </div>
    </LandingSection>
  )
}
