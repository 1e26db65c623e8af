import { landingLinks } from '../../layout/landing-links.ts'
import { Brand } from '../../ui/brand.tsx'
import { buttonClass } from '../../ui/button-class.ts'
import { DocumentationSection } from './documentation-section.tsx'
import { FeatureTiles } from './feature-tiles.tsx'
import { LandingSection } from './landing-section.tsx'
import { PricingSection } from './pricing-section.tsx'
import { Screenshot } from './screenshot.tsx'

/**
 * The public landing page, rendered once at build time: no state, effects or handlers in here. `enhanceLanding` adds
 * the interactive parts; without it everything can be read and reached.
 */
export function LandingPage() {
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#content"
        className="absolute -top-12 left-4 z-40 rounded-control bg-overlay px-4 py-2 transition-[top] focus:top-2"
      >
        Skip to content
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
        Keywright is free software under the MIT license. Nothing phones home.
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
          Licensing for the software you sell, on your own server.
        </h1>
        <p className="mt-6 max-w-2xl text-balance text-[1.125rem] leading-7 text-fg-2">
          Logins, license keys and hardware locks. Start it with one command, keep the data in one file, depend on no
          other service.
        </p>
        <div className="mt-8 flex flex-wrap items-center justify-center gap-3">
          <div className="flex items-center gap-3 rounded-control border border-control bg-raised py-1 pr-1 pl-4">
            <code className="text-body">npm start</code>
            <button
              type="button"
              data-landing="copy"
              data-text="npm start"
              hidden
              className={buttonClass('ghost', 'sm')}
            >
              Copy
            </button>
          </div>
          <a href="/firebase-login" className={buttonClass('primary', 'md')}>
            Sign In
          </a>
          <a href="/login" data-landing="demo" hidden className={buttonClass('secondary', 'md')}>
            Try the demo
          </a>
        </div>
        <p className="mt-4 text-second text-fg-3">Free, MIT. Embedded database included, PostgreSQL if you like.</p>
      </div>
      <Screenshot
        name="users"
        sizes={largeSizes}
        alt="The users of an application with name, status, hardware ID, expiry and last login; search and filters above."
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
      <nav aria-label="Main" className="flex grow items-center gap-1 max-md:hidden">
        {landingLinks.map(({ label, href }) => (
          <a key={href} href={href} className="rounded-control px-3 py-1.5 font-medium text-fg-2 hover:text-fg">
            {label}
          </a>
        ))}
      </nav>
      <span className="grow md:hidden" />
      <a href="/firebase-login" className={buttonClass('primary', 'sm')}>
        Sign In
      </a>
      <details data-landing="menu" className="relative md:hidden">
        <summary
          aria-label="Menu"
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
          aria-label="Sections"
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
  [
    'overview',
    'Overview',
    'See an application at a glance: users, live sessions, success rate and the logins of the last weeks.',
  ],
  ['licenses', 'License Keys', 'See each license key with its seats, validity and days left.'],
  ['activity', 'Activity', 'See every login and rejection with its reason, IP address and client.'],
] as const

const largeSizes = '(min-width: 75rem) 1152px, 100vw'

/** Screenshots of the demo, taken by `npm run pictures`: a large one, and two beside each other. */
function DashboardPictures() {
  return (
    <LandingSection
      id="dashboard"
      title="A fast dashboard"
      text="Search 100,000 users as you type, change every match at once, undo it. Works on phones too."
    >
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
