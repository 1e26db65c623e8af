import { DashboardPictures } from './dashboard-pictures.tsx'
import { DocumentationSection } from './documentation-section.tsx'
import { FeatureTiles } from './feature-tiles.tsx'
import { Hero } from './hero.tsx'
import { LandingBar } from './landing-bar.tsx'
import { PricingSection } from './pricing-section.tsx'

/**
 * What a visitor sees. Drawn once when the web is built: no state, no effect, no handler in here. What moves is added
 * by `enlivenLanding`, and everything can be read and reached without it.
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
